import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { defineColumns, findOffAddresses } from '#features/columns/index.ts';
import { features } from '#features/index.ts';
import { notifyMembers } from '#features/notifications/index.ts';
import { withdrawPost } from '#features/posts/index.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { isOffAddress, type ModuleName, moduleNames, moduleTitles } from '#shared/modules.ts';
import { plainSite } from '#testing/plain-site.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { waitFor } from '#testing/wait-for.ts';
import { serveAdmin } from './admin.ts';
import { listenForChanges } from './listen-for-changes.ts';
import { serveOutgoing } from './outgoing/serve.ts';
import { servePages } from './pages.ts';

let portal: Portal;
let changes: { stop(): Promise<void> };
let admin: string;
let member: string;
beforeAll(async () => {
  portal = await openPortal({ SITE_URL: 'https://news.example.cn' });
  changes = await listenForChanges(portal.app);
  serveOutgoing(portal.server, portal.app);
  await serveAdmin(portal.server, portal.app, plainSite);
  await servePages(portal.server, portal.app, plainSite);
  admin = (await logIn(portal, { role: 'admin' })).token;
  await defineColumns(portal.ctx, [{ id: '120', columnName: '内参', kind: 'reference', codePath: 120 }]);
  member = (await logIn(portal)).token;
});
afterAll(async () => {
  await changes.stop();
  await portal.close();
});
afterEach(() => set({}));

const allOn = Object.fromEntries(moduleNames.map((name) => [name, true]));

/** Switches modules, and waits until this process knows it. */
async function set(values: Partial<Record<ModuleName, boolean>>) {
  const list = await portal.call('GET /admin/settings/list', { token: admin });
  const group = list.body.data.groups.find(({ name }: { name: string }) => name === 'modules');
  const { body } = await portal.call('POST /admin/settings/save', {
    token: admin,
    body: { group: 'modules', values: { ...allOn, ...values }, base: group.updatedAt },
  });
  const off = moduleNames.filter((name) => values[name] === false);
  if (body.code === 200)
    await waitFor(async () => {
      for (const name of moduleNames)
        expect(await portal.app.isOff(portal.ctx, name), name).toBe(off.includes(name));
    });
  return body;
}

const fetchPage = (url: string) => portal.server.inject({ url });

/** The pages of each module, and the words by which a reader of any page would notice it. */
const traces: Record<ModuleName, { pages: string[]; words: string[] }> = {
  news: { pages: ['/globalInfo', '/GLOBALINFO/', '/globalInfo/detail?id=1'], words: ['全球资讯'] },
  reports: { pages: ['/rined', '/rined/detail?id=1'], words: ['脱水研报'] },
  vipPosts: { pages: ['/vip', '/vip/detail?id=1'], words: ['VIP 专享', '"/vip"'] },
  vip: { pages: ['/membership'], words: ['VIP 会员', '/membership'] },
  references: {
    pages: ['/personal/reference', '/personal/reference/add', '/120'],
    words: ['内参'],
  },
  contest: { pages: ['/gszb', '/gszb/rules', '/gszb/trade', '/gszb/player'], words: ['股神争霸', '/gszb'] },
  letters: { pages: [], words: ['邮件报'] },
  comments: { pages: [], words: ['评论'] },
};
const shownPages = ['/index', '/search', '/agreement', '/sitemap-pages.xml', '/admin'];

test('every page of a module is open while it is on', async () => {
  for (const { pages } of Object.values(traces))
    for (const page of pages.filter((one) => !one.includes('detail') && !one.includes('/player')))
      expect((await fetchPage(page)).statusCode, page).toBe(200);
});

describe.each(moduleNames)('%s, switched off', (module) => {
  test('answers 404 on its pages and calls, and no page, menu, footer or sitemap names it', async () => {
    const paid = await addPost(portal, { access: 'paid', price: 1000, vipPrice: 500, columnId: '2' });
    if (module === 'reports') await withdrawPost(portal.ctx, paid);
    expect(await set({ [module]: false })).toMatchObject({ code: 200 });
    const { pages, words } = traces[module];
    for (const page of pages) expect((await fetchPage(page)).statusCode, page).toBe(404);
    for (const { method, path } of portal.app.calls.filter((call) => call.module === module))
      for (const token of [undefined, member, admin])
        expect(await portal.call(`${method} ${path}`, { ...(token && { token }) }), path).toMatchObject({
          status: 404,
          body: { msg: '这个功能没有开放' },
        });
    const others =
      module === 'reports' ? [] : [`/rined/detail?id=${paid}`, `/mobileDetail?id=${paid}&kind=article`];
    for (const page of [...shownPages, ...others]) {
      const { statusCode, body } = await fetchPage(page);
      expect(statusCode, page).toBe(200);
      for (const word of words) expect(body, page).not.toContain(word);
      for (const [, href = ''] of body.matchAll(/href="(\/[^"]*)"/g))
        expect(isOffAddress(href, [module]), `${page} ${href}`).toBe(false);
    }
    const columns = (await portal.call('GET /reception/column/getColumnList')).body.data;
    for (const { columnName } of columns) expect(words).not.toContain(columnName);
    await withdrawPost(portal.ctx, paid);
  });
});

