import type { APIRequestContext } from '@playwright/test';
import { type Credentials, currentTexts, type Grant, headersOf } from './calls.ts';
import { askForCode, post, readFirstCode } from './codes.ts';

export type Rights = { vipDays?: number; role?: string };

/** Registers a member by SMS code as the client does, with consent to both texts, and returns their first session. */
export async function register(
  request: APIRequestContext,
  { mobile, password, name }: Credentials & { name: string },
): Promise<Grant> {
  const [consent] = await Promise.all([
    currentTexts(request),
    askForCode(request, { purpose: 'register', phone: mobile }),
  ]);
  const value = await readFirstCode(request, mobile);
  const response = await request.post('/api/blade-auth/oauth/token', {
    headers: headersOf(),
    form: { grant_type: 'register', phone: mobile, password, nickname: name, value, ...consent },
  });
  const grant = await response.json();
  if (!grant.access_token) throw new Error(`${mobile} was not registered: ${JSON.stringify(grant)}`);
  return grant as Grant;
}

/** Gives a member VIP or a role, with the token of an administrator. */
export async function giveRights(
  request: APIRequestContext,
  id: string,
  { vipDays, role }: Rights,
  admin: string,
): Promise<void> {
  if (vipDays) await post(request, '/admin/member/giveVip', { id, days: vipDays, reason: '试读' }, admin);
  if (role) await post(request, '/admin/staff/giveRole', { id, role }, admin);
}
