import { type Account, type AccountCalls, createAccount, renewGrant } from './account.ts';
import { type CallMap, type Calls, createCalls } from './calls.ts';
import { TENANT_ID } from './constants.ts';
import { createSession, type Session, type SessionOptions } from './session.ts';

export type ClientOptions = Omit<SessionOptions, 'renew'> & {
  baseURL?: string;
  /** The client credential, `id:secret`. */
  client?: string;
  tenantId?: string;
};

export type Client<M extends CallMap<M>> = Calls<M> & { session: Session; account: Account };

/** Creates the calls, the session and the account functions of a browser; one per page. */
export function createClient<M extends CallMap<M>>(options: ClientOptions): Client<M> {
  const { goTo, wantedAddress, visitorAddress, tenantId = TENANT_ID, ...address } = options;
  const session = createSession({
    goTo,
    wantedAddress,
    visitorAddress,
    renew: (refreshToken, signal) => renewGrant(calls, refreshToken, { signal, tenantId }),
  });
  // A map of calls exists only as types, so the same object serves the page's map and the account's.
  const calls: Calls<AccountCalls> = createCalls<AccountCalls>({ ...address, session, tenantId });
  return { ...(calls as unknown as Calls<M>), session, account: createAccount(calls, session, tenantId) };
}
