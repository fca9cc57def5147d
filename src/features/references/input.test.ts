import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteUnusedUploads } from '#features/media/index.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { addReferenceColumn, asWriter, decideReference, type Writer } from '#testing/references.ts';
import { asMember, orderFor, payOrderOf } from '#testing/sales.ts';

let portal: Portal;
let writer: Writer;
let reviewer: string;

beforeAll(async () => {
  portal = await openPortal({ REFERENCE_DRAFTS: '1000', REFERENCE_REVIEWS: '1000', REFERENCE_DAILY: '1000' });
  await addReferenceColumn(portal);
  writer = await asWriter(portal);
  reviewer = (await logIn(portal, { role: 'reviewer' })).token;
});
afterAll(() => portal.close());

const read = async (id: string, token?: string) =>
  (await portal.call('POST /reception/selectReference', { query: { id }, ...(token && { token }) })).body;
const publish = async (changes: object) => {
  const draft = await writer.write(changes);
  await writer.submit(draft);
  await decideReference(portal, reviewer, draft.id, 'approved');
  return draft;
};

async function upload(bytes: Buffer | string, name: string, kind: string, token = writer.token) {
  const form = new FormData();
  form.append('kind', kind);
  form.append('file', new Blob([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)]), name);
  const body = new Response(form);
  const answer = await portal.call('POST /internalReference/upload', {
    token,
    body: Buffer.from(await body.arrayBuffer()),
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
  });
  return answer.body;
}
const picture = (red: number, width = 20, height = 10) =>
  sharp({ create: { width, height, channels: 3, background: { r: red, g: 9, b: 9 } } })
    .png()
    .toBuffer();

