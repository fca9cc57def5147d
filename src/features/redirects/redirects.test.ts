import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withdrawPost } from '#features/posts/index.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { candidatesOf, readAddress } from '#shared/old-address.ts';
import { countTurns } from '#testing/count-turns.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { purgedBy } from '#testing/purges.ts';
import { countRedirectHit, flushRedirectHits } from './count-hits.ts';
import { countMissing, flushMissing } from './count-missing.ts';
import { findFirst } from './reads.ts';
import { deleteImported, movePage } from './service.ts';

let portal: Portal;
let token: string;
beforeAll(async () => {
  portal = await openPortal();
  token = (await logIn(portal, { role: 'admin' })).token;
});
afterAll(() => portal.close());
beforeEach(() => portal.ctx.db.deleteFrom('redirects').execute());

type Fields = { id?: string; source: string; target?: string; status?: string; isExternal?: boolean };
const save = async ({ target = '/rined', status = '301', ...rest }: Fields) =>
  (await portal.call('POST /admin/redirect/save', { body: { target, status, ...rest }, token })).body;
const list = async (query: Record<string, string> = {}) =>
  (await portal.call('GET /admin/redirect/list', { query, token })).body.data;
const sources = async (query: Record<string, string> = {}) =>
  (await list(query)).records.map(({ source }: { source: string }) => source);
const remove = async (ids: string[]) =>
  (await portal.call('POST /admin/redirect/delete', { body: { ids }, token })).body;
const importFile = async (csv: string | Uint8Array, fields: Record<string, string> = {}) => {
  const body = new FormData();
  body.append('file', new File([csv as BlobPart], '旧地址.csv'));
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return (await portal.call('POST /admin/redirect/import', { body, token })).body;
};
const find = (address: string) => {
  const read = readAddress(address);
  return findFirst(portal.ctx.db, read ? candidatesOf(read) : []);
};

describe('a redirect', () => {
  test('is saved normalised, found, changed and deleted', async () => {
    const { data } = await save({ source: '/%E6%97%A7//a/', target: '/rined/detail?id=7' });
    expect((await list()).records).toEqual([
      {
        id: data.id,
        source: '/旧/a',
        status: 301,
        target: '/rined/detail?id=7',
        postId: null,
        hits: 0,
        lastHitAt: null,
        createdAt: expect.any(String),
      },
    ]);
    expect(await find('/旧/a/?from=timeline')).toMatchObject({ id: data.id });
    expect(await save({ id: data.id, source: '/b', status: '410' })).toMatchObject({ code: 200 });
    expect(await find('/旧/a')).toBeUndefined();
    expect(await find('/b')).toMatchObject({ status: 410, target: '' });
    expect(await remove([data.id])).toMatchObject({ data: 1 });
    expect(await remove([data.id])).toMatchObject({ data: 0 });
    expect(await save({ id: data.id, source: '/b' })).toMatchObject({ code: 404 });
  });

  test('of the longest pattern wins, and the exact one over patterns', async () => {
    for (const source of ['/blog/*', '/blog/2010/*', '/blog/2010/x']) await save({ source });
    expect(await find('/blog/2010/x')).toMatchObject({ source: '/blog/2010/x' });
    expect(await find('/blog/2010/y')).toMatchObject({ source: '/blog/2010/*' });
    expect(await find('/blog')).toMatchObject({ source: '/blog/*' });
    expect(await find('/blogs')).toBeUndefined();
  });

  test.each([
    [{ source: '/admin/posts' }, '来源 /admin/posts 是本站的地址（/admin/*），不能转走'],
    [{ source: '/vip*' }, '（/vip）'],
    [{ source: '/*' }, '所有地址'],
    [{ source: 'https://old.example/a' }, '来源只写路径'],
    [{ source: '/a#b' }, '来源不能带 #'],
    [{ source: '/a', target: 'https://other.example/' }, '转到其他网站'],
    [{ source: '/a', target: '/a' }, '同一个地址'],
    [{ source: '/a', target: '' }, '请填写目标'],
    [{ source: `/${'a'.repeat(2000)}` }, '来源过长，最多 2000 个字'],
    [{ source: '' }, '请填写来源'],
    [{ source: '/a', status: '307' }, '状态不正确'],
  ])('%j is refused, naming the field', async (fields, message) => {
    expect(await save(fields)).toMatchObject({ code: 400, msg: expect.stringContaining(message) });
    expect(await sources()).toEqual([]);
  });

  test('of a known source is refused', async () => {
    await save({ source: '/a' });
    expect(await save({ source: '/a/' })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('已经有了'),
    });
  });

  test('to another site is saved once confirmed, and an address of this host becomes a path', async () => {
    await save({ source: '/a', target: 'https://other.example/x', isExternal: true });
    await save({ source: '/b', target: 'http://localhost:80/vip?x=1' });
    expect((await list()).records).toMatchObject([
      { target: '/vip?x=1' },
      { target: 'https://other.example/x' },
    ]);
  });

  test('to an old address is refused, and the final target offered', async () => {
    await save({ source: '/b', target: '/rined' });
    expect(await save({ source: '/a', target: '/b' })).toMatchObject({
      code: 400,
      msg: '目标 /b 也是旧地址，会再转一次；请直接填 /rined',
    });
    await save({ source: '/gone', status: '410' });
    expect((await save({ source: '/a', target: '/gone' })).msg).toContain('410');
    expect((await save({ source: '/rined/old', target: '/x' })).code).toBe(200);
    expect(await save({ source: '/x', target: '/vip' })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('旧地址 /rined/old 正转到 /x'),
    });
  });

  test('that closes a loop is refused', async () => {
    await save({ source: '/a/*', target: '/b/*' });
    expect((await save({ source: '/b/*', target: '/a/*' })).msg).toContain('形成循环');
    expect(await sources()).toEqual(['/a/*']);
  });

  test('of 50,001 is refused', async () => {
    await sql`insert into redirects (source, status) select '/many/' || n, 410 from generate_series(1, 49999) n`.execute(
      portal.ctx.db,
    );
    expect(await save({ source: '/last' })).toMatchObject({ code: 200 });
    expect(await save({ source: '/one-more' })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('50000'),
    });
    expect(await importFile('来源,目标\n/one-more,/rined')).toMatchObject({
      code: 400,
      msg: expect.stringContaining('50000'),
    });
  });
});

