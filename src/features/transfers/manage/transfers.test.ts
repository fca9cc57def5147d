import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import iconv from 'iconv-lite';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { type Body, openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { addReferenceColumn, referenceColumn } from '#testing/references.ts';
import { openArchive } from '../archive/read-archive.ts';
import { runNextTransfer } from './run-transfers.ts';
import { deleteExpiredExports } from './service.ts';
import { claimTransfer, finishTransfer } from './transfer-queries.ts';

let portal: Portal;
let admin: string;
let editor: string;
beforeAll(async () => {
  portal = await openPortal();
  admin = (await logIn(portal, { role: 'admin' })).token;
  editor = (await logIn(portal, { role: 'editor' })).token;
});
afterAll(() => portal.close());

const get = async (path: string, query: Record<string, string> = {}, token = admin) =>
  (await portal.call(`GET /admin/transfer/${path}`, { query, token })).body;
const post = async (path: string, body: object, token = admin) =>
  (await portal.call(`POST /admin/transfer/${path}`, { body, token })).body;
const run = (signal?: AbortSignal) => runNextTransfer(portal.ctx, portal.app.transfers, signal);
const listed = (folder: string) => readdir(folder).catch(() => []);
/** Lists the files in the store and in the working folder. */
const filesLeft = async () => [
  ...(await listed(join(portal.app.files.root, '.private', '000000'))),
  ...(await listed(join(portal.app.transfers.folder, '000000'))),
];
const expireExports = () =>
  deleteExpiredExports(
    { ...portal.ctx, now: () => new Date(Date.now() + 8 * 86_400_000) },
    portal.app.transfers,
  );
const detail = async (id: string) => (await get('detail', { id })).data;

async function send(
  content: string | Buffer,
  name: string,
  fields: Record<string, string> = { columnId: '2' },
  token: string | null = admin,
): Promise<Body> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
  const request = new Response(form);
  const answer = await portal.server.inject({
    method: 'POST',
    url: '/api/admin/transfer/import',
    headers: {
      authorization: `Basic ${Buffer.from('guanlan:guanlan').toString('base64')}`,
      ...(token ? { 'blade-auth': `bearer ${token}` } : {}),
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return answer.json();
}

/** Uploads a file and runs its import. */
async function importFile(
  content: string | Buffer,
  name: string,
  fields?: Record<string, string>,
): Promise<Body> {
  const { data } = await send(content, name, fields);
  await run();
  return detail(data.id);
}

const titles = async () =>
  (await portal.ctx.db.selectFrom('posts').select('title').orderBy('id').execute()).map(({ title }) => title);

async function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream as never);
}

describe('an import whose columns are reviewed', () => {
  const wordpress = () => readFile(join(import.meta.dirname, '../../../testing/exports/wordpress.xml'));
  const columnsOf = async () =>
    new Map(
      (
        await portal.ctx.db
          .selectFrom('posts as p')
          .innerJoin('columns as c', 'c.id', 'p.column_id')
          .select(['p.title', 'c.name'])
          .execute()
      ).map(({ title, name }) => [title, name]),
    );

  test('is read first, waits, and then puts each category into its column, a new one if wanted', async () => {
    await portal.ctx.db.deleteFrom('posts').execute();
    await portal.ctx.db.deleteFrom('pages').execute();
    const { data } = await send(await wordpress(), '旧站.xml', { columnId: '', isReviewed: 'true' });
    await run();
    const { id } = data;
    expect(await detail(id)).toMatchObject({
      state: 'waiting',
      plan: {
        posts: 8,
        pages: 4,
        comments: 3,
        uncategorised: 0,
        categories: [
          { name: '宏观', posts: 7 },
          { name: '银行', posts: 1, parent: '个股' },
          { name: '个股', posts: 1 },
        ],
      },
    });
    expect(await columnsOf()).toEqual(new Map());
    expect(await run()).toBe(false);
    const categories = [
      { name: '宏观', newColumn: '旧站宏观' },
      { name: '银行', newColumn: '旧站银行' },
      { name: '个股', newColumn: '旧站个股' },
    ];
    const start = { id, columnId: '2', categories };
    const wrong = await post('start', { ...start, categories: [{ name: '宏观', columnId: '999' }] });
    expect(wrong).toMatchObject({ code: 400, msg: '栏目不存在' });
    const columnNames = async () =>
      (await portal.ctx.db.selectFrom('columns').select('name').orderBy('id').execute()).map(
        ({ name }) => name,
      );
    const before = await columnNames();
    const taken = [
      { name: '宏观', newColumn: '只建了一半' },
      { name: '银行', newColumn: before[0] },
    ];
    expect((await post('start', { ...start, categories: taken })).code).toBe(409);
    expect(await columnNames()).toEqual(before);
    expect(await post('start', start)).toMatchObject({ code: 200 });
    expect(await post('start', start)).toMatchObject({ code: 409, msg: '这次导入已经不在等待确认' });
    await run();
    expect(await detail(id)).toMatchObject({ state: 'done', counts: { added: 12, failed: 0 } });
    expect((await columnsOf()).get('央行下调利率')).toBe('旧站宏观');
    expect((await columnsOf()).get('明年发')).toBe('旧站银行');
    const children = await portal.ctx.db
      .selectFrom('columns as c')
      .innerJoin('columns as above', 'above.id', 'c.parent_id')
      .select(['c.name', 'above.name as parent'])
      .where('c.name', 'like', '旧站%')
      .execute();
    expect(children).toEqual([{ name: '旧站银行', parent: '旧站个股' }]);
  });

  test('can be cancelled while it waits, which deletes its file', async () => {
    const { data } = await send(await wordpress(), '旧站.xml', { isReviewed: 'true' });
    await run();
    expect(await post('cancel', { id: data.id })).toMatchObject({ code: 200 });
    expect(await filesLeft()).toEqual([]);
    expect(await post('start', { id: data.id, columnId: '2', categories: [] })).toMatchObject({ code: 409 });
  });

  test('is not started without the permission', async () => {
    const answer = await post('start', { id: '1', columnId: '2', categories: [] }, editor);
    expect(answer).toMatchObject({ code: 403 });
  });
});

describe('an import', () => {
  test('is queued, run by the worker, and reports each invalid record with its line', async () => {
    const csv =
      '标题,正文,日期\n第一条,内容一,2026-01-02\n,没有标题,2026-01-02\n第三条,内容三,不是日期\n第四条,内容四,2026-01-05\n';
    const { code, data } = await send(csv, '旧稿.csv');
    expect({ code, data }).toMatchObject({
      code: 200,
      data: { kind: 'import', name: '旧稿.csv', state: 'queued', done: 0, total: null },
    });
    expect(await run()).toBe(true);
    expect(await detail(data.id)).toMatchObject({
      state: 'done',
      done: 4,
      total: 4,
      counts: { added: 2, unchanged: 0, skipped: 0, failed: 2 },
      report: [
        '旧稿.csv 第 3 行：标题（title）不能为空',
        '旧稿.csv 第 4 行：日期（publishedAt）无法识别：不是日期',
      ],
    });
    expect(await titles()).toEqual(expect.arrayContaining(['第一条', '第四条']));
    expect(await run()).toBe(false);
    expect(await filesLeft()).toEqual([]);
    expect((await get('list')).data.records[0]).toMatchObject({ id: data.id, state: 'done' });
  });

  test('of the same file again adds nothing', async () => {
    const jsonl = `${JSON.stringify({ title: '只有一次', body: '内容。' })}\n`;
    expect((await importFile(jsonl, 'a.jsonl')).counts).toMatchObject({ added: 1, unchanged: 0 });
    expect((await importFile(jsonl, 'b.jsonl')).counts).toMatchObject({ added: 0, unchanged: 1 });
  });

  test('uses the given encoding and column mapping', async () => {
    const csv = iconv.encode('题目,全文\n一九九几年的稿,内容。\n', 'gb18030');
    const mapping = JSON.stringify({ title: '题目', body: '全文' });
    const done = await importFile(csv, 'gbk.csv', { columnId: '2', encoding: 'gb18030', mapping });
    expect(done).toMatchObject({ state: 'done', counts: { added: 1, failed: 0 } });
    expect(await titles()).toContain('一九九几年的稿');
  });

  test('of a zip imports its texts and pictures', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>';
    const zip = await zipOf({ '稿/一.md': '# 压缩包里的\n\n![图](图/a.svg)\n', '稿/图/a.svg': svg });
    expect(await importFile(zip, '稿.zip')).toMatchObject({ state: 'done', counts: { added: 1 } });
    const { html } = await portal.ctx.db
      .selectFrom('posts as p')
      .innerJoin('post_bodies as b', 'b.post_id', 'p.id')
      .select('b.html')
      .where('p.title', '=', '压缩包里的')
      .executeTakeFirstOrThrow();
    expect(html).toMatch(/src="\/files\/000000\//);
    expect(await filesLeft()).toEqual([]);
  });

  test('cannot include other files of the server', async () => {
    const folder = join(portal.app.transfers.folder, '000000');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'secret.png'), 'of another');
    await importFile(
      '# 偷看\n\n![x](secret.png) ![z](../secret.png) ![w](../../secret.png) ![y](../../postgres/connection.json)\n',
      '偷看.md',
    );
    const { html } = await portal.ctx.db
      .selectFrom('posts as p')
      .innerJoin('post_bodies as b', 'b.post_id', 'p.id')
      .select('b.html')
      .where('p.title', '=', '偷看')
      .executeTakeFirstOrThrow();
    expect(html).not.toContain('/files/');
    rmSync(join(folder, 'secret.png'));
  });

  test('resumes after its process died, and counts what it added before', async () => {
    const rows = Array.from({ length: 450 }, (_, at) =>
      JSON.stringify({ title: `续传 ${at}`, body: `内容 ${at}` }),
    );
    const { data } = await send(`${rows.join('\n')}\n`, '续传.jsonl');
    // Stops while its first batch is being written.
    let checkCount = 0;
    const signal = {
      get aborted() {
        checkCount += 1;
        return checkCount > 1;
      },
    } as AbortSignal;
    await run(signal);
    const stopping = await detail(data.id);
    expect(stopping).toMatchObject({ state: 'running', done: 200, total: 450, counts: { added: 200 } });
    await run();
    expect(await detail(data.id)).toMatchObject({
      state: 'done',
      done: 450,
      counts: { added: 450, unchanged: 0, failed: 0 },
    });
  });

  test('can be cancelled while queued and while running, and keeps what it has added', async () => {
    const { data: waiting } = await send('标题,正文\n等着的,内容\n', 'w.csv');
    expect(await post('cancel', { id: waiting.id })).toMatchObject({
      code: 200,
      data: { state: 'cancelled' },
    });
    expect(await filesLeft()).toEqual([]);
    // The picture is in the second batch of three.
    const rows = Array.from({ length: 450 }, (_, at) =>
      JSON.stringify({ title: `取消 ${at}`, body: `内容 ${at}`, ...(at === 250 && { cover: 'p.svg' }) }),
    );
    const zip = await zipOf({ 'a.jsonl': `${rows.join('\n')}\n`, 'p.svg': '<svg/>' });
    const { data } = await send(zip, 'c.zip');
    const files = Object.assign(Object.create(portal.app.files), {
      async save() {
        expect(await post('cancel', { id: data.id })).toMatchObject({ code: 200 });
        return '/files/000000/none';
      },
    });
    await runNextTransfer(portal.ctx, {
      ...portal.app.transfers,
      media: { ...portal.app.transfers.media, files },
    });
    const ended = await detail(data.id);
    expect(ended).toMatchObject({ state: 'cancelled', done: 200, counts: { added: 200 } });
    expect((await titles()).filter((title) => title.startsWith('取消'))).toHaveLength(400);
    expect(await filesLeft()).toEqual([]);
    expect(await post('cancel', { id: data.id })).toMatchObject({ code: 409, msg: '这个任务已经结束' });
  });

  test('is started once by two workers, and again after its worker was killed', async () => {
    const { data } = await send('标题,正文\n一次,内容\n', 'once.csv');
    const claims = await Promise.all([claimTransfer(portal.ctx), claimTransfer(portal.ctx)]);
    const [killed] = claims.filter((row) => row !== undefined);
    expect(claims.filter((row) => row === undefined)).toHaveLength(1);
    expect(await run()).toBe(false);
    expect(await detail(data.id)).toMatchObject({ state: 'running' });
    // The lease has expired.
    const later = { ...portal.ctx, now: () => new Date(Date.now() + 60_001) };
    expect(await runNextTransfer(later, portal.app.transfers)).toBe(true);
    expect(await detail(data.id)).toMatchObject({ state: 'done', counts: { added: 1 } });
    if (!killed) throw new Error('nothing was claimed');
    const end = { state: 'failed', error: '迟到', path: '', options: {}, finished_at: new Date() } as const;
    expect(await finishTransfer(portal.ctx.db, killed, end)).toBe(false);
  });

  test('is abandoned after it ended its process repeatedly', async () => {
    const { data } = await send('标题,正文\n要命的,内容\n', 'x.csv');
    await portal.ctx.db.updateTable('transfers').set({ attempts: 5 }).where('id', '=', data.id).execute();
    await run();
    expect(await detail(data.id)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('一再中断'),
    });
  });
});