describe('saving and submitting a version', () => {
  test.each([
    [0.001, '价格'],
    [-1, '价格'],
    [1e9, '价格'],
    [99, '价格'],
    [9_990_001, '价格'],
    ['9', '价格'],
  ])('refuses a price of %j, names the field and changes nothing', async (price, named) => {
    const { id, version, content } = await writer.write();
    const changed = { ...content, access: 'paid', price, title: '不该保存' };
    const answer = await writer.post('save', { id, base: version, content: changed });
    expect(answer).toMatchObject({ code: 400, msg: expect.stringContaining(named) });
    expect((await writer.get('detail', { id })).data).toMatchObject({
      version,
      content: { title: '一篇内参' },
    });
  });

  test('saves a paid draft without a price, and refuses its submission', async () => {
    const { id, version, content } = await writer.write();
    const unpriced = { ...content, access: 'paid', price: null, title: '还没定价' };
    const saved = await writer.post('save', { id, base: version, content: unpriced });
    expect(saved).toMatchObject({ code: 200 });
    expect((await writer.get('detail', { id })).data.content).toMatchObject({ access: 'paid', price: null });
    const submitted = await writer.post('submit', { id, base: saved.data.version });
    expect(submitted).toMatchObject({ code: 400, msg: expect.stringContaining('要有价格') });
    const { data: check } = await writer.get('check', { id });
    expect(check.refusal).toContain('要有价格');
  });

  test.each([
    [100, 200],
    [9_990_000, 200],
  ])('accepts a price of %j', async (price, code) => {
    const { id, version, content } = await writer.write();
    const changed = { ...content, access: 'paid', price };
    expect(await writer.post('save', { id, base: version, content: changed })).toMatchObject({ code });
  });

  test.each([
    [{ title: '长'.repeat(201) }, '标题'],
    [{ summary: '长'.repeat(501) }, '摘要'],
    [{ access: 'secret' }, '权限'],
    [{ cover: 'https://elsewhere.example.cn/a.png' }, '封面'],
    [{ cover: '/files/../../etc/passwd?x' }, '封面'],
    [{ columnId: '2' }, '栏目'],
    [{ columnId: '999' }, '栏目'],
    [{ tags: [''] }, '标签'],
    [{ stockCodes: { a: 'x' } }, '股票代码'],
    [{ html: 7 }, '正文'],
  ])('refuses %j and names the field', async (change, named) => {
    const { id, version, content } = await writer.write();
    const answer = await writer.post('save', { id, base: version, content: { ...content, ...change } });
    expect(answer).toMatchObject({ code: 400, msg: expect.stringContaining(named) });
  });

  test('refuses a body of 5 MB in Chinese', async () => {
    const { id, version, content } = await writer.write();
    const html = `<p>${'长'.repeat(1_700_000)}</p>`;
    const answer = await portal.call('POST /internalReference/save', {
      token: writer.token,
      body: { id, base: version, content: { ...content, html } },
    });
    expect(answer.status).toBe(413);
    expect(answer.body).toMatchObject({ code: 413, msg: '提交的内容过大，请缩减后重试' });
  });

  test('does not submit a version without a title or text', async () => {
    expect(await writer.submit(await writer.write({ title: ' ' }))).toMatchObject({
      code: 400,
      msg: expect.stringContaining('标题'),
    });
    const empty = await writer.write({ html: '<p> </p>' });
    expect((await writer.get('check', { id: empty.id })).data.refusal).toContain('正文');
    expect(await writer.submit(empty)).toMatchObject({
      code: 400,
      msg: expect.stringContaining('正文'),
    });
  });

  test.each([
    ['链接', '<a href="/1.pdf">甲</a>'.repeat(34_000)],
    ['元素', '<b>甲</b>'.repeat(80_000)],
    ['图片', Array.from({ length: 101 }, (_, at) => `<img src="/files/${at}.png">`).join('')],
    ['文字', '长'.repeat(100_001)],
  ])('saves a draft with too many of %s but does not submit it', async (what, html) => {
    const draft = await writer.write({ html: html.slice(0, 900_000) });
    expect((await writer.get('check', { id: draft.id })).data.refusal).toContain(`正文的${what}`);
    expect(await writer.submit(draft)).toMatchObject({ code: 400, msg: expect.stringContaining(what) });
    expect((await writer.get('detail', { id: draft.id })).data.content.html.length).toBeGreaterThan(2000);
  });

  test('does not submit a version with a blocked word and says where the word is', async () => {
    await portal.ctx.db.insertInto('sensitive_words').values({ word: '绝对禁词', level: 'block' }).execute();
    const draft = await writer.write({ html: '<p>含有绝对禁词。</p>' });
    expect((await writer.get('check', { id: draft.id })).data.words).toEqual([
      { found: '绝对禁词', label: '正文' },
    ]);
    expect(await writer.submit(draft)).toMatchObject({ code: 400, msg: expect.stringContaining('绝对禁词') });
  });
});

