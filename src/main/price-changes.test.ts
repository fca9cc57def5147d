import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { purge } from '#kernel/cache/purge.ts';
import { postTag } from '#shared/cache-tags.ts';
import { addPiece, logIn } from '#testing/builders.ts';
import { plainSite } from '#testing/plain-site.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { listenForChanges } from './changes.ts';
import { servePages } from './pages.ts';

/*
 * Readers' pages are kept until a tag they hang on is purged. That they are kept is shown by changing a price behind the
 * portal's back, where nobody purges anything: the page goes on saying the old one.
 */

let portal: Portal;
let changes: { stop(): Promise<void> };
let admin: string;
let piece: string;
beforeAll(async () => {
  portal = await openPortal();
  // Views that need a log-in have no text on the server.
  await portal.ctx.db.updateTable('columns').set({ login_auth: false }).where('id', '=', '2').execute();
  changes = await listenForChanges(portal.house);
  await servePages(portal.app, portal.house, plainSite);
  admin = (await logIn(portal, { role: 'admin' })).token;
});
afterAll(async () => {
  await changes.stop();
  await portal.close();
});

beforeEach(async () => {
  const body = '<p>开头。</p><!--paywall--><p>付费的句子。</p>';
  piece = await addPiece(portal, { access: 'paid', price: 1800, body });
  await settle();
});

/** Waits until every purge so far was heard: they come in the order of their commits, and the last one is ours. */
async function settle(): Promise<void> {
  const { tenant, db } = portal.ctx;
  const stamp = () => tenant.tags.stamp([postTag('settled')]);
  const before = stamp();
  await purge(portal.ctx, db, [postTag('settled')]);
  await vi.waitFor(() => expect(stamp()).not.toBe(before));
}

/** What the walls of the piece's two pages say to a visitor. */
const walls = () =>
  Promise.all(
    [`/rined/detail?id=${piece}`, `/mobileDetail?id=${piece}&kind=article`].map(async (url) => {
      const { statusCode, body } = await portal.app.inject({ url });
      expect(statusCode).toBe(200);
      const wall = body.slice(
        body.indexOf('class="paywall"'),
        body.indexOf('<script type="application/json"'),
      );
      return wall.replace(/<[^>]*>/g, ' ');
    }),
  );
const expectOnWalls = async (...prices: string[]) => {
  for (const wall of await walls()) for (const price of prices) expect(wall).toContain(price);
};
/** What a call answers a visitor that the piece costs. */
const detail = async () =>
  (await portal.ask('POST /reception/article/selectArticle', { query: { id: piece } })).body.data;
const desk = async (method: string, path: string, asked: object) => {
  const { body } = await portal.ask(`${method} /admin/${path}`, { token: admin, ...asked });
  expect(body).toMatchObject({ code: 200 });
  return body.data;
};

test('a piece that gets another price, or a VIP price, has it on every page that was kept, and in the calls', async () => {
  await expectOnWalls('¥18 ');
  await portal.ctx.db.updateTable('posts').set({ price: 1700 }).where('id', '=', piece).execute();
  await expectOnWalls('¥18 ');
  const { version, content } = await desk('GET', 'post/detail', { query: { id: piece } });
  const saved = await desk('POST', 'post/save', {
    body: { id: piece, base: version, content: { ...content, price: 2500, vipPrice: 1200 } },
  });
  await expectOnWalls('¥18 ');
  await desk('POST', 'post/publish', { body: { id: piece, base: saved.version } });
  expect(await detail()).toMatchObject({ price: 2500, vipPrice: 1200, offers: [{ price: 2500 }] });
  await vi.waitFor(() => expectOnWalls('¥25 ', 'VIP 价 ¥12'));
});

test('a plan that gets another price, is taken off sale or comes on has it on every page that was kept, and in the calls', async () => {
  const plan = { scope: 'column', columnId: '2', name: '包月', months: 1, price: 6800 };
  const { id } = await desk('POST', 'plan/save', { body: plan });
  const column = async () =>
    (await detail()).offers.find(({ type }: { type: string }) => type === 'column')?.price;
  await vi.waitFor(async () => expect(await column()).toBe(6800));
  await vi.waitFor(() => expectOnWalls('¥68 起'));
  await settle();
  await expectOnWalls('¥68 起');
  await portal.ctx.db.updateTable('plans').set({ price: 6700 }).where('id', '=', id).execute();
  await expectOnWalls('¥68 起');
  await desk('POST', 'plan/save', { body: { ...plan, id, price: 5900 } });
  await vi.waitFor(() => expectOnWalls('¥59 起'));
  expect(await column()).toBe(5900);
  const plans = (await portal.ask('GET /reception/getPlans', { query: { columnId: '2' } })).body.data;
  expect(plans.find((one: { id: string }) => one.id === id)).toMatchObject({ price: 5900, yourPrice: 5900 });
  await desk('POST', 'plan/save', { body: { ...plan, id, price: 5900, isActive: false } });
  await vi.waitFor(async () => {
    for (const wall of await walls()) expect(wall).not.toContain('订阅');
  });
  expect(await column()).toBeUndefined();
});