describe('invalid input fails with the reason and the line', () => {
  const wxr = (items: string) =>
    `<?xml version="1.0"?><rss version="2.0" xmlns:content="c" xmlns:wp="http://wordpress.org/export/1.2/"><channel>${items}`;
  const item = (id: number) =>
    `<item><title>旧站 ${id}</title><guid>g${id}</guid><content:encoded><![CDATA[<p>正文</p>]]></content:encoded><wp:post_id>${id}</wp:post_id><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>\n`;

  test.each([
    ['half a JSON file', 'half.json', '[{"title":"半个","body":"内', /第 1 行：不是有效的 JSON/, 0],
    [
      'a truncated line of JSON Lines',
      'half.jsonl',
      '{"title":"整行","body":"内容"}\n{"title":"半行","bo',
      /第 2 行：不是有效的 JSON。此前的 1 条已导入/,
      1,
    ],
    [
      'half a WordPress file',
      'half.xml',
      `${wxr(item(1))}<item><title>断在这里`,
      /第 2 行：文件在这里中断.*此前的 1 条已导入/,
      1,
    ],
    [
      'a CSV with an unclosed quotation',
      'q.csv',
      '标题,正文\n好的,内容\n"没闭合,内容\n后面,内容\n',
      /第 3 行：.*没有闭合.*此前的 1 条已导入/,
      1,
    ],
    ['an empty file', 'empty.csv', ' \n', /没有一条可以导入：empty.csv 第 1 行：文件是空的/, 0],
    [
      'another format under a known extension',
      'photo.csv',
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4]),
      /没有一条可以导入：photo.csv 第 1 行/,
      0,
    ],
    ['a truncated zip', 'half.zip', Buffer.from('PK\x03\x04half'), /不是完整的 zip/, 0],
  ])('%s', async (_, name, content, reason, added) => {
    const before = (await titles()).length;
    const end = await importFile(content as string, name as string);
    expect(end).toMatchObject({ state: 'failed', error: expect.stringMatching(reason as RegExp) });
    expect((await titles()).length - before).toBe(added);
    expect(await filesLeft()).toEqual([]);
  });

  test('invalid bytes in a UTF-8 file lose a character, but no record', async () => {
    const csv = Buffer.concat([
      Buffer.from('标题,正文\n编码坏了一处,'.padEnd(30, '正'), 'utf8'),
      Buffer.from([0xe4, 0xb8]),
      Buffer.from('文\n下一条,内容\n'),
    ]);
    expect(await importFile(csv, 'bad.csv')).toMatchObject({
      state: 'done',
      counts: { added: 2, failed: 0 },
    });
  });

  test('a zip with a duplicate name, or a name the file system rejects, reports which', async () => {
    const twice = Buffer.from(await zipOf({ 'a1.md': '# 甲\n\n文', 'a2.md': '# 乙\n\n文' }));
    for (let at = twice.indexOf('a2.md'); at >= 0; at = twice.indexOf('a2.md', at + 1))
      twice.write('a1.md', at);
    const before = (await titles()).length;
    expect(await importFile(twice, 'twice.zip')).toMatchObject({
      state: 'done',
      counts: { added: 1, failed: 1 },
      report: [expect.stringContaining('a1.md 和另一个文件重名')],
    });
    const name = `${'长'.repeat(100)}.md`;
    expect(
      await importFile(await zipOf({ [name]: '# 丁\n\n文', '短.md': '# 戊\n\n文' }), 'long.zip'),
    ).toMatchObject({
      state: 'done',
      counts: { added: 1, failed: 1 },
      report: [expect.stringContaining('文件名太长，没有导入')],
    });
    expect((await titles()).length - before).toBe(2);
    expect(await importFile(await zipOf({ [name]: '# 己\n\n文' }), 'only-long.zip')).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('文件名太长'),
    });
    expect(await filesLeft()).toEqual([]);
  });

  test.each([
    ['an empty zip', {}],
    ['a zip of another system', { 'extensions.data': '[]' }],
    ['pictures alone', { 'a.jpg': 'x', 'b/c.png': 'x' }],
  ])('%s has nothing to import, which is not done', async (_, files) => {
    expect(await importFile(await zipOf(files as Record<string, string>), 'none.zip')).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/^没有找到可以导入的内容.*可以导入 CSV/),
    });
    expect(await filesLeft()).toEqual([]);
  });

  test('a zip that leads out of its folder, or is a zip bomb, writes nothing', async () => {
    const plain = await zipOf({ 'aa/bb.md': '# x' });
    const leading = Buffer.from(plain);
    for (let at = leading.indexOf('aa/bb.md'); at >= 0; at = leading.indexOf('aa/bb.md', at + 1))
      leading.write('../bb.md', at);
    expect(await importFile(leading, 'lead.zip')).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('路径不合规'),
    });
    const bomb = await zipOf({ 'big.md': Buffer.alloc(20_000_000, 0x61) });
    expect(await importFile(bomb, 'bomb.zip')).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('大得不正常'),
    });
    expect(await filesLeft()).toEqual([]);
  });

  test('rejects a line of many millions of characters and imports the others', {
    tags: ['deep'],
  }, async () => {
    const good = JSON.stringify({ title: '长行之后', body: '内容' });
    const long = JSON.stringify({ title: '长', body: '长'.repeat(17_000_000) });
    const end = await importFile(`${long}\n${good}\n`, 'long.jsonl');
    expect(end).toMatchObject({
      state: 'done',
      counts: { added: 1, failed: 1 },
      report: ['long.jsonl 第 1 行：这一行太长，无法读取'],
    });
  });
});

