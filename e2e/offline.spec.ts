import type { APIRequestContext, Page } from '@playwright/test';
import { fetchData, headersOf, logIn } from './calls.ts';
import { expect, open, phone, test } from './journey.ts';

// The portals of the journeys offer no offline page (e2e/portal.ts), since a service worker would outlive its journey.
test.use({ ...phone, ownContext: true, reader: 'member' });

async function setOffline(request: APIRequestContext, offline: boolean): Promise<void> {
  const { access_token: token } = await logIn(request, 'admin');
  const { groups } = await fetchData<{ groups: { name: string; updatedAt: string | null }[] }>(
    request,
    'GET /admin/settings/list',
    {},
    token,
  );
  const base = groups.find(({ name }) => name === 'site')?.updatedAt ?? null;
  const data = { group: 'site', values: { name: '观澜', offline }, base };
  const answer = await (
    await request.post('/api/admin/settings/save', { headers: headersOf(token), data })
  ).json();
  expect(answer.code, answer.msg).toBe(200);
}

/** The offline page reloads itself when the network is back. Another navigation at that moment would be interrupted. */
const expectReloaded = (page: Page) => expect(page.getByRole('link', { name: '跳到正文' })).toBeAttached();

test('what was read last opens without a network, and is gone after logging out', { tag: '@deep' }, async ({
  page,
  context,
  request,
  edition,
  allowed,
}) => {
  allowed.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource/);
  await setOffline(request, true);
  try {
    const post = edition.posts.find(({ access, kind }) => access === 'public' && kind === 'article');
    if (!post) throw new Error('the edition has no public article');
    await open(page, post.address);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect
      .poll(() => page.evaluate(async () => (await (await caches.open('guanlan-read')).keys()).length))
      .toBe(1);

    await context.setOffline(true);
    await page.goto('/index');
    await expect(page.getByRole('status')).toContainText('可能没有网络');
    // The page reloads itself when it believes that the network is back, which may swallow a tap on a busy machine.
    await expect(async () => {
      await page.getByRole('link', { name: post.title }).tap({ timeout: 5_000 });
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(post.title, { timeout: 5_000 });
    }).toPass({ timeout: 40_000 });

    await context.setOffline(false);
    await expectReloaded(page);
    await open(page, '/personal');
    await page.getByRole('main').getByRole('button', { name: '退出登录' }).tap();
    await expect(page).toHaveURL('/index');
    await context.setOffline(true);
    await page.goto(post.address);
    await expect(page.getByRole('heading', { name: '这里还没有可以离线读的文章' })).toBeVisible();
    await context.setOffline(false);
    await expectReloaded(page);
  } finally {
    await setOffline(request, false);
  }
  // A visit replaces the worker by one that ends, once the process that answers it has heard of the change.
  await expect(async () => {
    await open(page, '/index');
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), {
        timeout: 5_000,
      })
      .toBe(0);
  }).toPass({ timeout: 40_000 });
});