describe('pasted content', () => {
  test('is sanitised once on input: no scripts, no styles, no pictures of other sites', async () => {
    const html = [
      '<html xmlns:o="urn:schemas-microsoft-com:office:office"><style>p{color:red}</style>',
      '<p class="MsoNormal" style="mso-margin:1" onclick="steal()"><o:p>来自 Word 的一段</o:p></p>',
      '<section data-tools="135" style="background:url(https://elsewhere.example.cn/t.gif)">来自公众号的一段</section>',
      '<img data-src="https://mmbiz.example.cn/a.png" src="https://mmbiz.example.cn/a.png" onerror="steal()">',
      '<script>steal()</script><iframe src="https://elsewhere.example.cn"></iframe>',
      '<a href="javascript:steal()">按这里</a><svg onload="steal()"></svg>',
    ].join('');
    const draft = await publish({ html });
    const kept = (await writer.get('detail', { id: draft.id })).data.content.html;
    const shown = (await read(draft.id)).data.body;
    const { rows } = { rows: await portal.ctx.db.selectFrom('post_versions').select('content').execute() };
    for (const text of [kept, shown]) {
      expect(text).toContain('的一段');
      expect(text).not.toMatch(/<script|<style|<iframe|<svg|<img|onclick|onerror|javascript:|steal|style=/i);
    }
    expect(kept).toMatch(/<a [^>]*href="https:\/\/mmbiz\.example\.cn\/a\.png"/);
    expect(JSON.stringify(rows)).not.toContain('steal');
  });

  test('keeps its paywall mark, our own pictures and what staff set beside it', async () => {
    const { data } = await upload(await picture(1), '图.png', 'image');
    const html = `<p>开放的话。</p><p><img src="${data.url}" alt="图"></p><!--paywall--><p>锁住的话。</p>`;
    const draft = await writer.write({ html, access: 'paid', price: 1900 });
    await portal.ctx.db.updateTable('posts').set({ important: true }).where('id', '=', draft.id).execute();
    const { content } = (await writer.get('detail', { id: draft.id })).data;
    expect(content.html).toContain('<!--paywall-->');
    expect(content.html).toContain(data.url);
    for (const [as, whole] of [
      ['visitor', false],
      ['member', false],
      ['vip', false],
      ['buyer', true],
    ] as const) {
      const shown = (await writer.get('preview', { id: draft.id, as })).data;
      expect(shown.body).toContain('开放的话');
      expect(shown.body.includes('锁住的话'), as).toBe(whole);
    }
  });
});

test('a member adds at most 60 versions a day by saving; a later save replaces the one before it', async () => {
  const member = await asWriter(portal);
  const draft = await member.write();
  let base = draft.version;
  const save = async (title: string) => {
    const answer = await member.post('save', { id: draft.id, base, content: { ...draft.content, title } });
    expect(answer).toMatchObject({ code: 200 });
    base = answer.data.version;
  };
  const count = async () => {
    const versions = portal.ctx.db.selectFrom('post_versions').selectAll().where('post_id', '=', draft.id);
    return (await versions.execute()).length;
  };
  await save('第一稿');
  const key = `reference-versions:${member.memberId}`;
  await sql`update rate_limits set hits = array_fill(now(), array[60]) where key = ${key}`.execute(
    portal.ctx.db,
  );
  const before = await count();
  for (const title of ['第二稿', '第三稿', '第四稿']) await save(title);
  expect(await count()).toBeLessThanOrEqual(before + 1);
  expect((await member.get('detail', { id: draft.id })).data.content.title).toBe('第四稿');
});