describe('an export', () => {
  test('is made by the worker, can be downloaded with the permission, and is deleted after a week', async () => {
    await addPost(portal, { title: '导出里有这一篇' });
    const { data } = await post('export', { withoutPeople: true });
    expect(await get('download', { id: data.id })).toMatchObject({ code: 409 });
    await run();
    const done = await detail(data.id);
    expect(done).toMatchObject({ state: 'done', withoutPeople: true, bytes: expect.any(Number) });
    expect(done.done).toBe(done.total);
    const answer = await portal.server.inject({
      url: `/api/admin/transfer/download?id=${data.id}`,
      headers: {
        authorization: `Basic ${Buffer.from('guanlan:guanlan').toString('base64')}`,
        'blade-auth': `bearer ${admin}`,
      },
    });
    expect(answer.headers['content-type']).toBe('application/zip');
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain('不含会员.zip');
    expect(answer.rawPayload).toHaveLength(done.bytes);
    const log = await portal.call('GET /admin/audit/list', {
      token: admin,
      query: { scope: 'security', target: `transfer:${data.id}` },
    });
    expect(log.body.data.records).toMatchObject([
      { action: 'transfer.download' },
      { action: 'transfer.export' },
    ]);
    const folder = mkdtempSync(join(tmpdir(), 'guanlan-download-'));
    await writeFile(join(folder, 'a.zip'), answer.rawPayload);
    const archive = await openArchive(join(folder, 'a.zip'));
    expect(archive.manifest.tables.map(({ name }) => name)).not.toContain('members');
    archive.close();

    const again = await importFile(await readFile(join(folder, 'a.zip')), 'a.zip');
    expect(again).toMatchObject({ state: 'failed', error: expect.stringContaining('restore') });
    rmSync(folder, { recursive: true });

    await deleteExpiredExports(
      { ...portal.ctx, now: () => new Date(Date.now() + 6 * 86_400_000) },
      portal.app.transfers,
    );
    expect(await filesLeft()).toHaveLength(1);
    await expireExports();
    expect(await filesLeft()).toEqual([]);
    expect(await get('download', { id: data.id })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('过期'),
    });
    expect(await detail(data.id)).toMatchObject({ state: 'done', bytes: null, expiresAt: null });
  });
});

