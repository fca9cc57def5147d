import type { Calls } from './calls.ts';
import { TENANT_ID } from './constants.ts';
import type { LoginRequirement, TokenAnswer, TokenGrant, TokenRefusal } from './envelope.ts';
import type { Session } from './session.ts';

/** The two calls of a session (docs/product.md §7, §18); their answers are OAuth bodies without an envelope. */
export type AccountCalls = {
  'POST /blade-auth/oauth/token': { body: URLSearchParams; data: TokenAnswer };
  'GET /blade-auth/oauth/logout': { data: unknown };
};

/**
 * The versions of the agreement and the privacy policy that a person accepted (PIPL: consent is recorded with its
 * version).
 */
export type Consent = { agreement: string; privacy: string };

/** The credentials of each grant type; `totp` and `proof` are added once the server requires them. */
export type Proof = { totp?: string; fromPost?: string } & (
  | ({ grant_type: 'password'; username: string; password: string; proof?: string } & Partial<Consent>)
  | ({ grant_type: 'sms_code'; phone: string; value: string } & Consent)
  | ({ grant_type: 'email_code'; email: string; value: string } & Consent)
  | ({ grant_type: 'register'; phone: string; value: string; password: string; nickname?: string } & Consent)
  | { grant_type: 'social'; source: 'wechat'; code: string; state: string; returnTo?: string }
  | ({ grant_type: 'social'; bindTicket: string; phone?: string; value?: string } & Partial<Consent>)
);

/** Why a log-in was refused; `message` is for the form (docs/product.md §8: error_code 400 is passed through). */
export type LoginRefusal = {
  isLoggedIn: false;
  message: string;
  /** What the form must ask for before it sends the same grant again. */
  requirement?: LoginRequirement;
  bindTicket?: string;
  nickname?: string;
  authorizeAddress?: string;
};

/** The outcome of a log-in. `deletionDueAt` (ISO 8601) is set while the deletion of the account is pending. */
export type LoginOutcome = { isLoggedIn: true; deletionDueAt: string | null } | LoginRefusal;

export type Account = {
  /**
   * Logs in and saves the session. Rejects with a `CallError`, already shown in an alert, if there is no usable answer.
   */
  logIn: (proof: Proof, signal?: AbortSignal) => Promise<LoginOutcome>;
  /** Removes the session here at once, and revokes it on the server if it can be reached. Never rejects. */
  logOut: () => Promise<void>;
};

export function createAccount(
  calls: Calls<AccountCalls>,
  session: Session,
  tenantId: string = TENANT_ID,
): Account {
  return {
    logIn: async (proof, signal) => {
      const body = writeForm({ tenantId, scope: 'all', ...proof });
      const answer = await calls.call('POST /blade-auth/oauth/token', {
        body,
        token: null,
        ...(signal && { signal }),
      });
      if (!isGrant(answer)) return readRefusal(answer);
      session.begin(answer);
      return { isLoggedIn: true, deletionDueAt: answer.deletion_due_at ?? null };
    },
    logOut: async () => {
      const token = session.token();
      session.forget();
      if (token === undefined) return;
      await calls.call('GET /blade-auth/oauth/logout', { token, silent: true }).catch(() => undefined);
    },
  };
}

/**
 * Requests a new grant with a refresh token; returns undefined if the server refuses it. Shows nothing.
 * @throws CallError without an answer
 */
export async function renewGrant(
  calls: Calls<AccountCalls>,
  refreshToken: string,
  { signal, tenantId = TENANT_ID }: { signal: AbortSignal; tenantId?: string },
): Promise<TokenGrant | undefined> {
  const body = writeForm({
    tenantId,
    scope: 'all',
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  });
  const answer = await calls.call('POST /blade-auth/oauth/token', {
    body,
    token: null,
    silent: true,
    signal,
  });
  return isGrant(answer) ? answer : undefined;
}

// Sent as a form, never in the address: addresses end up in logs, and these fields are secrets.
function writeForm(fields: Record<string, string>): URLSearchParams {
  return new URLSearchParams(fields);
}

function readRefusal({
  error_description,
  error,
  bindTicket,
  nickname,
  authorizeAddress,
}: TokenRefusal): LoginRefusal {
  return {
    isLoggedIn: false,
    message: error_description,
    ...(error && { requirement: error }),
    ...(bindTicket && { bindTicket }),
    ...(nickname && { nickname }),
    ...(authorizeAddress && { authorizeAddress }),
  };
}

function isGrant(answer: TokenAnswer): answer is TokenGrant {
  return 'access_token' in answer;
}