describe('files uploaded by a writer', () => {
  test("are pictures and documents, listed in the staff's library only on request", async () => {
    const admin = (await logIn(portal, { role: 'admin' })).token;
    const listed = async (from?: string) => {
      const query = { ...(from && { from }), size: '100' };
      const { body } = await portal.call('GET /admin/media/list', { token: admin, query });
      return body.data.records.map(({ address }: { address: string }) => address);
    };
    const { data } = await upload(await picture(77), '走势.png', 'image');
    expect(data).toMatchObject({ name: '走势', width: 20, height: 10 });
    await publish({});
    const { data: document } = await upload('代码,名称\n1,甲', '名单.csv', 'file');
    expect(document.url).toMatch(/\.csv$/);
    expect(await listed()).not.toContain(data.url);
    expect(await listed('members')).toEqual(expect.arrayContaining([data.url, document.url]));
    expect(await upload('<svg/>', 'x.svg', 'image')).toMatchObject({ code: 400 });
    expect(await upload('代码,名称', '名单.csv', 'image')).toMatchObject({
      code: 400,
      msg: expect.stringContaining('图片（PNG'),
    });
    expect(await upload(await picture(2), 'x.png', 'file')).toMatchObject({ code: 400 });
  });

  test("cannot be imported from the server's own network", async () => {
    expect(await writer.post('bring', { url: 'http://127.0.0.1:1/a.png' })).toMatchObject({ code: 400 });
    expect(await writer.post('bring', { url: 'file:///etc/passwd' })).toMatchObject({
      code: 400,
      field: 'url',
    });
  });

  test('are limited to pictures until a reference is submitted', async () => {
    const member = await asWriter(portal);
    const answer = await upload('代码,名称\n1,新人', '名单.csv', 'file', member.token);
    expect(answer).toMatchObject({ code: 403, msg: expect.stringContaining('请先送审一篇内参') });
    expect(await upload(await picture(11), '图.png', 'image', member.token)).toMatchObject({ code: 200 });
    await member.submit(await member.write());
    expect(await upload('代码,名称\n1,新人', '名单.csv', 'file', member.token)).toMatchObject({ code: 200 });
  });

  test("stay within the member's quota under concurrency, and a refusal names the usage", async () => {
    const member = await asWriter(portal);
    const put = (n: number, bytes: number) =>
      portal.ctx.db
        .insertInto('media_items')
        .values({
          kind: 'image',
          address: `/files/000000/qq/${n}.webp`,
          name: '图',
          media_type: 'image/webp',
          bytes,
          uploaded_by: member.memberId,
          is_of_member: true,
        })
        .execute();
    await put(1, 200 * 1024 * 1024 - 150);
    const answers = await Promise.all(
      [21, 22, 23, 24].map(async (red) => upload(await picture(red), 'x.png', 'image', member.token)),
    );
    const taken = answers.filter(({ code }) => code === 200);
    expect(taken.length).toBeLessThan(4);
    const { rows } = await sql<{ bytes: string }>`
      select sum(bytes) bytes from media_items where uploaded_by = ${member.memberId}`.execute(portal.ctx.db);
    expect(Number(rows[0]?.bytes)).toBeLessThanOrEqual(200 * 1024 * 1024);
    expect(answers.find(({ code }) => code !== 200)).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/已用 200 MB，一共 200 MB，这个文件 0 MB/),
    });
    const other = await asWriter(portal);
    expect(await upload(await picture(25), 'x.png', 'image', other.token)).toMatchObject({ code: 200 });
  });

  test('count before any work, also what is stored already, refused, or brought from another site', async () => {
    const { token, memberId } = await asWriter(portal);
    const bytes = await picture(26);
    for (const _ of [1, 2]) expect(await upload(bytes, 'x.png', 'image', token)).toMatchObject({ code: 200 });
    expect(await upload('no picture', 'x.png', 'image', token)).toMatchObject({ code: 400 });
    const attempts = () =>
      sql<{
        count: number;
      }>`select cardinality(hits) count from rate_limits where key like ${`writer-uploads%${memberId}`}`
        .execute(portal.ctx.db)
        .then(({ rows }) => rows[0]?.count);
    expect(await attempts()).toBe(3);
    const bring = () =>
      portal.call('POST /internalReference/bring', { body: { url: 'https://192.0.2.1/a.png' }, token });
    expect((await bring()).status).toBe(400);
    expect(await attempts()).toBe(4);
    // Twelve million pixels.
    expect(await upload(await picture(27, 4000, 3000), 'x.png', 'image', token)).toMatchObject({ code: 200 });
    expect(await attempts()).toBe(6);
    await sql`update rate_limits set hits = array_fill(now(), array[200]) where key like ${`writer-uploads%${memberId}`}`.execute(
      portal.ctx.db,
    );
    const refused = { code: 429, msg: expect.stringContaining('24 小时内最多上传 200 个文件') };
    expect(await upload(bytes, 'x.png', 'image', token)).toMatchObject(refused);
    expect((await bring()).body).toMatchObject(refused);
  });

  test('expire after seven days without use, unless a draft or an older version shows them', async () => {
    const urls: string[] = [];
    for (const red of [31, 32, 33]) urls.push((await upload(await picture(red), '图.png', 'image')).data.url);
    const [unused, drafted, earlier] = urls as [string, string, string];
    const { id, version, content } = await writer.write({ html: `<p>一</p><img src="${earlier}">` });
    await writer.post('save', {
      id,
      base: version,
      content: { ...content, html: `<p>二</p><img src="${drafted}">` },
    });
    const left = async () =>
      (
        await portal.ctx.db.selectFrom('media_items').select('address').where('address', 'in', urls).execute()
      ).map(({ address }) => address);
    await deleteUnusedUploads(portal.ctx, portal.app.media);
    expect(await left()).toHaveLength(3);
    const later = { ...portal.ctx, now: () => new Date(Date.now() + 7 * 86_400_000 + 60_000) };
    await deleteUnusedUploads(later, portal.app.media);
    expect((await left()).sort()).toEqual([drafted, earlier].sort());
    expect(await portal.app.files.read('000000', unused)).toBeNull();
    expect(await portal.app.files.read('000000', earlier)).not.toBeNull();
  });
});