describe('an import publishes', () => {
  const wordpress = () => readFile(join(import.meta.dirname, '../../../testing/exports/wordpress.xml'));
  /** Logs in with these permissions only. */
  const logInWith = async (...permissions: string[]) => {
    const { token, memberId } = await logIn(portal);
    const code = `importer-${memberId}`;
    await portal.ctx.db.insertInto('roles').values({ code, name: code, permissions }).execute();
    await portal.ctx.db.insertInto('member_roles').values({ member_id: memberId, role: code }).execute();
    return token;
  };
  const empty = async () => {
    for (const table of ['posts', 'pages', 'redirects'] as const)
      await portal.ctx.db.deleteFrom(table).execute();
  };
  /** Counts what readers could open, and the old addresses. */
  const countPublic = async () => {
    const { db } = portal.ctx;
    const isPublic = ['published', 'scheduled'];
    const of = async (rows: Promise<unknown[]>) => (await rows).length;
    return {
      posts: await of(db.selectFrom('posts').select('id').where('state', 'in', isPublic).execute()),
      pages: await of(db.selectFrom('pages').select('id').where('state', 'in', isPublic).execute()),
      redirects: (await of(db.selectFrom('redirects').select('id').execute())) > 0,
    };
  };

  test.each([
    [[], { posts: 0, pages: 0, redirects: false }, 12],
    [['content.publish'], { posts: 4, pages: 0, redirects: false }, 8],
    [['pages.manage'], { posts: 0, pages: 3, redirects: false }, 9],
    [['content.publish', 'pages.manage', 'settings.manage'], { posts: 4, pages: 3, redirects: true }, 5],
  ])('with %j only what its caller may publish', async (permissions, expected, drafts) => {
    await empty();
    const token = await logInWith('transfers.manage', ...permissions);
    const { data } = await send(await wordpress(), '旧站.xml', { columnId: '2' }, token);
    await run();
    const end = await detail(data.id);
    expect(end).toMatchObject({ state: 'done', counts: { added: 12, failed: 0, drafts } });
    expect(await countPublic()).toEqual(expected);
    const { report } = end;
    expect(report.filter((line: string) => line.includes('存为草稿：'))).toHaveLength(drafts);
    expect(report.join('\n').includes('《央行下调利率》存为草稿：没有“发布与撤回”权限')).toBe(
      expected.posts === 0,
    );
    expect(report.join('\n').includes('个旧地址没有添加：需要“设置”权限')).toBe(!expected.redirects);
  });

  test('with the rights of the one who starts it, not of the one who uploaded its file', async () => {
    await empty();
    const { data } = await send(await wordpress(), '旧站.xml', { columnId: '2', isReviewed: 'true' });
    await run();
    const start = { id: data.id, columnId: '2', categories: [] };
    expect(await post('start', start, await logInWith('transfers.manage'))).toMatchObject({ code: 200 });
    await run();
    expect(await countPublic()).toEqual({ posts: 0, pages: 0, redirects: false });
  });

  test.each([
    [['content.publish'], 1],
    [['content.publish', 'content.view'], 2],
  ])('with %j no text that links a locked file of another', async (permissions, added) => {
    await empty();
    const path = join(portal.app.config.dataDir, 'paid.pdf');
    await writeFile(path, '%PDF-1.7 paid');
    const locked = await portal.app.files.saveFrom('000000', path, 'paid.pdf');
    await addPost(portal, { access: 'vip', body: `<p>开放。</p><!--paywall--><a href="${locked}">年报</a>` });
    const token = await logInWith('transfers.manage', ...permissions);
    const rows = `标题,正文\n借来的,"<a href=""${locked}"">附件</a>"\n自己的,内容\n`;
    const { data } = await send(rows, 'a.csv', { columnId: '2' }, token);
    await run();
    const end = await detail(data.id);
    expect(end.counts).toMatchObject({ added, failed: 2 - added });
    expect(end.report.join('\n').includes('第 2 行：附件“附件”没有公开')).toBe(added === 1);
  });

  test('no text that links a locked file, whoever starts what another uploaded', async () => {
    await empty();
    const path = join(portal.app.config.dataDir, 'another.pdf');
    await writeFile(path, '%PDF-1.7 another');
    const locked = await portal.app.files.saveFrom('000000', path, 'another.pdf');
    await addPost(portal, { access: 'vip', body: `<p>开放。</p><!--paywall--><a href="${locked}">年报</a>` });
    const token = await logInWith('transfers.manage');
    const rows = `标题,正文\n借来的,"<a href=""${locked}"">附件</a>"\n`;
    const { data } = await send(rows, 'a.csv', { columnId: '2', isReviewed: 'true' }, token);
    await run();
    await post('start', { id: data.id, columnId: '2', categories: [] });
    await run();
    expect(await detail(data.id)).toMatchObject({ counts: { added: 0, failed: 1 } });
  });

  test('nothing that those may take back or change who may not publish it', async () => {
    await empty();
    const { data } = await send(await wordpress(), '旧站.xml');
    await run();
    const token = await logInWith('transfers.manage', 'content.publish', 'content.view');
    for (const path of ['undo', 'refetch'])
      expect(await post(path, { id: data.id }, token)).toMatchObject({
        code: 403,
        msg: expect.stringContaining('还需要“单页与页脚”权限'),
      });
  });

  test('no comment without the permission for comments', async () => {
    await empty();
    await portal.ctx.db.deleteFrom('comments').execute();
    const countComments = async () =>
      (await portal.ctx.db.selectFrom('comments').select('id').execute()).length;
    const token = await logInWith('transfers.manage', 'content.publish');
    const { data } = await send(await wordpress(), '旧站.xml', { columnId: '2' }, token);
    await run();
    expect(await countComments()).toBe(0);
    const { report, counts } = await detail(data.id);
    await send(await wordpress(), '旧站.xml');
    await run();
    const comments = await countComments();
    expect(comments).toBeGreaterThan(0);
    expect(report).toContain(
      `跳过，${comments} 条评论没有添加：需要“评论审核”权限，请有权限的人把同一个文件再导入一次`,
    );
    // Once all is here, nothing is left out.
    const again = await send(await wordpress(), '旧站.xml', { columnId: '2' }, token);
    await run();
    const end = await detail(again.data.id);
    expect(end.report.filter((line: string) => line.includes('没有添加'))).toEqual([]);
    expect(end.counts.skipped).toBe(counts.skipped - 2);
  });

  test('no reference without another reviewer, and nothing if its rights are unknown', async () => {
    await empty();
    await addReferenceColumn(portal);
    const token = await logInWith('transfers.manage', 'content.publish', 'content.review');
    await send('标题,正文\n内参一,内容\n', 'a.csv', { columnId: referenceColumn }, token);
    await run();
    expect(await countPublic()).toMatchObject({ posts: 0 });
    const { data } = await send('标题,正文\n快讯一,内容\n', 'b.csv');
    await portal.ctx.db
      .updateTable('transfers')
      .set({ options: sql`options - 'rights'` })
      .where('id', '=', data.id)
      .execute();
    await run();
    expect(await countPublic()).toMatchObject({ posts: 0 });
    await empty();
  });
});

