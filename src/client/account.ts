import type { Calls } from './calls.ts';
import { TENANT_ID } from './constants.ts';
import type { TokenAnswer, TokenGrant } from './envelope.ts';
import type { Session } from './session.ts';

/** The two calls a session lives on (the seed's protocol family, raw OAuth bodies). */
export type AccountCalls = {
  'POST /blade-auth/oauth/token': { body: URLSearchParams; data: TokenAnswer };
  'GET /blade-auth/oauth/logout': { data: unknown };
};

/** How someone proves who they are; the fields of each grant go with it. */
export type Proof =
  | { grant_type: 'password'; username: string; password: string }
  | { grant_type: 'sms_code'; phone: string; value: string }
  | { grant_type: 'social' | 'register'; [field: string]: string };

/** A log-in's outcome; `message` is for the form (seed §8: error_code 400 is passed through). */
export type LoginOutcome = { isLoggedIn: true } | { isLoggedIn: false; message: string };

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
      if (!isGrant(answer)) return { isLoggedIn: false, message: answer.error_description };
      session.begin(answer);
      return { isLoggedIn: true };
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

function isGrant(answer: TokenAnswer): answer is TokenGrant {
  return 'access_token' in answer;
}
