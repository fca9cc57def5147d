import type { APIRequestContext } from '@playwright/test';
import { type Reader, readers } from './portal.ts';

/** The headers of seed §7: the fixed client credential and tenant, and the token of who is logged in. */
export function headersOf(token?: string): Record<string, string> {
  return {
    Authorization: `Basic ${btoa('guanlan:guanlan')}`,
    'Tenant-Id': '000000',
    ...(token && { 'Blade-Auth': `bearer ${token}` }),
  };
}

/** Makes one call, `GET /reception/isLogin`, as the client does, and answers the text of the body. */
export async function ask(
  request: APIRequestContext,
  call: string,
  query: Record<string, string | number> = {},
  token?: string,
): Promise<string> {
  const [method = 'GET', path = ''] = call.split(' ');
  const response = await request.fetch(`/api${path}`, { method, params: query, headers: headersOf(token) });
  return response.text();
}

/** The data of an envelope. */
export async function askData<T>(...args: Parameters<typeof ask>): Promise<T> {
  const { code, msg, data } = JSON.parse(await ask(...args));
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

/** The texts in force, as somebody agrees to them. */
export async function currentTexts(
  request: APIRequestContext,
): Promise<{ agreement: string; privacy: string }> {
  const version = async (kind: string) =>
    (await askData<{ version: string }>(request, 'GET /reception/getAgreement', { kind })).version;
  const [agreement, privacy] = await Promise.all([version('agreement'), version('privacy')]);
  return { agreement, privacy };
}

/** A session of their own for every journey, so that one which ends it disturbs no other. */
export async function logIn(request: APIRequestContext, reader: Reader | Credentials): Promise<Grant> {
  const { mobile: username, password } = typeof reader === 'string' ? readers[reader] : reader;
  const ask = async (consent: object) => {
    const form = { tenantId: '000000', scope: 'all', grant_type: 'password', username, password, ...consent };
    const response = await request.post('/api/blade-auth/oauth/token', { headers: headersOf(), form });
    return response.json();
  };
  let grant = await ask({});
  // A journey before this one may have published another version.
  if (grant.error === 'consent_renewal') grant = await ask(await currentTexts(request));
  if (!grant.access_token) throw new Error(`the log-in of ${username} failed: ${JSON.stringify(grant)}`);
  return grant as Grant;
}

/** What the client keeps of a log-in in local storage (seed §3). */
export function storedSession(grant: Grant): { name: string; value: string }[] {
  const lifeMs = grant.expires_in * 1000;
  const keep = (name: string, value: unknown) => ({
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
  return [keep('token', { ...token, renewAt: Date.now() + lifeMs / 2 }), keep('menuIds', grant.menuIds)];
}