test('a whole site is exported only by those who may see all of it', async () => {
  const { token } = await logIn(portal, { role: 'admin' });
  const only = await portal.call('POST /admin/role/create', {
    token,
    body: { name: '只搬运', permissions: ['transfers.manage'] },
  });
  const { token: carrier, memberId } = await logIn(portal);
  await portal.call('POST /admin/staff/giveRole', {
    token,
    body: { id: memberId, role: only.body.data.code },
  });
  const refused = { code: 403, msg: '整站导出里有全部草稿和付费内容，还需要“查看稿件”权限' };
  expect(await post('export', { withoutPeople: true }, carrier)).toMatchObject(refused);
  const { data } = await post('export', { withoutPeople: true });
  await run();
  expect(await get('download', { id: data.id }, carrier)).toMatchObject(refused);
  await expireExports();
});

describe('members in an export', () => {
  test('need the permission for members, and contain no credentials', async () => {
    await portal.ctx.db
      .insertInto('roles')
      .values({ code: 'carrier', name: '搬运', permissions: ['transfers.manage', 'content.view'] })
      .execute();
    const { token: carrier, memberId } = await logIn(portal);
    await portal.ctx.db.insertInto('member_roles').values({ member_id: memberId, role: 'carrier' }).execute();
    await portal.ctx.db
      .updateTable('members')
      .set({ totp_secret: 'JBSWY3DPEHPK3PXP', totp_enabled_at: new Date(), totp_last_step: 1 })
      .where('id', '=', memberId)
      .execute();
    await portal.ctx.db
      .insertInto('recovery_codes')
      .values({ member_id: memberId, code_hash: Buffer.from('recovery') })
      .execute();
    expect(await post('export', { withoutPeople: false }, carrier)).toMatchObject({
      code: 403,
      msg: expect.stringContaining('管理会员'),
    });
    expect(await post('export', { withoutPeople: true }, carrier)).toMatchObject({ code: 200 });
    await run();
    const { data } = await post('export', { withoutPeople: false });
    await run();
    expect(await get('download', { id: data.id }, carrier)).toMatchObject({ code: 403 });

    const { path } = await portal.ctx.db
      .selectFrom('transfers')
      .select('path')
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow();
    const archive = await openArchive(
      join(portal.app.files.root, path.replace('private', '.private/000000')),
    );
    const members: Record<string, unknown>[] = [];
    for await (const line of archive.rows('members')) members.push(JSON.parse(line));
    expect(members.find(({ id }) => String(id) === memberId)).toMatchObject({
      mobile: expect.stringMatching(/^1/),
      password_hash: null,
      totp_secret: null,
      totp_enabled_at: null,
    });
    expect(archive.manifest.tables.map(({ name }) => name)).not.toContain('recovery_codes');
    archive.close();
    await expireExports();
  });
});

