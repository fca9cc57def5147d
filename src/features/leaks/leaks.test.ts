import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { rebuildIndex } from '#features/search/index.ts';
import type { Context } from '#kernel/context.ts';
import { type Body, openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { runNextScan, type ScanPortal } from './index.ts';
import { claimScan } from './scans/scan-queries.ts';

let portal: Portal;
let admin: { token: string; memberId: string };
let reader: { token: string; memberId: string };
let other: { token: string; memberId: string };
let editor: string;
let postId: string;

const paragraph = '新能源汽车产业链的景气度仍在上行，机构认为板块的估值并没有充分反映海外市场的增量。';
const body = `<p>${paragraph}</p><!--paywall--><p>${paragraph.repeat(8)}</p><p>代码 300750.SZ，<code>新能源汽车</code></p>`;
const watermarkPattern = /[\u200c\u200d]{100,}/gu;

beforeAll(async () => {
  portal = await openPortal();
  admin = await logIn(portal, { role: 'admin' });
  editor = (await logIn(portal, { role: 'editor' })).token;
  reader = await logIn(portal, { vipDays: 30 });
  other = await logIn(portal, { vipDays: 30 });
  await portal.ctx.db
    .updateTable('members')
    .set({ name: '𠮷田' })
    .where('id', '=', reader.memberId)
    .execute();
  postId = await addPost(portal, { access: 'vip', body, title: '产业链深度' });
});
afterAll(() => portal.close());

const get = async (call: string, query: Record<string, string> = {}, token = admin.token) =>
  (await portal.call(`GET /admin/leak/${call}`, { query, token })).body;
const post = async (call: string, input: object, token = admin.token): Promise<Body> =>
  (await portal.call(`POST /admin/leak/${call}`, { body: input, token })).body;
const read = async (id: string, token?: string): Promise<Body> =>
  (
    await portal.call('POST /reception/article/selectArticle', {
      query: { id },
      ...(token ? { token } : {}),
    })
  ).body.data;
const plain = (html: string) => html.replace(/<[^>]*>/g, '');

async function turn(tracing: 'on' | 'off'): Promise<void> {
  const list = (await portal.call('GET /admin/settings/list', { token: admin.token })).body.data;
  const { updatedAt } = list.groups.find(({ name }: { name: string }) => name === 'security');
  const values = { staffTotp: 'optional', tracing };
  const saved = await portal.call('POST /admin/settings/save', {
    token: admin.token,
    body: { group: 'security', values, base: updatedAt },
  });
  expect(saved.body).toMatchObject({ code: 200, data: { values } });
}

async function publishPrivacy(): Promise<void> {
  const text = {
    kind: 'privacy',
    version: '1',
    title: '隐私',
    body: '<p>正文。</p>',
    effective_at: new Date(0),
  };
  await portal.ctx.db.insertInto('agreements').values(text).execute();
}

/** Deletes all settings and published agreements, as on a new portal. */
async function expireSettings(): Promise<void> {
  await portal.ctx.db.deleteFrom('agreements').execute();
  await portal.ctx.db.deleteFrom('site_settings').execute();
}

const newestActions = async (count: number) =>
  (
    await portal.ctx.db
      .selectFrom('audit_entries')
      .select(['action', 'target', 'after', 'member_id'])
      .orderBy('id', 'desc')
      .limit(count)
      .execute()
  ).reverse();

describe('while tracing is off, the default', () => {
  beforeEach(expireSettings);

  test('a reader gets the stored body', async () => {
    const { body: answered, reader: line } = await read(postId, reader.token);
    expect(answered).not.toMatch(watermarkPattern);
    expect(line).toBeNull();
    expect((await get('standing')).data).toEqual({ isTracing: false });
  });

  test('a group saved before this setting existed has it switched off', async () => {
    const value = JSON.stringify({ staffTotp: 'optional' });
    await portal.ctx.db.insertInto('site_settings').values({ name: 'security', value }).execute();
    const { data } = (await portal.call('GET /admin/settings/list', { token: admin.token })).body;
    expect(data.groups.find(({ name }: { name: string }) => name === 'security').values).toMatchObject({
      staffTotp: 'optional',
      tracing: 'off',
    });
    expect((await get('standing')).data).toEqual({ isTracing: false });
  });

  test('it cannot be switched on without a privacy text that tells readers of it', async () => {
    const answer = await portal.call('POST /admin/settings/save', {
      token: admin.token,
      body: { group: 'security', values: { staffTotp: 'optional', tracing: 'on' }, base: null },
    });
    expect(answer.body).toMatchObject({ code: 409, msg: expect.stringContaining('请先发布隐私政策') });
    expect((await get('standing')).data).toEqual({ isTracing: false });
  });

  test('the privacy text does not mention it', async () => {
    await publishPrivacy();
    const { body: answer } = await portal.call('GET /reception/getAgreement', { query: { kind: 'privacy' } });
    expect(answer.data.body).toBe('<p>正文。</p>');
  });
});

describe('while tracing is on', () => {
  beforeAll(async () => {
    await expireSettings();
    await publishPrivacy();
    await turn('on');
  });
  afterAll(() => turn('off'));

  test('the back office shows it', async () => {
    expect((await get('standing')).data).toEqual({ isTracing: true });
  });

  test('the privacy text tells readers, and the agreement is unchanged', async () => {
    const { body: answer } = await portal.call('GET /reception/getAgreement', { query: { kind: 'privacy' } });
    expect(answer.data.body).toMatch(/^<p>正文。<\/p>[\s\S]*付费内容溯源（本站已开启）/);
    expect(answer.data.version).toBe('1');
  });

  test('a paid body is its reader’s copy: watermarks between Han characters, a visible line, and otherwise the same text', async () => {
    const { body: answered, reader: line } = await read(postId, reader.token);
    expect(line).toEqual({ name: '𠮷**', number: expect.stringMatching(/^\w{4}-\w{4}-\w{4}$/) });
    const stored = await portal.ctx.db
      .selectFrom('post_bodies')
      .select('html')
      .where('post_id', '=', postId)
      .executeTakeFirstOrThrow();
    expect(answered.replace(/<span aria-hidden="true">[\u200c\u200d]+<\/span>/gu, '')).toBe(stored.html);
    expect(stored.html).not.toMatch(watermarkPattern);
    expect(answered.match(watermarkPattern)?.length).toBeGreaterThan(5);
    expect(answered).toContain('300750.SZ');
    expect(answered).toContain('<code>新能源汽车</code>');
  });

  test('bought posts and posts read by a column’s subscriber are copies; free posts and teasers are not', async () => {
    const paid = await addPost(portal, { access: 'paid', price: 900, body });
    for (const grant of [
      { scope: 'post', target_id: paid },
      { scope: 'column', target_id: '2' },
    ]) {
      const { token, memberId } = await logIn(portal);
      await portal.ctx.db
        .insertInto('grants')
        .values({ member_id: memberId, ...grant, source: 'test', starts_at: new Date(0) })
        .execute();
      expect((await read(paid, token)).body).toMatch(watermarkPattern);
    }
    expect((await read(paid, reader.token)).body).not.toMatch(watermarkPattern);
    expect((await read(postId)).body).not.toMatch(watermarkPattern);
    for (const access of ['public', 'member'] as const) {
      const free = await read(await addPost(portal, { access, body }), reader.token);
      expect(free).toMatchObject({ locked: false, reader: null });
      expect(free.body).not.toMatch(watermarkPattern);
    }
  });

  test('an answer with watermarks must not be cached', async () => {
    const answer = await portal.call('POST /reception/article/selectArticle', {
      query: { id: postId },
      token: reader.token,
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('search, its excerpts and the back office use the stored text', async () => {
    await rebuildIndex(portal.ctx, portal.app.searchIndexes);
    const query = { keyword: '景气度仍在上行' };
    for (const key of portal.app.calls
      .filter(
        ({ path, method }) => method === 'GET' && /globalSearch|admin\/post\/(detail|preview)/.test(path),
      )
      .map(({ path }) => `GET ${path}`)) {
      const { text } = await portal.call(key, {
        query: { ...query, id: postId, as: 'vip' },
        token: admin.token,
      });
      expect(text, key).not.toMatch(watermarkPattern);
    }
  });

  test('any two thirds of a pasted text lead to its reader, and the trace is audited', async () => {
    const text = plain((await read(postId, reader.token)).body);
    const third = Math.floor(text.length / 3);
    for (const from of [0, third, text.length - third]) {
      const left = text.slice(0, from) + text.slice(from + third);
      const { code, data } = await post('trace', { text: left });
      expect(code).toBe(200);
      expect(data).toMatchObject({
        outcome: 'found',
        copies: [
          {
            reader: { id: reader.memberId, name: '𠮷田', isDeleted: false },
            post: { id: postId, title: '产业链深度' },
            confidence: 'certain',
          },
        ],
      });
      expect(data.copies[0].overlap).toBeGreaterThan(90);
    }
    expect(await newestActions(1)).toMatchObject([
      {
        action: 'leak.trace',
        target: `member:${reader.memberId}`,
        member_id: admin.memberId,
        after: { postId: postId, confidence: 'certain' },
      },
    ]);
  });

  test('HTML also leads to its reader, and a text combined from two copies to both', async () => {
    const mine = (await read(postId, reader.token)).body;
    const theirs = (await read(postId, other.token)).body;
    expect((await post('trace', { text: mine })).data.copies).toHaveLength(1);
    const half = (html: string) => plain(html).slice(0, plain(html).length / 2);
    const { copies } = (await post('trace', { text: half(mine) + half(theirs) })).data;
    expect(copies.map((copy: Body) => copy.reader.id).sort()).toEqual(
      [reader.memberId, other.memberId].sort(),
    );
  });

  test('valid watermarks in a foreign text are doubtful, since they may have been planted', async () => {
    const [watermark] = plain((await read(postId, reader.token)).body).match(watermarkPattern) ?? [];
    const { data } = await post('trace', {
      text: `这是别处写的另一段话，和那篇文章${watermark}没有任何关系可言。`,
    });
    expect(data).toMatchObject({ outcome: 'found', copies: [{ overlap: 0, confidence: 'doubtful' }] });
  });

  test('a text without watermarks leads to no one; invented and damaged watermarks are reported and lead to no one', async () => {
    expect((await post('trace', { text: `${paragraph}👨‍👩‍👧‍👦` })).data).toEqual({
      outcome: 'none',
      copies: [],
      unread: 0,
    });
    const invented = '\u200c\u200d\u200d'.repeat(43);
    expect((await post('trace', { text: `看${invented}涨` })).data).toEqual({
      outcome: 'damaged',
      copies: [],
      unread: 1,
    });
    expect(await newestActions(2)).toMatchObject([
      { action: 'leak.trace', target: 'leak:text', after: { outcome: 'none' } },
      { action: 'leak.trace', target: 'leak:text', after: { outcome: 'damaged' } },
    ]);
  });

  test('the visible number leads to its reader, and a mistyped one to no one', async () => {
    const { number } = (await read(postId, reader.token)).reader;
    expect((await post('traceNumber', { number: number.toLowerCase() })).data).toEqual({
      reader: { id: reader.memberId, name: '𠮷田', isDeleted: false },
    });
    const wrong = number.slice(0, -1) + (number.endsWith('A') ? 'B' : 'A');
    expect((await post('traceNumber', { number: wrong })).data).toEqual({ reader: null });
    expect(await newestActions(2)).toMatchObject([
      { action: 'leak.traceNumber', target: `member:${reader.memberId}` },
      { action: 'leak.traceNumber', target: 'leak:number', after: { number: wrong } },
    ]);
  });

  test('a deleted reader and a deleted post are reported as deleted', async () => {
    const gone = await logIn(portal, { vipDays: 3 });
    const text = plain((await read(postId, gone.token)).body);
    await portal.ctx.db
      .updateTable('members')
      .set({ deleted_at: new Date(), name: '已注销' })
      .where('id', '=', gone.memberId)
      .execute();
    expect((await post('trace', { text })).data.copies).toMatchObject([{ reader: { isDeleted: true } }]);
  });

  test.each([
    ['trace', {}, '文字'],
    ['trace', { text: '  ' }, '文字'],
    ['trace', { text: '字'.repeat(200_001) }, '文字过长'],
    ['trace', { text: 5 }, '文字'],
    ['traceNumber', {}, '编号'],
    ['traceNumber', { number: ' ' }, '编号'],
    ['traceNumber', { number: 'A'.repeat(41) }, '编号过长'],
  ])('%s rejects %o and names the field', async (call, input, message) => {
    const { code, msg } = await post(call, input);
    expect(code).toBe(400);
    expect(msg).toContain(message);
  });
});

describe('a scan started in the back office', () => {
  const nothing = { checked: 3, sentences: 9, addresses: 40, leaks: [], faults: [] };
  const run = (scan: ScanPortal, signal?: AbortSignal) => runNextScan(portal.ctx, scan, signal);
  const detail = async (id: string): Promise<Body> => (await get('detail', { id })).data;

  test('is queued for the worker, one at a time, and finishes', async () => {
    const { data } = await post('scan', { most: 5 });
    expect(data).toMatchObject({ state: 'queued', most: 5, done: 0, total: null });
    expect(await post('scan', {})).toMatchObject({
      code: 409,
      msg: expect.stringContaining('已经有一次检查'),
    });
    const scan = vi.fn<ScanPortal>(async () => nothing);
    expect(await run(scan)).toBe(true);
    expect(scan.mock.calls[0]?.[1].maxPosts).toBe(5);
    expect(await detail(data.id)).toMatchObject({
      state: 'done',
      done: 3,
      total: 3,
      sentences: 9,
      addresses: 40,
      leakCount: 0,
      leaks: [],
    });
    expect(await run(scan)).toBe(false);
    expect(await newestActions(1)).toMatchObject([
      { action: 'leak.scan', target: `leak-scan:${data.id}`, member_id: admin.memberId, after: { most: 5 } },
    ]);
  });

  test('saves where each leak is, and which addresses did not answer', async () => {
    const { data } = await post('scan', {});
    const leaks = Array.from({ length: 300 }, (_, at) => ({
      address: `/x?id=${at}`,
      pieceId: postId,
      sentence: '锁住的一句',
    }));
    await run(async () => ({ ...nothing, leaks, faults: ['/robots.txt：503'] }));
    const found = await detail(data.id);
    expect(found).toMatchObject({
      state: 'done',
      leakCount: 300,
      faultCount: 1,
      faults: ['/robots.txt：503'],
    });
    expect(found.leaks).toHaveLength(200);
    expect(found.leaks[0]).toEqual(leaks[0]);
  });

  test('reports its progress, and can be cancelled', async () => {
    const { data } = await post('scan', {});
    await run(async (_, { progress }) => {
      expect(await detail(data.id)).toMatchObject({ state: 'running', total: expect.any(Number) });
      expect((await post('cancel', { id: data.id })).data.state).toBe('cancelled');
      vi.spyOn(Date, 'now').mockReturnValueOnce(Number.MAX_SAFE_INTEGER);
      await progress(1, 7);
      return nothing;
    });
    expect(await detail(data.id)).toMatchObject({ state: 'cancelled', leakCount: 0 });
    expect(await post('cancel', { id: data.id })).toMatchObject({ code: 409 });
  });

  test('is retried after its worker stopped, and abandoned when it ends the process each time', async () => {
    const { data } = await post('scan', {});
    const stopping = new AbortController();
    await run(async (_, { progress }) => {
      stopping.abort();
      await progress(1, 1);
      return nothing;
    }, stopping.signal);
    expect(await detail(data.id)).toMatchObject({ state: 'running' });
    await portal.ctx.db.updateTable('leak_scans').set({ attempts: 3 }).where('id', '=', data.id).execute();
    await run(async () => nothing);
    expect(await detail(data.id)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('已停止'),
    });
  });

  test('is started once by two workers, and again after its worker was killed', async () => {
    const { data } = await post('scan', {});
    let begun = 0;
    const scan: ScanPortal = async () => {
      begun += 1;
      expect(await run(scan)).toBe(false);
      return nothing;
    };
    expect(await Promise.all([run(scan), run(scan)])).toEqual(expect.arrayContaining([true, false]));
    expect(begun).toBe(1);
    expect(await detail(data.id)).toMatchObject({ state: 'done' });
    const { data: killed } = await post('scan', {});
    expect(await claimScan(portal.ctx)).toMatchObject({ id: killed.id });
    expect(await run(scan)).toBe(false);
    const later = { ...portal.ctx, now: () => new Date(Date.now() + 60_001) };
    expect(await runNextScan(later, async () => nothing)).toBe(true);
    expect(await detail(killed.id)).toMatchObject({ state: 'done' });
  });

  test('reports a failure in Chinese', async () => {
    const { data } = await post('scan', {});
    const quiet = { ...portal.ctx, log: { error: () => undefined } } as unknown as Context;
    await runNextScan(quiet, () => Promise.reject(new Error('no disk')));
    expect(await detail(data.id)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('没有查完'),
    });
  });

  test('is listed newest first, in pages; fifty are kept', async () => {
    await portal.ctx.db.deleteFrom('leak_scans').execute();
    for (let count = 0; count < 52; count += 1) {
      await post('scan', {});
      await run(async () => nothing);
    }
    const first = (await get('list', { size: '30' })).data;
    const second = (await get('list', { size: '30', cursor: first.cursor })).data;
    expect(first.records).toHaveLength(30);
    expect(second.records).toHaveLength(20);
    expect(second.cursor).toBeNull();
    expect(BigInt(first.records[0].id)).toBeGreaterThan(BigInt(second.records[0].id));
  });

  test.each([
    ['scan', { most: 0 }, '检查的篇数'],
    ['scan', { most: 1.5 }, '检查的篇数'],
    ['scan', { most: 'x' }, '检查的篇数'],
    ['cancel', { id: 'x' }, '检查编号'],
  ])('%s rejects %o and names the field', async (call, input, message) => {
    const { code, msg } = await post(call, input);
    expect(code).toBe(400);
    expect(msg).toContain(message);
  });

  test('returns 404 for an unknown scan', async () => {
    expect(await post('cancel', { id: '999999' })).toMatchObject({ code: 404 });
    expect(await get('detail', { id: '999999' })).toMatchObject({ code: 404 });
  });
});

test('scanning and tracing need the permission, which editors lack', async () => {
  for (const { method, path } of portal.app.calls.filter((call) => call.path.startsWith('/admin/leak/')))
    for (const [token, status] of [
      [undefined, 401],
      [reader.token, 403],
      [editor, 403],
    ] as const) {
      const answer = await portal.call(`${method} ${path}`, { ...(token ? { token } : {}), body: {} });
      expect(answer.status, `${method} ${path}`).toBe(status);
    }
});
