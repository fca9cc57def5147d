import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defineColumns } from '#features/columns/index.ts';
import { withdrawPost } from '#features/posts/index.ts';
import type { Context } from '#kernel/context.ts';
import { dayMs } from '#shared/dates.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { type SearchEngines, startSearchEngines } from '#testing/search-engines.ts';
import { readBaiduAnswer, readIndexNowAnswer } from './answers.ts';
import { nextState, pushWaiting, tidyPushes } from './push-addresses.ts';

const site = 'https://news.example.cn';
const key = 'guanlan-key-0001';
let portal: Portal;
let engines: SearchEngines;
let token: string;
beforeAll(async () => {
  portal = await openPortal({ SITE_URL: site });
  engines = await startSearchEngines({ site, token: 'right', quota: 100, readKey: async () => key });
  token = (await logIn(portal, { role: 'admin' })).token;
  await defineColumns(portal.ctx, [
    { id: '5', columnName: '公司' },
    { id: '6', columnName: '要登录', loginAuth: 1 },
  ]);
});
afterAll(async () => {
  await engines.close();
  await portal.close();
});
beforeEach(async () => {
  for (const table of ['engine_outbox', 'engine_pushes', 'engine_states'] as const)
    await portal.ctx.db.deleteFrom(table).execute();
  engines.pushed.length = 0;
  engines.requests.length = 0;
  Object.assign(engines.rules, {
    token: 'right',
    quota: 100,
    failsWith: undefined,
    readKey: async () => key,
  });
});

async function saveSettings(values: Record<string, unknown>) {
  const { body: list } = await portal.call('GET /admin/settings/list', { token });
  const group = list.data.groups.find(({ name }: { name: string }) => name === 'engines');
  return (
    await portal.call('POST /admin/settings/save', {
      token,
      body: { group: 'engines', base: group.updatedAt, values },
    })
  ).body;
}
const use = async (values: Record<string, unknown>) => {
  const body = await saveSettings({ baiduPush: false, indexNow: false, ...values });
  expect(body.code, body.msg).toBe(200);
};
const useBaidu = () => use({ baiduPush: true, baiduToken: 'right' });
const useIndexNow = () => use({ indexNow: true, indexNowKey: key });

/** Pushes as the worker does, at a later time. */
async function push(afterMs = 61_000) {
  const ctx: Context = { ...portal.ctx, now: () => new Date(portal.ctx.now().getTime() + afterMs) };
  await pushWaiting(ctx, {
    ...portal.app.engines,
    settings: portal.app.settings,
    fetching: { mayConnect: (address) => address === '127.0.0.1' },
    origins: { baidu: engines.origin, indexnow: engines.origin },
  });
}
const log = async () => {
  const { body } = await portal.call('GET /admin/engine/pushes', { token });
  return body.data.records as Record<string, unknown>[];
};
const states = async () => (await portal.call('GET /admin/engine/states', { token })).body.data;
const waiting = async () => (await portal.ctx.db.selectFrom('engine_outbox').selectAll().execute()).length;

test('a published post is pushed to Baidu once, after changes have settled', async () => {
  await useBaidu();
  const id = await addPost(portal, { columnId: '5' });
  await push(0);
  expect(engines.requests).toHaveLength(0);
  await push();
  expect(engines.pushed).toEqual([`${site}/5/detail?id=${id}`]);
  const [{ url, headers } = {} as never] = engines.requests;
  expect(url).toBe('/urls?site=https%3A%2F%2Fnews.example.cn&token=right');
  expect(headers['content-type']).toBe('text/plain');
  expect(await log()).toMatchObject([
    { engine: 'baidu', count: 1, isTaken: true, answer: '收下 1 条，今天还能推送 99 条' },
  ]);
  await push();
  expect(engines.requests).toHaveLength(1);
});

test('only pages that a visitor may open are pushed', async () => {
  await useBaidu();
  await addPost(portal, { columnId: '6' });
  await addPost(portal, { columnId: '5', state: 'draft', publishedAt: null });
  const withdrawn = await addPost(portal, { columnId: '5' });
  await withdrawPost(portal.ctx, withdrawn);
  await push();
  expect(engines.requests).toHaveLength(0);
  expect(await waiting()).toBe(0);
});

test('IndexNow gets a post that comes out and one that is withdrawn, with the key of the site', async () => {
  await useIndexNow();
  const [out, gone] = [await addPost(portal, { columnId: '5' }), await addPost(portal, { columnId: '5' })];
  await withdrawPost(portal.ctx, gone);
  await push();
  expect(engines.pushed.toSorted()).toEqual([out, gone].map((id) => `${site}/5/detail?id=${id}`).toSorted());
  expect(JSON.parse(engines.requests[0]?.body ?? '')).toMatchObject({
    host: 'news.example.cn',
    key,
    keyLocation: `${site}/${key}.txt`,
  });
});