describe('the list', () => {
  test('is searched, sorted by hits and paged to its end', async () => {
    const ids = new Map<string, string>();
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      ids.set(name, (await save({ source: `/page/${name}`, target: `/to/${name}` })).data.id);
    for (const [name, hits] of [
      ['b', 3],
      ['d', 1],
    ] as const)
      for (let hit = 0; hit < hits; hit += 1) countRedirectHit(portal.ctx, ids.get(name) ?? '');
    await flushRedirectHits(portal.ctx);
    const page = async (sort: string, cursor?: string) =>
      list({ sort, size: '2', ...(cursor && { cursor }) });
    for (const [sort, expected] of [
      ['-hits', 'bdeca'],
      ['hits', 'acedb'],
      ['-createdAt', 'edcba'],
      ['createdAt', 'abcde'],
    ] as const) {
      const names: string[] = [];
      let cursor: string | undefined;
      do {
        const { records, cursor: next, total } = await page(sort, cursor);
        expect(total).toBe(5);
        names.push(...records.map(({ source }: { source: string }) => source.at(-1)));
        cursor = next;
      } while (cursor);
      expect(names.join('')).toBe(expected);
    }
    expect(await list({ keyword: 'TO/C' })).toMatchObject({ total: 1, records: [{ source: '/page/c' }] });
    expect(await sources({ keyword: '%' })).toEqual([]);
    expect((await list({ keyword: 'page/b' })).records[0]).toMatchObject({
      hits: 3,
      lastHitAt: expect.any(String),
    });
  });
});

describe('an address of a post', () => {
  test('follows the post, and says that it is deleted once the post is withdrawn', async () => {
    const postId = await addPost(portal);
    await portal.ctx.db
      .insertInto('redirects')
      .values({ source: '/2010/post', status: 301, post_id: postId })
      .execute();
    expect(await find('/2010/post')).toMatchObject({ status: 301, target: `/rined/detail?id=${postId}` });
    const [record] = (await list()).records;
    expect(record).toMatchObject({ postId, target: `/rined/detail?id=${postId}` });
    await save({ ...record, status: '302' });
    expect((await list()).records).toMatchObject([{ postId, status: 302 }]);
    await withdrawPost(portal.ctx, postId);
    expect(await find('/2010/post')).toMatchObject({ status: 410 });
  });
});

