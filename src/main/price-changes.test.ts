import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { purge } from '#kernel/cache/purge.ts';
import { postTag } from '#shared/cache-tags.ts';
import { plainSite } from '#testing/plain-site.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { waitFor } from '#testing/wait-for.ts';
import { listenForChanges } from './listen-for-changes.ts';
import { servePages } from './pages.ts';

/* Pages are cached until one of their tags is invalidated. The tests prove that a page is cached by changing a price
   directly in the database, which invalidates nothing: the page still shows the old price. */

let portal: Portal;
let changes: { stop(): Promise<void> };
let admin: string;
let postId: string;
beforeAll(async () => {
  portal = await openPortal();
  // Views that need a log-in are rendered without text on the server.
  await portal.ctx.db.updateTable('columns').set({ login_auth: false }).where('id', '=', '2').execute();
  changes = await listenForChanges(portal.app);
  await servePages(portal.server, portal.app, plainSite);
  admin = (await logIn(portal, { role: 'admin' })).token;
});
afterAll(async () => {
  await changes.stop();
  await portal.close();
});

beforeEach(async () => {
  const body = '<p>开头。</p><!--paywall--><p>付费的句子。</p>';
  postId = await addPost(portal, { access: 'paid', price: 1800, body });
  await waitForPurges();
});

/** Waits until all invalidations so far have arrived: they arrive in commit order, and the last one is from here. */
async function waitForPurges(): Promise<void> {
  const { tenant, db } = portal.ctx;
  const stamp = () => tenant.tags.stamp([postTag('settled')]);
  const before = stamp();
  await purge(portal.ctx, db, [postTag('settled')]);
  await waitFor(() => expect(stamp()).not.toBe(before));
}

/** What the paywalls on the two pages of the post show a visitor. */
const fetchPaywalls = () =>
  Promise.all(
    [`/rined/detail?id=${postId}`, `/mobileDetail?id=${postId}&kind=article`].map(async (url) => {
      const { statusCode, body } = await portal.server.inject({ url });
      expect(statusCode).toBe(200);
      const paywall = body.slice(
        body.indexOf('class="paywall"'),
        body.indexOf('<script type="application/json"'),
      );
      return paywall.replace(/<[^>]*>/g, ' ');
    }),
  );
const expectPricesOnPaywalls = async (...prices: string[]) => {
  for (const paywall of await fetchPaywalls()) for (const price of prices) expect(paywall).toContain(price);
};
/** The price of the post in a call's answer to a visitor. */
const fetchDetail = async () =>
  (await portal.call('POST /reception/article/selectArticle', { query: { id: postId } })).body.data;
const callAdmin = async (method: string, path: string, input: object) => {
  const { body } = await portal.call(`${method} /admin/${path}`, { token: admin, ...input });
  expect(body).toMatchObject({ code: 200 });
  return body.data;
};

test('a new price or VIP price of a post shows on every cached page and in the calls', async () => {
  await expectPricesOnPaywalls('¥18 ');
  await portal.ctx.db.updateTable('posts').set({ price: 1700 }).where('id', '=', postId).execute();
  await expectPricesOnPaywalls('¥18 ');
  const { version, content } = await callAdmin('GET', 'post/detail', { query: { id: postId } });
  const saved = await callAdmin('POST', 'post/save', {
    body: { id: postId, base: version, content: { ...content, price: 2500, vipPrice: 1200 } },
  });
  await expectPricesOnPaywalls('¥18 ');
  await callAdmin('POST', 'post/publish', { body: { id: postId, base: saved.version } });
  expect(await fetchDetail()).toMatchObject({ price: 2500, vipPrice: 1200, offers: [{ price: 2500 }] });
  await waitFor(() => expectPricesOnPaywalls('¥25 ', 'VIP 价 ¥12'));
});

test('a new price, the end of sale or the return to sale of a plan shows on every cached page and in the calls', async () => {
  const plan = { scope: 'column', columnId: '2', name: '包月', months: 1, price: 6800 };
  const { id } = await callAdmin('POST', 'plan/save', { body: plan });
  const findColumnPrice = async () =>
    (await fetchDetail()).offers.find(({ type }: { type: string }) => type === 'column')?.price;
  await waitFor(async () => expect(await findColumnPrice()).toBe(6800));
  await waitFor(() => expectPricesOnPaywalls('¥68 起'));
  await waitForPurges();
  await expectPricesOnPaywalls('¥68 起');
  await portal.ctx.db.updateTable('plans').set({ price: 6700 }).where('id', '=', id).execute();
  await expectPricesOnPaywalls('¥68 起');
  await callAdmin('POST', 'plan/save', { body: { ...plan, id, price: 5900 } });
  await waitFor(() => expectPricesOnPaywalls('¥59 起'));
  expect(await findColumnPrice()).toBe(5900);
  const plans = (await portal.call('GET /reception/getPlans', { query: { columnId: '2' } })).body.data;
  expect(plans.find((one: { id: string }) => one.id === id)).toMatchObject({ price: 5900, yourPrice: 5900 });
  await callAdmin('POST', 'plan/save', { body: { ...plan, id, price: 5900, isActive: false } });
  await waitFor(async () => {
    for (const paywall of await fetchPaywalls()) expect(paywall).not.toContain('订阅');
  });
  expect(await findColumnPrice()).toBeUndefined();
});

test('a VIP plan shows on the cached page about VIP as it is sold, and is gone with the end of sale', async () => {
  const fetchPage = async () => {
    const { statusCode, body } = await portal.server.inject({ url: '/membership' });
    expect(statusCode).toBe(200);
    return body.slice(0, body.indexOf('<script type="application/json"'));
  };
  await portal.ctx.db.updateTable('plans').set({ is_active: false }).execute();
  await purge(portal.ctx, portal.ctx.db, ['plans']);
  await waitForPurges();
  expect(await fetchPage()).toContain('现在没有在售的套餐');
  const plan = { scope: 'vip', name: '连看一年', months: 12, price: 36500 };
  const { id } = await callAdmin('POST', 'plan/save', { body: plan });
  await waitFor(async () => expect(await fetchPage()).toContain('连看一年'));
  expect(await fetchPage()).toContain('¥365');
  await portal.ctx.db.updateTable('plans').set({ price: 73000 }).where('id', '=', id).execute();
  expect(await fetchPage()).not.toContain('¥730');
  await callAdmin('POST', 'plan/save', { body: { ...plan, id, price: 73000 } });
  await waitFor(async () => expect(await fetchPage()).toContain('¥730'));
  const [, title] = /<title>(.*?)<\/title>/.exec(await fetchPage()) ?? [];
  expect(title).toContain('VIP 会员');
  await callAdmin('POST', 'plan/save', { body: { ...plan, id, isActive: false } });
  await waitFor(async () => expect(await fetchPage()).toContain('现在没有在售的套餐'));
});