describe("the writer's profile", () => {
  test('defaults to the member before anything is written and can be changed afterwards', async () => {
    const member = await asWriter(portal);
    const before = (await member.get('profile')).data;
    expect(before).toMatchObject({ authorId: null, qualificationState: 'none' });
    const saved = await member.post('profile', { ...before, name: '山谷回声', bio: '十年卖方' });
    expect(saved.data).toMatchObject({ name: '山谷回声', bio: '十年卖方', authorId: expect.any(String) });
    expect((await member.get('profile')).data).toEqual(saved.data);
    const other = (await asWriter(portal)).post;
    expect(await other('profile', { ...before, name: '山谷回声' })).toMatchObject({
      code: 409,
      field: 'name',
    });
    expect(await other('profile', { ...before, name: ' ' })).toMatchObject({ code: 400 });
    expect(
      await other('profile', { ...before, name: '新名', avatar: 'https://x.example.cn/a.png' }),
    ).toMatchObject({
      code: 400,
      field: 'avatar',
    });
    expect(await other('profile', { ...before, name: '观澜编 辑部' })).toMatchObject({
      code: 400,
      field: 'name',
    });
  });

  test('is created once for concurrent first references, with a number if the name is in use', async () => {
    const one = await asWriter(portal);
    const { db } = portal.ctx;
    const { name } = await db
      .selectFrom('members')
      .select('name')
      .where('id', '=', one.memberId)
      .executeTakeFirstOrThrow();
    await db.insertInto('authors').values({ name }).execute();
    await Promise.all([one.write(), one.write(), one.write()]);
    const authors = await db
      .selectFrom('authors')
      .select('name')
      .where('member_id', '=', one.memberId)
      .execute();
    expect(authors).toEqual([{ name: `${name}（${one.memberId}）` }]);
  });
});

describe("a writer's shelf", () => {
  test('shows sales and income and continues from page to page', async () => {
    const seller = await asWriter(portal);
    const drafts = [];
    for (const title of ['一', '二', '三']) {
      const draft = await seller.write({ title, access: 'paid', price: 1000 });
      await seller.submit(draft);
      await decideReference(portal, reviewer, draft.id, 'approved');
      drafts.push(draft);
    }
    const buyer = await logIn(portal);
    const ctx = asMember(portal.ctx, buyer.memberId);
    await payOrderOf(ctx, await orderFor(ctx, { thing: `post:${drafts[0]?.id}` }));
    const first = (await seller.get('list', { size: '2' })).data;
    expect(first.records.map(({ title }: { title: string }) => title)).toEqual(['三', '二']);
    const rest = (await seller.get('list', { size: '2', cursor: first.cursor })).data;
    expect(rest).toMatchObject({
      records: [{ title: '一', sales: 1, income: 700, price: 1000 }],
      cursor: null,
    });
    expect((await read(drafts[0]?.id ?? '', buyer.token)).data.locked).toBe(false);
    expect((await seller.get('list', { state: 'withdrawn' })).data.records).toEqual([]);
    expect((await seller.get('list', { shelf: 'draft' })).data.records).toEqual([]);
    expect((await (await asWriter(portal)).get('list')).data).toEqual({ records: [], cursor: null });
  });
});

