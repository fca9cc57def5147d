import { clearAccessMarks } from './access-marks.ts';
import { LOGIN_REDIRECT_DELAY_MS } from './constants.ts';
import { ALERT_TITLE, removeSessionDialog, showDialog } from './dialogs.ts';
import type { TokenGrant } from './envelope.ts';
import { clearKeptState } from './keep-alive.tsx';
import { leaveWithoutAsking } from './leave-guard.ts';
import { clearOfflineReads } from './offline-reads.ts';
import { guardRestoredPage } from './restored-page.ts';
import { LOGIN_PATH, loginAddress } from './return-path.ts';
import {
  changeStored,
  readStored,
  removeStored,
  subscribeToStored,
  useStored,
  writeStored,
} from './storage.ts';
import { setUser, type UserInfo, useUser } from './stores.ts';
import { toasts } from './toasts.ts';
import { saveUnsavedInput } from './unsaved-input.ts';
import { clearUserState } from './user-state.ts';

export type SessionOptions = {
  /** Navigates to a path of this site, with the router. */
  goTo: (path: string) => void;
  /**
   * Returns the path, query and hash of the page that the person wants: the one that a navigation under way leads to,
   * else the current one.
   */
  wantedAddress: () => string;
  /** Returns where a visitor may be if that page needs a log-in; undefined if visitors may see it. */
  visitorAddress: () => string | undefined;
  /** Exchanges a refresh token for a new grant; resolves with undefined if the server refuses, rejects without answer. */
  renew: (refreshToken: string, signal: AbortSignal) => Promise<TokenGrant | undefined>;
};

export type Session = {
  /** Returns the token to send, if a member is logged in. */
  token: () => string | undefined;
  /**
   * Returns the token after a renewal that is due or running; never rejects. `refusedToken` was refused with a 401: if it
   * is still the stored one after a renewal without an answer, which may have replaced it, the renewal is repeated.
   */
  freshToken: (refusedToken?: string) => Promise<string | undefined>;
  /** Saves a log-in until it expires. */
  begin: (grant: TokenGrant) => void;
  /** Removes the session in this tab and the browser's other tabs. May be repeated. */
  forget: () => void;
  /** Handles a 401 for a call sent with `usedToken` (docs/product.md §4, §8). */
  onUnauthorized: (usedToken: string | undefined) => void;
  /** Handles `X-Session: expired`: a call sent with `usedToken` was answered as a visitor's (docs/product.md §14). */
  onExpired: (usedToken: string | undefined) => void;
};

/** The warning before the redirect (docs/product.md §4). */
export const SESSION_WARNING = '登录状态过期，请重新登录！';
/** The dialog after an open call was answered as a visitor's (docs/product.md §4). */
export const SESSION_DIALOG = '登录过期，请重新登录';

// The pause after a refused renewal, so that not every call attempts it again.
const RENEWAL_PAUSE_MS = 60_000;
const LOCK_TIMEOUT_MS = 5000;
// The server answers a repeated renewal for 30 s after the first one, so all attempts must fit into that time.
const RENEWAL_TIMEOUT_MS = 8000;
const MAX_RENEWALS = 3;

/**
 * Creates the session of this browser (docs/product.md §4, §7). However many calls fail at once, it shows one warning
 * and redirects once; for answers that only report the end of the session, it shows one dialog. A 401 for a token that
 * has been replaced since ends nothing.
 */