describe('permissions and invalid requests', () => {
  test.each(['list', 'detail', 'download'])('GET %s', async (path) => {
    const query = path === 'list' ? {} : { id: '1' };
    expect((await portal.call(`GET /admin/transfer/${path}`, { query })).status).toBe(401);
    expect((await get(path, query, editor)).code).toBe(403);
    if (path !== 'list')
      expect(await get(path, { id: '999999' })).toMatchObject({ code: 404, msg: '没有这个任务' });
    expect((await get(path, path === 'list' ? { size: '0' } : { id: 'x' })).code).toBe(400);
  });

  test.each([
    ['export', { withoutPeople: true }, { withoutPeople: 'x' }],
    ['cancel', { id: '999999' }, { id: 'x' }],
  ])('POST %s', async (path, good, bad) => {
    expect((await portal.call(`POST /admin/transfer/${path}`, { body: good })).status).toBe(401);
    expect((await post(path, good, editor)).code).toBe(403);
    expect((await post(path, bad)).code).toBe(400);
    if (path === 'cancel') expect((await post(path, good)).code).toBe(404);
  });

  test('POST import rejects another’s file, an unsupported type and an unknown column', async () => {
    expect((await send('标题,正文\n甲,乙\n', 'a.csv', {}, null)).code).toBe(401);
    expect((await send('标题,正文\n甲,乙\n', 'a.csv', {}, editor)).code).toBe(403);
    const refusals = [
      [await send('x', 'a.exe'), '文件'],
      [await send('x', 'a.csv', { columnId: '999' }), '栏目不存在'],
      [await send('x', 'a.csv', { columnId: 'x' }), '栏目'],
      [await send('x', 'a.csv', { encoding: 'klingon' }), '编码'],
      [await send('x', 'a.csv', { mapping: '{"nonsense":"x"}' }), '字段对应'],
      [await send('', 'a.csv'), '文件是空的'],
    ] as const;
    for (const [answer, words] of refusals)
      expect(answer).toMatchObject({ code: 400, msg: expect.stringContaining(words) });
    expect(await filesLeft()).toEqual([]);
  });

  test('audits every start, cancellation and download', async () => {
    const { data: imported } = await send('标题,正文\n没等到的,内容\n', 'log.csv');
    await post('cancel', { id: imported.id });
    const { data: exported } = await post('export', { withoutPeople: true });
    await run();
    await get('download', { id: exported.id });
    await expireExports();
    const { data } = (await portal.call('GET /admin/audit/list', { query: { size: '100' }, token: admin }))
      .body;
    const entries = data.records.map((entry: Body) => `${entry.action} ${entry.target}`);
    for (const entry of [
      `import transfer:${imported.id}`,
      `cancel transfer:${imported.id}`,
      `export transfer:${exported.id}`,
      `download transfer:${exported.id}`,
    ])
      expect(entries).toContain(`transfer.${entry}`);
  });
});