test('a module with pages or calls of its own is named by some feature', () => {
  const called = new Set(portal.app.calls.flatMap(({ module }) => module ?? []));
  const listed = features.flatMap(({ menu = [] }) => menu.flatMap(({ module }) => module ?? []));
  expect([...called].toSorted()).toEqual(['comments', 'contest', 'letters', 'references', 'reports', 'vip']);
  expect(listed.toSorted()).toEqual(['comments', 'contest', 'letters']);
});

describe('a module that readers find posts of', () => {
  const cases: [ModuleName, Parameters<typeof addPost>[1]][] = [
    ['news', { columnId: '1' }],
    ['reports', { columnId: '2' }],
    ['vipPosts', { columnId: '3' }],
    ['vip', { columnId: '2', access: 'vip' }],
    ['references', { columnId: '120' }],
  ];
  test.each(cases)(
    '%s stays on until they are withdrawn, and takes no new ones while it is off',
    async (module, post) => {
      const [published, scheduled] = [
        await addPost(portal, post),
        await addPost(portal, {
          ...post,
          state: 'scheduled',
          publishedAt: new Date(Date.now() + 86_400_000),
        }),
      ];
      expect(await set({ [module]: false })).toMatchObject({
        code: 400,
        msg: expect.stringContaining(`“${moduleTitles[module]}”还有 2 篇公开或定时的稿件`),
      });
      for (const id of [published, scheduled]) await withdrawPost(portal.ctx, id);
      expect(await set({ [module]: false })).toMatchObject({ code: 200 });
      await expect(addPost(portal, post)).rejects.toThrow(`“${moduleTitles[module]}”已在“设置 › 功能”里关掉`);
      const draft = await addPost(portal, { ...post, state: 'draft', publishedAt: null });
      const { version } = (
        await portal.call('GET /admin/post/detail', { token: admin, query: { id: draft } })
      ).body.data;
      const publish = () =>
        portal.call('POST /admin/post/publish', {
          token: admin,
          body: { id: draft, base: version, acceptsUnseen: true },
        });
      // A reference is only queued for its review.
      if (module !== 'references') {
        expect(await publish()).toMatchObject({
          status: 409,
          body: { msg: expect.stringContaining('不能发布') },
        });
        await set({});
        expect(await publish()).toMatchObject({ status: 200 });
        await withdrawPost(portal.ctx, draft);
      }
    },
  );
});

test('a plan, an advert and a menu entry of a column that is off are neither offered nor shown; the back office knows it', async () => {
  const plan = { scope: 'column', columnId: '2', name: '包月', months: 1, price: 6800 };
  const { id } = (await portal.call('POST /admin/plan/save', { token: admin, body: plan })).body.data;
  const offered = async () =>
    (await portal.call('GET /reception/getPlans')).body.data.map((one: { id: string }) => one.id);
  await waitFor(async () => expect(await offered()).toContain(id));
  await set({ reports: false });
  expect(await offered()).not.toContain(id);
  const order = { token: member, body: { thing: `plan:${id}`, agreed: true } };
  expect(await portal.call('POST /member/createOrder', order)).toMatchObject({ status: 409 });
  const { off } = (await portal.call('GET /admin/column/own', { token: admin })).body.data;
  expect(off).toEqual([expect.objectContaining({ id: '2', columnName: '脱水研报' })]);
  const isOff = await findOffAddresses(portal.ctx);
  expect(['/rined', '/Rined/detail?id=1', '/rined?current=2'].filter((one) => !isOff(one))).toEqual([]);
  expect(['/rinedx', '/vip', '/120', 'https://a.cn/rined'].filter(isOff)).toEqual([]);
  await set({ references: false });
  expect((await findOffAddresses(portal.ctx))('/120/detail?id=1')).toBe(true);
});

test('no notice of a module that is off is stored', async () => {
  const { token, memberId } = await logIn(portal);
  const notify = (sourceKey: string) =>
    inTransaction(portal.ctx, (trx) =>
      notifyMembers(portal.ctx, trx, [memberId], {
        kind: 'contest',
        title: '开赛',
        link: '/gszb',
        sourceKey,
      }),
    );
  const titles = async () =>
    (await portal.call('GET /member/notices', { token })).body.data.records.map(
      ({ link }: { link: string }) => link,
    );
  await notify('contest:1');
  expect(await titles()).toEqual(['/gszb']);
  await set({ contest: false });
  await notify('contest:2');
  expect(await titles()).toEqual(['']);
});

test('whoever has VIP keeps it when its sale is switched off, and its plans return with it', async () => {
  const plan = { scope: 'vip', name: '一年', months: 12, price: 36_500 };
  const { body } = await portal.call('POST /admin/plan/save', { token: admin, body: plan });
  const offered = async () =>
    (await portal.call('GET /reception/getPlans')).body.data.map(({ id }: { id: string }) => id);
  const order = () =>
    portal.call('POST /member/createOrder', {
      token: member,
      body: { thing: `plan:${body.data.id}`, agreed: true },
    });
  await waitFor(async () => expect(await offered()).toContain(body.data.id));
  await set({ vip: false });
  expect(await offered()).not.toContain(body.data.id);
  expect(await order()).toMatchObject({ status: 409, body: { msg: '这个套餐已停售，请选择其他套餐' } });
  await set({});
  await waitFor(async () => expect(await offered()).toContain(body.data.id));
});