export function createSession(options: SessionOptions): Session {
  const { goTo, wantedAddress, visitorAddress, renew } = options;
  let activeNotice: 'none' | 'redirect' | 'dialog' = 'none';
  // The token removed last: calls sent with it may still be answered, and must not end a new session.
  let endedToken: string | undefined;
  let endedUserId: string | undefined;
  let renewal: Promise<void> | undefined;
  let renewalPausedUntil = 0;
  // Renewals of this refresh token that had no answer: the server may have replaced it, and the token with it.
  let unanswered = { refreshToken: '', count: 0 };

  const token = () => readStored('token')?.token;
  const forget = () => {
    endedToken = token() ?? endedToken;
    endedUserId = readStored('token')?.user.id ?? useUser.getState().userInfo?.id ?? endedUserId;
    removeStored('token', 'menuIds');
  };

  function onUnauthorized(usedToken: string | undefined): void {
    // A 401 takes precedence over the dialog, which may announce the end of the same session.
    const isAnnouncedOnly = activeNotice === 'dialog' && token() === undefined;
    if (!isAnnouncedOnly && !isCurrent(usedToken)) return;
    forget();
    notifyByRedirect();
  }

  function onExpired(usedToken: string | undefined): void {
    if (usedToken === undefined || usedToken !== token()) return;
    forget();
    notifyByDialog();
  }

  // Returns false for a late answer to a token that was replaced meanwhile, or whose end was already announced or
  // intended: after a dismissed dialog or a log-out, nothing is announced again.
  function isCurrent(usedToken: string | undefined): boolean {
    const stored = token();
    return stored === undefined ? usedToken === undefined || usedToken !== endedToken : stored === usedToken;
  }

  function notifyByDialog(): void {
    if (activeNotice !== 'none') return;
    activeNotice = 'dialog';
    showDialog({
      kind: 'session-expired',
      title: ALERT_TITLE,
      message: SESSION_DIALOG,
      confirmText: '登录',
      onClose: (isConfirmed) => {
        activeNotice = 'none';
        const visitorPage = visitorAddress();
        if (isConfirmed) goToLogin();
        // Dismissed: a view that needs a log-in must not stay open.
        else if (visitorPage !== undefined) goTo(visitorPage);
      },
    });
  }

  function notifyByRedirect(): void {
    if (activeNotice === 'redirect' || isLoginPage(wantedAddress())) return;
    activeNotice = 'redirect';
    toasts.warning(SESSION_WARNING);
    setTimeout(() => {
      activeNotice = 'none';
      removeSessionDialog();
      if (token() === undefined) goToLogin();
    }, LOGIN_REDIRECT_DELAY_MS);
  }

  // The address is read now and not when the call failed: a navigation may have begun meanwhile.
  function goToLogin(): void {
    const address = wantedAddress();
    if (isLoginPage(address)) return;
    saveUnsavedInput(endedUserId);
    leaveWithoutAsking();
    goTo(loginAddress(address));
  }

  async function freshToken(refusedToken?: string): Promise<string | undefined> {
    if (!renewal && isRenewalDue()) startRenewal();
    await renewal;
    while (refusedToken !== undefined && refusedToken === token() && mayRepeatRenewal()) {
      renewalPausedUntil = 0;
      if (!renewal && !isRenewalDue()) break;
      if (!renewal) startRenewal();
      await renewal;
    }
    return token();
  }

  function startRenewal(): void {
    renewal = withRenewalLock(renewIfStillDue).finally(() => {
      renewal = undefined;
    });
  }

  const mayRepeatRenewal = (): boolean =>
    unanswered.count > 0 &&
    unanswered.count < MAX_RENEWALS &&
    unanswered.refreshToken === readStored('token')?.refreshToken;

  function isRenewalDue(): boolean {
    const renewAt = readStored('token')?.renewAt;
    return renewAt !== undefined && renewAt <= Date.now() && renewalPausedUntil <= Date.now();
  }

  async function renewIfStillDue(): Promise<void> {
    const stored = readStored('token');
    if (!stored || !isRenewalDue()) return;
    renewalPausedUntil = Date.now() + RENEWAL_PAUSE_MS;
    const { refreshToken } = stored;
    const grant = await renew(refreshToken, AbortSignal.timeout(RENEWAL_TIMEOUT_MS)).catch(() => null);
    const count = unanswered.refreshToken === refreshToken ? unanswered.count + 1 : 1;
    unanswered = grant === null ? { refreshToken, count } : { refreshToken, count: 0 };
    // A log-in or log-out during the renewal takes precedence over its result.
    if (!grant || token() !== stored.token) return;
    saveSession(grant);
    renewalPausedUntil = 0;
  }

  return {
    token,
    freshToken,
    begin: (grant) => {
      endedToken = undefined;
      saveSession(grant);
    },
    forget,
    onUnauthorized,
    onExpired,
  };
}

/**
 * Keeps the stores in sync with the stored session, including log-ins and log-outs in other tabs. When the member
 * changes, it clears kept pages and flags, so that the next member does not see them. A page that the browser restores
 * from its back-forward cache is checked before it shows. Returns a function that stops it.
 */
export function syncSession(): () => void {
  let shownId: string | undefined;
  const sync = () => {
    const user = readStored('token')?.user;
    if (user !== useUser.getState().userInfo) setUser(user);
    if (shownId !== undefined && shownId !== user?.id) {
      clearKeptState();
      clearUserState();
      clearAccessMarks();
      clearOfflineReads();
    }
    shownId = user?.id;
  };
  sync();
  const stopGuard = guardRestoredPage(() => shownId, sync);
  const stopStored = subscribeToStored(sync);
  return () => {
    stopGuard();
    stopStored();
  };
}

/** Returns whether a member is logged in, live and across tabs; false on the server and while hydrating. */
export function useIsLoggedIn(): boolean {
  return useStored('token') !== undefined;
}

export function isLoggedIn(): boolean {
  return readStored('token') !== undefined;
}

/** Updates the member's own name or avatar in all tabs of the browser. */
export function changeUser(update: Partial<Pick<UserInfo, 'name' | 'avatar'>>): void {
  changeStored('token', (stored) => ({ ...stored, user: { ...stored.user, ...update } }));
}

/**
 * Replaces the stored permission codes: roles can change during a session. The server checks each call regardless.
 */
export function savePermissions(codes: readonly string[]): void {
  const current = readStored('menuIds') ?? [];
  const isUnchanged = current.length === codes.length && current.every((code) => codes.includes(code));
  if (!isUnchanged) changeStored('menuIds', () => [...codes]);
}

function saveSession(grant: TokenGrant): void {
  const life = Number(grant.expires_in) * 1000;
  const isLimited = Number.isFinite(life) && life > 0;
  const now = Date.now();
  const session = { token: grant.access_token, refreshToken: grant.refresh_token, user: readUser(grant) };
  const expiresAt = isLimited ? now + life : undefined;
  // The second half of its lifetime remains for the renewal to succeed.
  writeStored('token', isLimited ? { ...session, renewAt: now + life / 2 } : session, expiresAt);
  writeStored('menuIds', grant.menuIds ?? [], expiresAt);
}

function readUser(grant: TokenGrant): UserInfo {
  return {
    id: grant.user_id,
    account: grant.account,
    name: grant.nick_name || grant.user_name,
    avatar: grant.avatar,
    roleName: grant.role_name,
  };
}

function isLoginPage(address: string): boolean {
  return address.split(/[?#]/, 1)[0] === LOGIN_PATH;
}

// A Web Lock serialises the renewals of all tabs, so that they ask once. If a frozen or slow tab holds the lock, the others
// renew without it after the time-out, and get the same successor from the server.
async function withRenewalLock(task: () => Promise<void>): Promise<void> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return task();
  const signal = AbortSignal.timeout(LOCK_TIMEOUT_MS);
  await locks.request('guanlan-renewal', { signal }, task).catch(task);
}