describe('evidence', () => {
  test('contains versions with hashes, disclosure, decisions, buyers and readers, sealed, and is audited', async () => {
    const draft = await publish({ title: '取证的一篇', access: 'paid', price: 1000 });
    const buyer = await logIn(portal);
    const ctx = asMember(portal.ctx, buyer.memberId);
    await payOrderOf(ctx, await orderFor(ctx, { thing: `post:${draft.id}` }));
    const reading = { member_id: buyer.memberId, post_id: draft.id, read_at: new Date() };
    await portal.ctx.db.insertInto('reading_history').values(reading).execute();
    const { text, status } = await portal.call('GET /admin/reference/evidence', {
      token: reviewer,
      query: { id: draft.id },
    });
    expect(status).toBe(200);
    const lines = text.trimEnd().split('\n');
    const parsed = lines.map((line) => JSON.parse(line));
    const of = (type: string) => parsed.filter((line) => line.type === type);
    expect(of('piece')).toMatchObject([{ title: '取证的一篇', author: { memberId: writer.memberId } }]);
    expect(of('version').at(-1)).toMatchObject({ sha256: of('submission')[0].content_hash });
    expect(of('review')).toMatchObject([{ state: 'approved' }]);
    expect(of('order')).toMatchObject([{ memberId: buyer.memberId, amount: 1000, state: 'paid' }]);
    expect(of('reader')).toMatchObject([{ memberId: buyer.memberId }]);
    const body = lines
      .slice(0, -1)
      .map((line) => `${line}\n`)
      .join('');
    expect(of('seal')).toEqual([
      { type: 'seal', lines: lines.length - 1, sha256: createHash('sha256').update(body).digest('hex') },
    ]);
    const audit = await portal.ctx.db
      .selectFrom('audit_entries')
      .select('target')
      .where('action', '=', 'reference.evidence')
      .execute();
    expect(audit).toEqual([{ target: `post:${draft.id}` }]);
    const missing = await portal.call('GET /admin/reference/evidence', {
      token: reviewer,
      query: { id: '999999' },
    });
    expect(missing.status).toBe(404);
  });
});

test("deletes a member's drafts with the account and keeps published references", async () => {
  const leaving = await asWriter(portal);
  const out = await leaving.write({ title: '留下的' });
  await leaving.submit(out);
  await decideReference(portal, reviewer, out.id, 'approved');
  const draft = await leaving.write({ title: '带走的' });
  await leaving.submit(draft);
  const { ctx } = portal;
  await ctx.db
    .transaction()
    .execute((trx) => ctx.events.emit(ctx, trx, 'member.deleted', { memberId: leaving.memberId }));
  const left = await ctx.db.selectFrom('posts').select('id').where('id', 'in', [out.id, draft.id]).execute();
  expect(left).toEqual([{ id: out.id }]);
  expect(await read(out.id)).toMatchObject({ code: 200 });
});

test.each([
  ['GET /admin/reference/reviewed', 'content.review'],
  ['GET /admin/reference/evidence', 'content.review'],
  ['POST /admin/author/decideQualification', 'authors.manage'],
])('%s needs %s, before anything else', async (key) => {
  const { token: member } = await logIn(portal);
  const { token: finance } = await logIn(portal, { role: 'finance' });
  const sent = key.startsWith('POST') ? { body: {} } : {};
  expect((await portal.call(key, sent)).status).toBe(401);
  for (const token of [member, finance])
    expect((await portal.call(key, { token, ...sent })).status).toBe(403);
});

test('refuses a visitor in every call of a writer', async () => {
  const calls = portal.app.calls.filter(({ path }) => path.startsWith('/internalReference/'));
  expect(calls.length).toBe(17);
  for (const { method, path } of calls)
    expect((await portal.call(`${method} ${path}`, method === 'POST' ? { body: {} } : {})).status, path).toBe(
      401,
    );
});
