import { type Account, type AccountCalls, createAccount, renewGrant } from './account.ts';
import { type CallMap, type Calls, createCalls } from './calls.ts';
import { TENANT_ID } from './constants.ts';
import { createSession, type Session } from './session.ts';

export type ClientOptions = {
  /** Goes to a path of this site, as the router does. */
  goTo: (path: string) => void;
  /** Path, query and hash on screen. */
  currentAddress: () => string;
  baseURL?: string;
  /** Client credential `id:secret`. */
  client?: string;
  tenantId?: string;
};

export type Client<M extends CallMap<M>> = Calls<M> & { session: Session; account: Account };

/** Everything a browser needs to talk to the server, wired together; one per page. */
export function createClient<M extends CallMap<M>>(options: ClientOptions): Client<M> {
  const { goTo, currentAddress, tenantId = TENANT_ID, ...address } = options;
  const session = createSession({
    goTo,
    currentAddress,
    renew: (refreshToken) => renewGrant(calls, refreshToken, tenantId),
  });
  // The map of calls is types only: the same calls serve the page's map and the account's.
  const calls: Calls<AccountCalls> = createCalls<AccountCalls>({ ...address, session, tenantId });
  return { ...(calls as unknown as Calls<M>), session, account: createAccount(calls, session, tenantId) };
}