test('over the quota, the batch is halved until it fits, and the rest waits for the next day', async () => {
  await useBaidu();
  engines.rules.quota = 3;
  for (let count = 0; count < 5; count++) await addPost(portal, { columnId: '5' });
  for (let run = 0; run < 4; run++) await push(61_000 + run);
  expect(engines.pushed).toHaveLength(3);
  expect(await waiting()).toBe(2);
  const [{ retryAt } = {} as never] = await states();
  expect(retryAt).toMatch(/T00:00:00\+08:00$/);
  const sent = engines.requests.length;
  await push(120_000);
  expect(engines.requests).toHaveLength(sent);
  engines.rules.quota = 100;
  await push(dayMs + 61_000);
  expect(await waiting()).toBe(0);
});

test('a wrong token is said in the log, and tried again with a growing pause', async () => {
  await useBaidu();
  engines.rules.token = 'other';
  await addPost(portal, { columnId: '5' });
  await push();
  expect(await log()).toMatchObject([{ isTaken: false, answer: expect.stringContaining('准入密钥不对') }]);
  await push(62_000);
  expect(engines.requests).toHaveLength(1);
  engines.rules.token = 'right';
  await push(61_000 + 60_001);
  expect(engines.pushed).toHaveLength(1);
});

test('staff push again, to an engine that is on', async () => {
  await useIndexNow();
  engines.rules.readKey = async () => null;
  await addPost(portal, { columnId: '5' });
  await push();
  const [{ id, answer } = {} as never] = await log();
  expect(answer).toContain('密钥文件');
  engines.rules.readKey = async () => key;
  const { body } = await portal.call('POST /admin/engine/repush', { token, body: { id } });
  expect(body.data).toBe(true);
  await push();
  expect(engines.pushed).toHaveLength(1);
  await use({});
  const refused = await portal.call('POST /admin/engine/repush', { token, body: { id } });
  expect(refused.body.msg).toBe('这个搜索引擎的推送没有打开');
  const unknown = await portal.call('POST /admin/engine/repush', { token, body: { id: '999999' } });
  expect(unknown.status).toBe(404);
  const reader = (await logIn(portal)).token;
  expect((await portal.call('GET /admin/engine/pushes', { token: reader })).status).toBe(403);
  expect((await portal.call('GET /admin/engine/pushes')).status).toBe(401);
});

test('a text that newer rules cut again is not pushed', async () => {
  await useBaidu();
  const id = await addPost(portal, { columnId: '6' });
  expect(await waiting()).toBe(1);
  await portal.ctx.db.deleteFrom('engine_outbox').execute();
  const posts = [{ id, kind: 'article', columnId: '1001', authorId: '1' }];
  await portal.ctx.db
    .transaction()
    .execute((trx) => portal.app.events.emit(portal.ctx, trx, 'posts.changed', { posts, isRecut: true }));
  expect(await waiting()).toBe(0);
});

test('nothing is queued while all engines are off, and old rows are deleted', async () => {
  await use({});
  await addPost(portal, { columnId: '5' });
  expect(await waiting()).toBe(0);
  await useBaidu();
  await addPost(portal, { columnId: '5' });
  await portal.ctx.db
    .updateTable('engine_outbox')
    .set({ queued_at: new Date(Date.now() - 8 * dayMs) })
    .execute();
  await tidyPushes(portal.ctx);
  expect(await waiting()).toBe(0);
});

test('a push without its key, and a bad key, are refused by name', async () => {
  await use({ indexNowKey: '' });
  expect((await saveSettings({ indexNow: true, indexNowKey: '' })).msg).toContain('IndexNow 密钥');
  expect((await saveSettings({ indexNowKey: '短 key' })).msg).toContain('8 到 128');
  expect((await saveSettings({ fileName: 'robots.txt', fileText: 'x' })).msg).toContain('不能占用');
  expect((await saveSettings({ fileName: 'baidu_verify_x.html', fileText: '' })).msg).toContain(
    '验证文件的内容',
  );
  expect((await saveSettings({ baiduCode: '"><script>' })).msg).toContain('验证码');
});

test('every answer of the protocols has a meaning', () => {
  const baidu = (status: number, body: object) => readBaiduAnswer(status, JSON.stringify(body));
  expect(baidu(200, { remain: 9, success: 1, not_same_site: ['a'], not_valid: ['b'] })).toMatchObject({
    kind: 'taken',
    remaining: 9,
    answer: expect.stringContaining('1 条不属于这个站点'),
  });
  expect(baidu(200, { remain: 9, success: 0, not_valid: ['b'] }).kind).toBe('refused');
  expect(baidu(400, { error: 400, message: 'over quota' }).kind).toBe('over');
  expect(baidu(401, { error: 401, message: 'token is not valid' }).kind).toBe('failed');
  expect(readBaiduAnswer(500, '<html>').kind).toBe('failed');
  const kinds = [200, 202, 400, 403, 422, 429, 500].map((status) => readIndexNowAnswer(status, 1).kind);
  expect(kinds).toEqual(['taken', 'taken', 'refused', 'failed', 'refused', 'failed', 'failed']);
});

test('a quota that is used up ends with its day in Shanghai', () => {
  const state = { engine: 'baidu', failures: 2, retry_at: null, remaining: null };
  const now = new Date('2026-11-26T15:30:00Z');
  expect(nextState(state, { kind: 'taken', answer: '', remaining: 0 }, { now, count: 5 })).toEqual({
    engine: 'baidu',
    failures: 0,
    retry_at: new Date('2026-11-26T16:00:00Z'),
    remaining: 0,
  });
});