test('every process forgets the addresses that it knows when one of them may lead elsewhere', async () => {
  const [known, unknown] = [await addPost(portal), await addPost(portal)];
  await portal.ctx.db
    .insertInto('redirects')
    .values([
      { source: '/known', status: 301, post_id: known },
      { source: '/imported', status: 301, target: '/vip' },
    ])
    .execute();
  const { data } = await save({ source: '/saved' });
  const imported = await find('/imported');
  const move = (from: string | null, to: string) =>
    inTransaction(portal.ctx, (trx) => movePage(portal.ctx, trx, { from, to }));
  const changes: [string, boolean, () => Promise<unknown>][] = [
    ['saving', true, () => save({ source: '/new' })],
    ['changing', true, () => save({ id: data.id, source: '/changed' })],
    ['refusing', false, () => save({ source: '/changed' })],
    ['importing', true, () => importFile('来源,目标\n/listed,/rined')],
    ['deleting', true, () => remove([data.id])],
    ['moving a page', true, () => move('/page/a', '/page/b')],
    ['a new page', false, () => move(null, '/page/c')],
    ['a page at an old address', true, () => move(null, '/page/a')],
    [
      'undoing an import',
      true,
      () => inTransaction(portal.ctx, (trx) => deleteImported(portal.ctx, trx, [imported?.id ?? '0'])),
    ],
    ['withdrawing a post with an old address', true, () => withdrawPost(portal.ctx, known)],
    ['withdrawing another', false, () => withdrawPost(portal.ctx, unknown)],
  ];
  for (const [name, isPurged, change] of changes)
    expect((await purgedBy(portal, change)).includes('redirects'), name).toBe(isPurged);
});

describe('an import', () => {
  test('adds and changes valid lines, and reports invalid ones', async () => {
    await save({ source: '/a', target: '/vip' });
    await save({ source: '/c', target: '/vip' });
    const csv = [
      '来源,目标,状态',
      '/a,/rined,',
      '/b/*,/search?keyword=*,临时',
      '/gone,,410',
      '/c,/vip,301',
      '/c,/vip,301',
      '/admin/x,/vip,',
      '/d,,301',
      '/e,/vip,307',
      '/f,https://other.example/,',
      '/gone,/vip,',
      '/g,/a,',
      '/h,/i,',
      '/i,/h,',
    ].join('\n');
    const { data } = await importFile(csv);
    expect(data).toMatchObject({ added: 2, changed: 1, unchanged: 2, failed: 8 });
    expect(
      data.faults.map(({ line, message }: { line: number; message: string }) => `${line} ${message}`),
    ).toEqual([
      expect.stringMatching(/^7 .*\/admin/),
      expect.stringMatching(/^8 .*目标/),
      expect.stringMatching(/^9 .*状态/),
      expect.stringMatching(/^10 .*转到其他网站/),
      expect.stringMatching(/^11 .*前面已经出现/),
      expect.stringMatching(/^12 .*请直接填 \/rined/),
      expect.stringMatching(/^13 .*再转一次/),
      expect.stringMatching(/^14 .*再转一次/),
    ]);
    expect(await sources()).toEqual(['/gone', '/b/*', '/c', '/a']);
    expect(
      (await importFile('来源,目标\n/f,https://other.example/', { isExternal: 'true' })).data,
    ).toMatchObject({
      added: 1,
    });
  });

  test('of an export changes nothing, and addresses of posts still follow them', async () => {
    const postId = await addPost(portal);
    await portal.ctx.db
      .insertInto('redirects')
      .values({ source: '/?p=5', status: 301, post_id: postId })
      .execute();
    await save({ source: '/=1', target: '/rined' });
    const { text } = await portal.call('GET /admin/redirect/export', { token });
    expect(text).toContain(`/?p=5,/rined/detail?id=${postId},301`);
    expect((await importFile(text)).data).toMatchObject({ added: 0, changed: 0, unchanged: 2, failed: 0 });
    expect((await list({ keyword: '?p=5' })).records).toMatchObject([{ postId }]);
  });

  test.each([
    ['no list', 'nothing', '文件缺少列'],
    ['an empty list', '来源,目标\n', '没有旧地址'],
  ])('of %s is refused', async (_, csv, message) => {
    expect(await importFile(csv)).toMatchObject({ code: 400, msg: expect.stringContaining(message) });
  });

  test('of a long file yields to the event loop, and one of more than 50,000 lines is refused', {
    tags: ['deep'],
  }, async () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `/2010/${at},/rined/detail?id=${at + 1},`);
    const { result, turns } = await countTurns(() => importFile(`来源,目标,状态\n${lines.join('\n')}`));
    expect(result.data).toMatchObject({ added: 20_000, failed: 0 });
    expect(turns).toBeGreaterThan(80);
    expect(await importFile(`来源,目标\n${'/x,/y\n'.repeat(50_001)}`)).toMatchObject({ code: 400 });
  });
});

