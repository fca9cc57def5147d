import type { APIRequestContext } from '@playwright/test';
import { type Credentials, currentAgreements, type Grant, headersOf } from './calls.ts';
import { postData, readFirstCode, requestCode } from './codes.ts';

export type Rights = { vipDays?: number; role?: string };

/**
 * Registers a member by SMS code as the client does, with consent to both agreements, and returns their first session.
 */
export async function register(
  request: APIRequestContext,
  { mobile, password, name }: Credentials & { name: string },
): Promise<Grant> {
  const [consent] = await Promise.all([
    currentAgreements(request),
    requestCode(request, { purpose: 'register', phone: mobile }),
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

/** Grants a member VIP or a role, with the token of an administrator. */
export async function giveRights(
  request: APIRequestContext,
  id: string,
  { vipDays, role }: Rights,
  adminToken: string,
): Promise<void> {
  if (vipDays)
    await postData(request, '/admin/member/giveVip', { id, days: vipDays, reason: '试读' }, adminToken);
  if (role) await postData(request, '/admin/staff/giveRole', { id, role }, adminToken);
}
