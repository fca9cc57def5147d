import type { APIRequestContext } from '@playwright/test';
import { headersOf } from './calls.ts';
import { newMobile } from './codes.ts';
import { test } from './journey.ts';
import { baseURL, guanlan } from './portal.ts';

type Grant = Awaited<ReturnType<typeof import('./calls.ts').logIn>>;

/** A member of whom nobody else knows, so that a journey may change whatever it likes. */
export type Newcomer = { mobile: string; password: string; name: string };

/** Makes one with the real command line. */
export function addNewcomer(name: string, ...options: string[]): Newcomer {
  const newcomer = { mobile: newMobile(), password: '潮起潮落 8 times', name };
  guanlan('member', 'add', newcomer.mobile, '--password', newcomer.password, '--name', name, ...options);
  return newcomer;
}

/** Logs a newcomer in; `userAgent` names the device. */
export async function logInAs(
  request: APIRequestContext,
  { mobile, password }: Pick<Newcomer, 'mobile' | 'password'>,
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

/** Journeys each of a person of its own, `me`, who is logged in: what one changes disturbs no other. */
export const newcomerTest = (name: string) =>
  test.extend<{ me: Newcomer }>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first argument.
    me: async ({}, use) => use(addNewcomer(name)),
    grant: async ({ me, playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL });
      await use(await logInAs(request, me));
      await request.dispose();
    },
  });
