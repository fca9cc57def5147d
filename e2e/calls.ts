import type { APIRequestContext } from '@playwright/test';
import { type AccountName, accounts } from './portal.ts';

/** The headers of docs/product.md §7: the fixed client credential and tenant, and the token of a logged-in member. */
export function headersOf(token?: string): Record<string, string> {
  return {
    Authorization: `Basic ${btoa('guanlan:guanlan')}`,
    'Tenant-Id': '000000',
    ...(token && { 'Blade-Auth': `bearer ${token}` }),
  };
}

/** Makes a call such as `GET /reception/isLogin` as the client does, and returns the text of the body. */
export async function fetchCall(
  request: APIRequestContext,
  call: string,
  query: Record<string, string | number> = {},
  token?: string,
): Promise<string> {
  const [method = 'GET', path = ''] = call.split(' ');
  const response = await request.fetch(`/api${path}`, { method, params: query, headers: headersOf(token) });
  return response.text();
}

/** Makes a call and returns the data of its envelope. */
export async function fetchData<T>(...args: Parameters<typeof fetchCall>): Promise<T> {
  const { code, msg, data } = JSON.parse(await fetchCall(...args));
  if (code !== 200) throw new Error(`${args[1]} answered ${code} ${msg}`);
  return data as T;
}

export type Grant = {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  user_id: string;
  account: string;
  nick_name: string;
  avatar: string;
  role_name: string;
  menuIds: string[];
};

export type Credentials = { mobile: string; password: string };

/** Returns the agreements in force, in the form in which a member accepts them. */
export async function currentAgreements(
  request: APIRequestContext,
): Promise<{ agreement: string; privacy: string }> {
  const version = async (kind: string) =>
    (await fetchData<{ version: string }>(request, 'GET /reception/getAgreement', { kind })).version;
  const [agreement, privacy] = await Promise.all([version('agreement'), version('privacy')]);
  return { agreement, privacy };
}

/** Logs in with a new session for every journey, so that a journey that ends its session disturbs no other. */
export async function logIn(request: APIRequestContext, reader: AccountName | Credentials): Promise<Grant> {
  const { mobile: username, password } = typeof reader === 'string' ? accounts[reader] : reader;
  const requestToken = async (consent: object) => {
    const form = { tenantId: '000000', scope: 'all', grant_type: 'password', username, password, ...consent };
    const response = await request.post('/api/blade-auth/oauth/token', { headers: headersOf(), form });
    return response.json();
  };
  let grant = await requestToken({});
  // An earlier journey may have published another version of the agreements.
  if (grant.error === 'consent_renewal') grant = await requestToken(await currentAgreements(request));
  if (!grant.access_token) throw new Error(`the log-in of ${username} failed: ${JSON.stringify(grant)}`);
  return grant as Grant;
}

/** Returns what the client saves in local storage after a log-in (docs/product.md §3). */
export function storedSession(grant: Grant): { name: string; value: string }[] {
  const lifeMs = grant.expires_in * 1000;
  const toStoredEntry = (name: string, value: unknown) => ({
    name,
    value: JSON.stringify({ value, expiresAt: Date.now() + lifeMs }),
  });
  const user = {
    id: grant.user_id,
    account: grant.account,
    name: grant.nick_name,
    avatar: grant.avatar,
    roleName: grant.role_name,
  };
  const token = { token: grant.access_token, refreshToken: grant.refresh_token, user };
  return [
    toStoredEntry('token', { ...token, renewAt: Date.now() + lifeMs / 2 }),
    toStoredEntry('menuIds', grant.menuIds),
  ];
}
