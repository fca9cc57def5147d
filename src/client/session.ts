import { LOGIN_REDIRECT_DELAY_MS } from './constants.ts';
import { ALERT_TITLE, showDialog } from './dialogs.ts';
import type { TokenGrant } from './envelope.ts';
import { forgetKept } from './keep-alive.tsx';
import { forgetMarks } from './marks.ts';
import { LOGIN_PATH, loginAddress } from './return-path.ts';
import { hasContentOnScreen } from './screen.ts';
import {
  changeStored,
  readStored,
  removeStored,
  subscribeToStored,
  useStored,
  writeStored,
} from './storage.ts';
import { showUser, type UserInfo, useUser } from './stores.ts';
import { toasts } from './toasts.ts';

export type SessionOptions = {
  /** Goes to a path of this site, as the router does. */
  goTo: (path: string) => void;
  /** Path, query and hash on screen. */
  currentAddress: () => string;
  /** Changes a refresh token for a new grant; nothing when the server refuses. */
  renew: (refreshToken: string) => Promise<TokenGrant | undefined>;
};

export type Session = {
  /** The token to send, if a person is logged in. */
  token: () => string | undefined;
  /** The same after a renewal that is due or under way; never rejects. */
  freshToken: () => Promise<string | undefined>;
  /** Remembers a log-in until it expires. */
  begin: (grant: TokenGrant) => void;
  /** Forgets the person, here and in the browser's other tabs. Repeating it changes nothing. */
  forget: () => void;
  /** A call sent with `usedToken` was answered 401 (seed §4, §8). */
  refused: (usedToken: string | undefined) => void;
  /** A call sent with `usedToken` was answered as a visitor's, `X-Session: expired` (PRODUCT §4). */
  expired: (usedToken: string | undefined) => void;
};

/** Seed §4, the warning before the redirect. */
export const SESSION_WARNING = '登录状态过期，请重新登录！';
/** Seed §4, the dialog over content. */
export const SESSION_DIALOG = '登录过期，请重新登录';

// A refused renewal is not asked for again at every call.
const RENEWAL_PAUSE_MS = 60_000;
const LOCK_TIMEOUT_MS = 5000;

/**
 * The session of this browser (seed §4, §7). However many calls fail at once there is one warning and one
 * redirect, or one dialog; an answer to a token that has since been replaced ends nothing.
 */
export function createSession({ goTo, currentAddress, renew }: SessionOptions): Session {
  let farewell: 'none' | 'redirect' | 'dialog' = 'none';
  // The token that was let go of last: calls sent with it may still be answered, and end nothing any more.
  let ended: string | undefined;
  let renewal: Promise<void> | undefined;
  let renewalPausedUntil = 0;

  const token = () => readStored('token')?.token;
  const forget = () => {
    ended = token() ?? ended;
    removeStored('token', 'menuIds');
  };

  function refused(usedToken: string | undefined): void {
    if (!isCurrent(usedToken)) return;
    forget();
    if (hasContentOnScreen()) tellByDialog();
    else tellByRedirect();
  }

  function expired(usedToken: string | undefined): void {
    if (usedToken === undefined || usedToken !== token()) return;
    forget();
    tellByDialog();
  }

  // False for the late answer to a token that a log-in or a renewal has replaced meanwhile, or whose end was told or
  // wished for: who has put the dialog away, or logged out, is not told again.
  function isCurrent(usedToken: string | undefined): boolean {
    const held = token();
    return held === undefined ? usedToken === undefined || usedToken !== ended : held === usedToken;
  }

  function tellByDialog(): void {
    if (farewell !== 'none') return;
    farewell = 'dialog';
    const address = currentAddress();
    showDialog({
      kind: 'session-expired',
      title: ALERT_TITLE,
      message: SESSION_DIALOG,
      confirmText: '登录',
      onConfirm: () => goTo(loginAddress(address)),
      onClose: () => {
        farewell = 'none';
      },
    });
  }

  function tellByRedirect(): void {
    const address = currentAddress();
    if (farewell !== 'none' || isLoginPage(address)) return;
    farewell = 'redirect';
    toasts.warning(SESSION_WARNING);
    setTimeout(() => {
      farewell = 'none';
      if (token() === undefined && !isLoginPage(currentAddress())) goTo(loginAddress(address));
    }, LOGIN_REDIRECT_DELAY_MS);
  }

  async function freshToken(): Promise<string | undefined> {
    if (!renewal && isRenewalDue()) {
      renewal = alone(renewIfStillDue).finally(() => {
        renewal = undefined;
      });
    }
    await renewal;
    return token();
  }

  function isRenewalDue(): boolean {
    const renewAt = readStored('token')?.renewAt;
    return renewAt !== undefined && renewAt <= Date.now() && renewalPausedUntil <= Date.now();
  }

  async function renewIfStillDue(): Promise<void> {
    const held = readStored('token');
    if (!held || !isRenewalDue()) return;
    renewalPausedUntil = Date.now() + RENEWAL_PAUSE_MS;
    const grant = await renew(held.refreshToken).catch(() => undefined);
    // Whoever logged out or in while the answer was on its way has the last word.
    if (!grant || token() !== held.token) return;
    keepSession(grant);
    renewalPausedUntil = 0;
  }

  return {
    token,
    freshToken,
    begin: (grant) => {
      ended = undefined;
      keepSession(grant);
    },
    forget,
    refused,
    expired,
  };
}

/**
 * Keeps the stores in line with the person this browser remembers, log-ins and log-outs of other tabs
 * included; what one person left on kept pages and marked as their own is not shown to the next. Returns how to
 * stop.
 */
export function followSession(): () => void {
  let shownId: string | undefined;
  const follow = () => {
    const user = readStored('token')?.user;
    if (user !== useUser.getState().userInfo) showUser(user);
    if (shownId !== undefined && shownId !== user?.id) {
      forgetKept();
      forgetMarks();
    }
    shownId = user?.id;
  };
  follow();
  return subscribeToStored(follow);
}

/** Whether a person is logged in, live and across tabs; false on the server and while hydrating. */
export function useIsLoggedIn(): boolean {
  return useStored('token') !== undefined;
}

/** The same outside React, for loaders. */
export function isLoggedIn(): boolean {
  return readStored('token') !== undefined;
}

/** The person has changed something of themselves: the browser's tabs show it from now on. */
export function changeUser(changes: Partial<Pick<UserInfo, 'name' | 'avatar'>>): void {
  changeStored('token', (held) => ({ ...held, user: { ...held.user, ...changes } }));
}

function keepSession(grant: TokenGrant): void {
  const life = Number(grant.expires_in) * 1000;
  const isLimited = Number.isFinite(life) && life > 0;
  const now = Date.now();
  const session = { token: grant.access_token, refreshToken: grant.refresh_token, user: readUser(grant) };
  const expiresAt = isLimited ? now + life : undefined;
  // Half of its life is left for the renewal to succeed in.
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

// A refresh token is good for one use, so two tabs must not use it at once. A tab that was frozen with
// the lock in its hand must not stop the others: they go on with the token they have.
async function alone(work: () => Promise<void>): Promise<void> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return work();
  const signal = AbortSignal.timeout(LOCK_TIMEOUT_MS);
  await locks.request('guanlan-renewal', { signal }, work).catch(() => undefined);
}
