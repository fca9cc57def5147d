import type { Calls } from './calls.ts';
import { TENANT_ID } from './constants.ts';
import type { TokenAnswer, TokenGrant, TokenLack, TokenRefusal } from './envelope.ts';
import type { Session } from './session.ts';

/** The two calls a session lives on (the seed's protocol family, raw OAuth bodies). */
export type AccountCalls = {
  'POST /blade-auth/oauth/token': { body: URLSearchParams; data: TokenAnswer };
  'GET /blade-auth/oauth/logout': { data: unknown };
};

/** The versions of both texts a person has ticked (PIPL: consent is recorded with its version). */
export type Consent = { agreement: string; privacy: string };

/** How someone proves who they are, by grant; `totp` and `proof` go along once the server asked for them. */
export type Proof = { totp?: string; fromPost?: string } & (
  | ({ grant_type: 'password'; username: string; password: string; proof?: string } & Partial<Consent>)
  | ({ grant_type: 'sms_code'; phone: string; value: string } & Consent)
  | ({ grant_type: 'register'; phone: string; value: string; password: string; nickname?: string } & Consent)
  | { grant_type: 'social'; source: 'wechat'; code: string; state: string }
  | ({ grant_type: 'social'; bindTicket: string; phone?: string; value?: string } & Partial<Consent>)
);

/** Why a log-in was refused; `message` is for the form (seed §8: error_code 400 is passed through). */
export type LoginRefusal = {
  isLoggedIn: false;
  message: string;
  /** What to ask for, then send the same again. */
  lack?: TokenLack;
  bindTicket?: string;
  nickname?: string;
};

/** A log-in's outcome. `deletionDueAt` (ISO 8601) is set while the account waits to be deleted. */
export type LoginOutcome = { isLoggedIn: true; deletionDueAt: string | null } | LoginRefusal;

export type Account = {
  /** Logs in and remembers it. Rejects with a `CallError`, already alerted, when no answer is to be had. */
  logIn: (proof: Proof, signal?: AbortSignal) => Promise<LoginOutcome>;
  /** Logs out: at once here, and on the server if it can be reached. Never rejects. */
  logOut: () => Promise<void>;
};

/** Logging in and out. */
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

/** Asks for a new grant with a refresh token; nothing when the server refuses it. Shows nothing. */
export async function renewGrant(
  calls: Calls<AccountCalls>,
  refreshToken: string,
  tenantId: string = TENANT_ID,
): Promise<TokenGrant | undefined> {
  const body = writeForm({
    tenantId,
    scope: 'all',
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  });
  const answer = await calls.call('POST /blade-auth/oauth/token', { body, token: null, silent: true });
  return isGrant(answer) ? answer : undefined;
}

// A form, never the address: addresses end in logs, and these fields are secrets.
function writeForm(fields: Record<string, string>): URLSearchParams {
  return new URLSearchParams(fields);
}

function readRefusal({ error_description, error, bindTicket, nickname }: TokenRefusal): LoginRefusal {
  return {
    isLoggedIn: false,
    message: error_description,
    ...(error && { lack: error }),
    ...(bindTicket && { bindTicket }),
    ...(nickname && { nickname }),
  };
}

function isGrant(answer: TokenAnswer): answer is TokenGrant {
  return 'access_token' in answer;
}