describe('the list of missing addresses', () => {
  const missing = async (query: Record<string, string> = {}) =>
    (await portal.call('GET /admin/redirect/missing', { query, token })).body.data;
  const change = async (key: string, body: object) =>
    (await portal.call(`POST /admin/redirect/${key}`, { body, token })).body;
  const addresses = async (query: Record<string, string> = {}) =>
    (await missing(query)).records.map(({ address }: { address: string }) => address);
  beforeEach(async () => {
    await flushMissing(portal.ctx);
    await portal.ctx.db.deleteFrom('missing_addresses').execute();
    for (const [path, hits] of [
      ['/a', 3],
      ['/b/x', 2],
      ['/c', 1],
    ] as const)
      for (let hit = 0; hit < hits; hit += 1)
        countMissing(portal.ctx, { path, query: '' }, 'www.example.com');
    await flushMissing(portal.ctx);
  });

  test('has the most frequent first, and is paged', async () => {
    const { records, cursor, total } = await missing({ size: '2' });
    expect(total).toBe(3);
    expect(records).toMatchObject([
      { address: '/a', hits: 3, referrer: 'www.example.com', firstAt: expect.any(String) },
      { address: '/b/x', hits: 2 },
    ]);
    expect(await addresses({ size: '2', cursor })).toEqual(['/c']);
  });

  test('hides ignored addresses, and forgets deleted ones', async () => {
    const { records } = await missing();
    const [a, b] = records.map(({ id }: { id: string }) => id);
    expect(await change('ignoreMissing', { ids: [a], isIgnored: true })).toMatchObject({ data: 1 });
    expect(await addresses()).toEqual(['/b/x', '/c']);
    expect(await addresses({ ignored: '1' })).toEqual(['/a']);
    expect(await change('deleteMissing', { ids: [a, b] })).toMatchObject({ data: 2 });
    expect(await change('deleteMissing', { ids: [a, b] })).toMatchObject({ data: 0 });
    expect(await addresses()).toEqual(['/c']);
    expect(await change('deleteMissing', { ids: [] })).toMatchObject({ code: 400 });
  });

  test('loses what a redirect answers', async () => {
    await save({ source: '/b/*' });
    expect(await addresses()).toEqual(['/a', '/c']);
    await importFile('来源,目标\n/a,/rined');
    expect(await addresses()).toEqual(['/c']);
  });
});

test('audits every change', async () => {
  const { data } = await save({ source: '/audited' });
  await remove([data.id]);
  const { body } = await portal.call('GET /admin/audit/list', {
    query: { target: `redirect:${data.id}` },
    token,
  });
  expect(body.data.records).toMatchObject([
    { action: 'redirect.delete', before: { source: '/audited' } },
    { action: 'redirect.save', after: { source: '/audited', target: '/rined', status: 301 } },
  ]);
});

test.each([
  'GET /admin/redirect/list',
  'POST /admin/redirect/save',
  'POST /admin/redirect/delete',
  'POST /admin/redirect/import',
  'GET /admin/redirect/export',
  'GET /admin/redirect/missing',
  'POST /admin/redirect/ignoreMissing',
  'POST /admin/redirect/deleteMissing',
])('%s needs the permission for settings', async (key) => {
  const body = key.startsWith('POST') ? { body: {} } : {};
  expect((await portal.call(key, body)).status).toBe(401);
  const { token: editor } = await logIn(portal, { role: 'editor' });
  expect((await portal.call(key, { ...body, token: editor })).status).toBe(403);
});
