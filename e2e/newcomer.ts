import type { APIRequestContext } from '@playwright/test';
import { type Credentials, type Grant, headersOf, logIn } from './calls.ts';
import { newMobile } from './codes.ts';
import { test } from './journey.ts';
import { baseURL } from './portal.ts';
import { giveRights, type Rights, register } from './registration.ts';

/** A new member who belongs to one journey, which may therefore change anything. */
export type Newcomer = Credentials & { name: string };

/** Registers a new member and returns them with their first session. */
export async function addNewcomer(
  request: APIRequestContext,
  name: string,
  rights: Rights = {},
): Promise<Newcomer & { grant: Grant }> {
  const newcomer = { mobile: newMobile(), password: '潮起潮落 8 times', name };
  const grant = await register(request, newcomer);
  if (Object.keys(rights).length > 0) {
    const { access_token: admin } = await logIn(request, 'admin');
    await giveRights(request, grant.user_id, rights, admin);
  }
  return { ...newcomer, grant };
}

/** Logs a newcomer in; `userAgent` names the device. */
export async function logInAs(
  request: APIRequestContext,
  { mobile, password }: Credentials,
  userAgent?: string,
): Promise<Grant> {
  const response = await request.post('/api/blade-auth/oauth/token', {
    headers: { ...headersOf(), ...(userAgent && { 'user-agent': userAgent }) },
    form: { tenantId: '000000', scope: 'all', grant_type: 'password', username: mobile, password },
  });
  const grant = await response.json();
  if (!grant.access_token) throw new Error(`the log-in failed: ${JSON.stringify(grant)}`);
  return grant as Grant;
}

/** Gives each journey its own logged-in member, `me`, so that its changes disturb no other journey. */
export const newcomerTest = (name: string) =>
  test.extend<{ me: Newcomer & { grant: Grant } }>({
    me: async ({ playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL });
      await use(await addNewcomer(request, name));
      await request.dispose();
    },
    grant: ({ me }, use) => use(me.grant),
  });
