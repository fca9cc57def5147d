import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { feature as transfers } from '#features/transfers/index.ts';
import type { Job } from '#kernel/feature.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import type { App } from './app.ts';

type Person = { token: string; memberId: string };

let portal: Portal;
let admin: Person;
/** Holds every permission but `*`, limited to the column `own` and so to `child` below it. */
let editor: Person;
let own: string;
let child: string;
const foreign = '2';
const foreignRefusal = { code: 403, msg: '你不负责栏目“脱水研报”，只能看里面的内容' };

beforeAll(async () => {
  portal = await openPortal();
  admin = await logIn(portal, { role: 'admin' });
  own = (await send('/admin/column/create', { columnName: '宏观' }, admin)).data.id;
  child = (await send('/admin/column/create', { columnName: '央行', parentId: own }, admin)).data.id;
  editor = await staffWith([...everyPermission()]);
  await limit(editor, [own]);
});
afterAll(() => portal.close());

const send = async (path: string, body: object, by: { token: string } = editor) =>
  (await portal.call(`POST ${path}`, { body, token: by.token })).body;
const get = async (path: string, query: Record<string, string>, by: { token: string } = editor) =>
  (await portal.call(`GET ${path}`, { query, token: by.token })).body;
const limit = async (person: Person, columnIds: string[]) =>
  send('/admin/staff/setColumns', { id: person.memberId, columnIds }, admin);
const read = async (id: string) => (await get('/admin/post/detail', { id })).data;

const everyPermission = () =>
  new Set(
    portal.app.calls.flatMap(({ access }) =>
      typeof access === 'object' && access.permission !== 'staff.manage' ? [access.permission] : [],
    ),
  );

async function staffWith(permissions: string[]): Promise<Person> {
  const person = await logIn(portal);
  const role = await send('/admin/role/create', { name: `角色${person.memberId}`, permissions }, admin);
  await send('/admin/staff/giveRole', { id: person.memberId, role: role.data.code }, admin);
  return person;
}

async function upload(fields: Record<string, string>, content: string, by = editor, type = 'csv') {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([content]), `稿件.${type}`);
  const request = new Response(form);
  const answer = await portal.server.inject({
    method: 'POST',
    url: '/api/admin/transfer/import',
    headers: {
      authorization: `Basic ${Buffer.from('guanlan:guanlan').toString('base64')}`,
      'blade-auth': `bearer ${by.token}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return answer.json();
}

/** Runs the job that imports what was uploaded. */
async function runImport(): Promise<void> {
  const jobs = (transfers.jobs as (services: App) => readonly Job[])(portal.app);
  const job = jobs.find(({ name }) => name === 'transfers-run');
  await job?.run(portal.ctx, { since: new Date(), signal: new AbortController().signal });
}

const watched = [
  'columns',
  'menus',
  'feed_items',
  'feed_sources',
  'review_items',
  'pins',
  'post_bodies',
  'post_locks',
  'post_versions',
  'posts',
  'preview_links',
  'transfers',
  'wechat_drafts',
];
/** Everything that a call about posts may change, as text. */
async function snapshot(): Promise<string> {
  const tables = await Promise.all(
    watched.map(async (table) => {
      const { rows } = await sql`select * from ${sql.table(table)} t order by t::text`.execute(portal.ctx.db);
      return [table, rows];
    }),
  );
  return JSON.stringify(tables);
}

/** Calls of the back office that change neither posts nor where they are, and so have no column. */
const otherCalls = new Set(
  `
  /admin/advert/create /admin/advert/delete /admin/advert/pause /admin/advert/save /admin/agreement/create
  /admin/agreement/draftFrom /admin/agreement/restoreDraft /admin/agreement/saveDraft
  /admin/agreement/delete /admin/agreement/save /admin/apiKey/create /admin/apiKey/revoke
  /admin/author/create /admin/author/decideQualification /admin/author/delete /admin/author/merge
  /admin/author/save /admin/comment/delete /admin/comment/hide /admin/comment/mute /admin/comment/settle
  /admin/comment/show /admin/comment/unmute /admin/contest/deleteSeason /admin/contest/disqualify
  /admin/contest/market/addFee /admin/contest/market/addRule /admin/contest/market/addSessions
  /admin/contest/market/import /admin/contest/market/pull /admin/contest/market/tryPull
  /admin/contest/recompute /admin/contest/reinstate /admin/contest/season /admin/coupon/save
  /admin/coupon/setActive /admin/economicEvent/delete /admin/economicEvent/import /admin/economicEvent/pull
  /admin/engine/repush /admin/footer/save /admin/home/reset /admin/home/save /admin/invitation/create
  /admin/invitation/revoke /admin/invoice/issue /admin/invoice/reject /admin/know/create
  /admin/know/preview /admin/know/publish /admin/know/withdraw /admin/leak/cancel /admin/leak/scan
  /admin/leak/trace /admin/leak/traceFile /admin/leak/traceNumber /admin/letter/cancel /admin/letter/create
  /admin/letter/delete /admin/letter/resume /admin/letter/save /admin/letter/schedule /admin/letter/stop
  /admin/letter/test /admin/letterBounce/add /admin/letterBounce/delete /admin/letterBounce/deleteMany
  /admin/letterDigest/create
  /admin/letterDigest/delete /admin/letterDigest/save /admin/media/bring /admin/media/card
  /admin/media/createFolder /admin/media/delete /admin/media/deleteFolder /admin/media/move
  /admin/media/renameFolder /admin/media/save /admin/media/upload /admin/member/addTags /admin/member/block
  /admin/member/create /admin/member/endVip /admin/member/giveVip /admin/member/removeTags
  /admin/member/reveal /admin/member/signOut /admin/member/unblock /admin/moderation/try
  /admin/order/refund /admin/page/create /admin/page/delete /admin/page/publish /admin/page/restore
  /admin/page/save /admin/page/withdraw /admin/plan/save /admin/post/check /admin/reconciliation/run
  /admin/redeem/create /admin/redeem/revoke /admin/redirect/delete /admin/redirect/deleteMissing
  /admin/redirect/ignoreMissing /admin/redirect/import /admin/redirect/save /admin/refund/abandon
  /admin/refund/approve /admin/refund/reject /admin/refund/retry /admin/role/create /admin/role/delete
  /admin/role/save /admin/savedView/delete /admin/savedView/save /admin/sendAnnouncement
  /admin/settings/reset /admin/settings/save /admin/settings/try /admin/settings/uploadPicture
  /admin/staff/giveRole /admin/staff/resetTotp /admin/staff/setColumns /admin/staff/takeRole
  /admin/start/goLive /admin/start/live /admin/start/step /admin/stock/delete /admin/stock/import
  /admin/stock/save /admin/tag/delete /admin/tag/describe /admin/tag/freeName /admin/tag/merge
  /admin/tag/rename /admin/topic/arrange /admin/topic/create /admin/topic/delete /admin/topic/save
  /admin/transfer/backup /admin/transfer/export /admin/transfer/importMembers /admin/webhook/create /admin/webhook/delete
  /admin/webhook/redeliver /admin/webhook/rotateSecret /admin/webhook/save /admin/webhook/test
  /admin/withdrawal/approve /admin/withdrawal/pay /admin/withdrawal/reject /admin/word/add
  /admin/word/delete /admin/word/import /admin/word/save
  `
    .trim()
    .split(/\s+/),
);

describe('an editor who is limited to columns', () => {
  test('is refused by every call that would change what is in another column, and changes nothing', async () => {
    const live = await addPost(portal, { title: '别栏的文章' });
    const draft = await addPost(portal, { state: 'draft', publishedAt: null });
    const reviewed = (await send('/admin/post/create', { columnId: foreign, title: '送审稿' }, admin)).data
      .id;
    const { content } = (await get('/admin/post/detail', { id: reviewed }, admin)).data;
    const saved = await send(
      '/admin/post/save',
      { id: reviewed, base: 0, content: { ...content, html: '<p>正文。</p>' } },
      admin,
    );
    await send('/admin/post/submit', { id: reviewed, base: saved.data.version }, admin);
    const item = (await get('/admin/moderation/list', {}, admin)).data.records[0];
    const link = await send(
      '/admin/post/createPreviewLink',
      { id: live, label: '评审', days: '1', as: 'buyer', isFixed: false },
      admin,
    );
    const pin = (await send('/admin/pin/add', { columnId: null, postId: live }, admin)).data.id;
    const source = { name: '来源', columnId: foreign, intervalMinutes: 30, isActive: false };
    const feed = (
      await send('/admin/feed/create', { ...source, url: 'https://news.example.com/feed.xml' }, admin)
    ).data.id;
    const { rows } = await sql<{ id: string }>`
      insert into feed_items (source_id, item_key, content_hash, title, html)
      values (${feed}, 'a', '', '来稿', '<p>来稿。</p>') returning id`.execute(portal.ctx.db);
    const feedItem = rows[0]?.id ?? '';
    const transfer = (await upload({ columnId: foreign }, 'title,body\n旧稿,正文', admin)).data.id;
    const tree = (await get('/admin/column/tree', {}, admin)).data;
    const column = tree.columns.find(({ id }: { id: string }) => id === foreign);
    const menu = (await get('/admin/menu/detail', {}, admin)).data;
    const undo = {
      id: live,
      state: 'published',
      at: null,
      before: { head: 1, live: 1 },
      after: { head: 1, live: 1 },
    };

    const refused: Record<string, object> = {
      '/admin/post/create': { columnId: foreign },
      '/admin/post/save': { id: reviewed, base: saved.data.version, content },
      '/admin/post/publish': { id: draft, base: 0 },
      '/admin/post/setPublishedAt': { id: live, at: '2026-01-01T00:00:00Z' },
      '/admin/post/submit': { id: draft, base: 0 },
      '/admin/post/cancelReview': { id: reviewed },
      '/admin/post/withdraw': { id: live },
      '/admin/post/delete': { id: draft },
      '/admin/post/undelete': { id: draft },
      '/admin/post/restore': { id: reviewed, base: saved.data.version, number: 1 },
      '/admin/post/open': { id: live },
      '/admin/post/close': { id: live },
      '/admin/post/closeComments': { id: live, isClosed: true },
      '/admin/post/createPreviewLink': { id: live, label: '我', days: '1', as: 'buyer', isFixed: false },
      '/admin/post/revokePreviewLink': { id: live, linkId: link.data.id },
      '/admin/wechatDraft/create': { postId: live, title: '标题', author: '', digest: '' },
      '/admin/moderation/decide': { id: item.id, decision: 'approved', note: '' },
      '/admin/pin/add': { columnId: foreign, postId: live },
      '/admin/pin/save': { id: pin, startsAt: '2026-01-01T00:00:00Z', endsAt: null },
      '/admin/pin/arrange': { columnId: null, ids: [pin] },
      '/admin/pin/remove': { id: pin },
      '/admin/feed/create': { ...source, url: 'https://news.example.com/b.xml' },
      '/admin/feed/save': { ...source, id: feed, columnId: own, url: 'https://news.example.com/feed.xml' },
      '/admin/feed/delete': { id: feed },
      '/admin/feed/fetch': { id: feed },
      '/admin/feed/approve': { id: feedItem, as: 'draft' },
      '/admin/feed/dismiss': { ids: [feedItem] },
      '/admin/column/save': { ...column, mark: column.mark, access: 'vip' },
      '/admin/column/delete': { id: foreign, moveTo: own },
    };
    const refusedOtherwise: Record<string, object> = {
      '/admin/column/create': { columnName: '新栏目' },
      '/admin/column/arrange': {
        mark: tree.mark,
        columns: tree.columns.map(({ id, parentId }: { id: string; parentId: string }) => ({ id, parentId })),
      },
      '/admin/menu/save': {
        ...menu,
        items: menu.items.toReversed().map((item: object) => ({ ...item, isHidden: true })),
      },
      '/admin/transfer/undo': { id: transfer },
      '/admin/transfer/refetch': { id: transfer },
      '/admin/transfer/cancel': { id: transfer },
    };
    const refusedPerPost: Record<string, object> = {
      '/admin/post/changeMany': { ids: [live], change: 'withdraw' },
      '/admin/post/editMany': { ids: [live], columnId: own },
      '/admin/post/undoMany': { change: 'edit', posts: [undo] },
    };
    // These need a file, or an import that waits; the tests below cover them.
    const elsewhere = ['/admin/transfer/import', '/admin/transfer/start'];

    const covered = [refused, refusedOtherwise, refusedPerPost].flatMap((calls) => Object.keys(calls));
    const unlisted = portal.app.calls
      .filter(({ method, path }) => method === 'POST' && path.startsWith('/admin/'))
      .map(({ path }) => path)
      .filter((path) => !otherCalls.has(path) && ![...covered, ...elsewhere].includes(path));
    expect(unlisted, 'calls of which this test does not know whether they change posts').toEqual([]);

    await sql`update transfers set state = 'done'`.execute(portal.ctx.db);
    const before = await snapshot();
    for (const [path, body] of Object.entries(refused))
      expect(await send(path, body), path).toMatchObject(foreignRefusal);
    for (const [path, body] of Object.entries(refusedOtherwise))
      expect(await send(path, body), path).toMatchObject({ code: 403, msg: /限于部分栏目/ });
    for (const [path, body] of Object.entries(refusedPerPost))
      expect((await send(path, body)).data, path).toEqual([{ id: live, fault: foreignRefusal.msg }]);
    expect(await snapshot()).toBe(before);
  });

  test('reads every post, with the reason why it cannot be changed', async () => {
    const id = await addPost(portal, { state: 'draft', publishedAt: null });
    expect(await read(id)).toMatchObject({ id, refusal: foreignRefusal.msg });
    for (const path of ['versions', 'preview', 'previewLinks', 'securities', 'talk'])
      expect((await get(`/admin/post/${path}`, { id })).code, path).toBe(200);
    expect((await send('/admin/post/check', { id })).code).toBe(200);
    const { records } = (await get('/admin/post/list', {})).data;
    expect(records.find((post: { id: string }) => post.id === id).refusal).toBe(foreignRefusal.msg);
    const mine = await addPost(portal, { columnId: child });
    expect(await read(mine)).toMatchObject({ refusal: null });
  });

  test('writes, moves and publishes within their columns and those below', async () => {
    expect((await get('/admin/column/own', {})).data.ids.sort()).toEqual([own, child].sort());
    const { id } = (await send('/admin/post/create', { columnId: child, title: '自己的' })).data;
    const { content } = await read(id);
    const changed = { ...content, columnId: own, html: '<p>正文。</p>' };
    const saved = await send('/admin/post/save', { id, base: 0, content: changed });
    expect(saved.code).toBe(200);
    expect((await send('/admin/post/publish', { id, base: saved.data.version })).code).toBe(200);
    expect((await send('/admin/pin/add', { columnId: own, postId: id })).code).toBe(200);
    const edited = await send('/admin/post/editMany', { ids: [id], columnId: child });
    expect(edited.data[0].fault).toBeUndefined();
    expect((await send('/admin/post/withdraw', { id })).code).toBe(200);
  });

  test('moves a column neither to the top level nor below another column, also one of their own', async () => {
    const columnOf = async () => {
      const { columns } = (await get('/admin/column/tree', {})).data;
      const { pieces, isBuiltIn, ...fields } = columns.find(({ id }: { id: string }) => id === child);
      return fields;
    };
    const before = await columnOf();
    expect(await send('/admin/column/save', { ...before, parentId: null })).toMatchObject({
      code: 403,
      msg: '你的账号限于部分栏目，不能把栏目移到最上层',
    });
    expect(await send('/admin/column/save', { ...before, parentId: foreign })).toMatchObject(foreignRefusal);
    expect(await columnOf()).toEqual(before);
    expect(await send('/admin/column/save', { ...before, description: '利率与汇率' })).toMatchObject({
      code: 200,
    });
  });

  test('changes the position of a column below one of their own only', async () => {
    const fieldsOf = async (id: string) => {
      const { columns } = (await get('/admin/column/tree', {})).data;
      const { pieces, isBuiltIn, ...fields } = columns.find((one: { id: string }) => one.id === id);
      return fields;
    };
    const first = await fieldsOf(own);
    expect(await send('/admin/column/save', { ...first, listOrder: first.listOrder + 1000 })).toMatchObject({
      code: 403,
      msg: '你的账号限于部分栏目，不能改动栏目的次序',
    });
    expect(await fieldsOf(own)).toEqual(first);
    const below = await fieldsOf(child);
    const moved = await send('/admin/column/save', { ...below, listOrder: below.listOrder + 1 });
    expect(moved).toMatchObject({ code: 200 });
  });

  test('does not start an import of someone who may fill every column', async () => {
    const { id } = (await upload({ columnId: foreign }, 'title,body\n一稿,正文', admin)).data;
    await sql`update transfers set state = 'waiting' where id = ${id}`.execute(portal.ctx.db);
    const started = await send('/admin/transfer/start', { id, columnId: own, categories: [] });
    expect(started).toMatchObject({ code: 403, msg: '你的账号限于部分栏目，不能改动这次导入' });
    await sql`update transfers set state = 'done' where id = ${id}`.execute(portal.ctx.db);
  });

  test('moves a post neither out of their columns nor into them', async () => {
    const mine = await addPost(portal, { columnId: own });
    const { content, version } = await read(mine);
    const out = { ...content, columnId: foreign };
    expect(await send('/admin/post/save', { id: mine, base: version, content: out })).toMatchObject(
      foreignRefusal,
    );
    const many = await send('/admin/post/editMany', { ids: [mine], columnId: foreign });
    expect(many.data).toEqual([{ id: mine, fault: foreignRefusal.msg }]);
    // A move by others that waits for publication: the post is in both columns until then.
    await send('/admin/post/save', { id: mine, base: version, content: out }, admin);
    const waiting = await read(mine);
    expect(waiting.refusal).toBe(foreignRefusal.msg);
    expect(await send('/admin/post/publish', { id: mine, base: waiting.version })).toMatchObject(
      foreignRefusal,
    );
  });

  test('deletes a column only into one of their own, and moves nothing into another', async () => {
    const { data } = await send('/admin/column/create', { columnName: '临时', parentId: own }, admin);
    const mine = await addPost(portal, { columnId: data.id });
    expect(await send('/admin/column/delete', { id: data.id, moveTo: foreign })).toMatchObject(
      foreignRefusal,
    );
    expect((await read(mine)).content.columnId).toBe(data.id);
    expect(await send('/admin/column/delete', { id: data.id, moveTo: own })).toMatchObject({ code: 200 });
    expect((await read(mine)).content.columnId).toBe(own);
  });

  test('does not bring a post back into another column by an old version or an undo', async () => {
    const id = await addPost(portal);
    const [{ undo }] = (await send('/admin/post/editMany', { ids: [id], columnId: own }, admin)).data;
    expect((await read(id)).refusal).toBeNull();
    const undone = await send('/admin/post/undoMany', { change: 'edit', posts: [undo] });
    expect(undone.data).toEqual([{ id, fault: foreignRefusal.msg }]);
    const { version } = await read(id);
    expect(await send('/admin/post/restore', { id, base: version, number: 1 })).toMatchObject(foreignRefusal);
  });

  test('changes their own posts of a selection, and receives the reasons for the others', async () => {
    const [mine, other] = [await addPost(portal, { columnId: child }), await addPost(portal)];
    const { data } = await send('/admin/post/editMany', { ids: [other, mine], addTags: ['宏观'] });
    const faults = new Map(data.map((one: { id: string; fault?: string }) => [one.id, one.fault]));
    expect(faults).toEqual(
      new Map([
        [mine, undefined],
        [other, foreignRefusal.msg],
      ]),
    );
    expect((await read(mine)).content.tags).toEqual(['宏观']);
    expect((await read(other)).content.tags).toEqual([]);
  });

  test('imports into their columns only, whatever the file names', async () => {
    expect(await upload({ columnId: foreign }, 'title,body\n一,正文')).toMatchObject(foreignRefusal);
    const lines = [
      { title: '归自己', body: '<p>正文一。</p>', externalId: '1' },
      { title: '归别栏', body: '<p>正文二。</p>', externalId: '2', column: foreign },
    ].map((record) => JSON.stringify(record));
    // The import of another test would run first.
    await sql`update transfers set state = 'done' where state = 'queued'`.execute(portal.ctx.db);
    const { data } = await upload({ columnId: own }, lines.join('\n'), editor, 'jsonl');
    await runImport();
    const { rows } = await sql<{ title: string; column_id: string }>`
      select title, column_id from posts where title in ('归自己', '归别栏')`.execute(portal.ctx.db);
    expect(rows).toEqual([{ title: '归自己', column_id: own }]);
    expect((await get('/admin/transfer/detail', { id: data.id })).data.report.join()).toContain(
      '不负责栏目“脱水研报”',
    );
    expect((await send('/admin/transfer/undo', { id: data.id })).code).toBe(200);
    const waiting = { id: data.id, columnId: foreign, categories: [] };
    await sql`update transfers set state = 'waiting' where id = ${data.id}`.execute(portal.ctx.db);
    expect(await send('/admin/transfer/start', waiting)).toMatchObject(foreignRefusal);
  });
});

describe('the limit', () => {
  test('applies at once to open sessions and to API keys, and ends at once', async () => {
    const person = await staffWith(['content.view', 'content.edit', 'content.publish', 'staff.manage']);
    const key = (await send('/admin/apiKey/create', { name: '脚本', scopes: ['content.edit'] }, person)).data
      .key;
    const byKey = async () =>
      (
        await portal.call('POST /admin/post/create', {
          body: { columnId: foreign },
          headers: { authorization: `Bearer ${key}` },
        })
      ).status;
    const create = async () => (await send('/admin/post/create', { columnId: foreign }, person)).code;
    expect([await create(), await byKey()]).toEqual([200, 200]);
    await limit(person, [own]);
    expect([await create(), await byKey()]).toEqual([403, 403]);
    await limit(person, []);
    expect([await create(), await byKey()]).toEqual([200, 200]);
  });

  test('is in the list of staff and in the audit log', async () => {
    const person = await staffWith(['content.view']);
    await limit(person, [own, child]);
    const { records } = (await get('/admin/staff/list', { size: '100' }, admin)).data;
    const listed = records.find(({ id }: { id: string }) => id === person.memberId);
    expect(listed.columnIds).toEqual([own, child].sort());
    const log = await portal.ctx.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', '=', 'staff.limitToColumns')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(log).toMatchObject({
      target: `member:${person.memberId}`,
      before: { columns: '全部栏目' },
      after: { columns: '宏观、央行' },
    });
  });

  test('does not open other columns once its own are deleted', async () => {
    const gone = (await send('/admin/column/create', { columnName: '短命' }, admin)).data.id;
    const person = await staffWith(['content.view', 'content.edit']);
    await limit(person, [gone]);
    const id = await addPost(portal, { columnId: gone });
    await send('/admin/column/delete', { id: gone, moveTo: foreign }, admin);
    expect(await send('/admin/post/delete', { id }, person)).toMatchObject(foreignRefusal);
    expect(await limit(person, [gone])).toMatchObject({ code: 400 });
  });

  test('binds no administrator, and cannot be given by those whom one binds', async () => {
    const other = await logIn(portal, { role: 'admin' });
    expect(await limit(other, [own])).toMatchObject({ code: 409 });
    const boss = await staffWith(['content.view', 'staff.manage']);
    expect(await limit(boss, [own])).toMatchObject({ code: 200 });
    const person = await staffWith(['content.view']);
    const role = { id: person.memberId, role: 'own' };
    for (const [path, body] of [
      ['/admin/staff/setColumns', { id: person.memberId, columnIds: [] }],
      ['/admin/staff/setColumns', { id: boss.memberId, columnIds: [] }],
      ['/admin/staff/giveRole', role],
      ['/admin/invitation/create', { name: '新人', roles: ['reviewer'], days: 7 }],
    ] as const)
      expect(await send(path, body, boss), path).toMatchObject({ code: 403 });
    await portal.ctx.db
      .insertInto('member_roles')
      .values({ member_id: boss.memberId, role: 'admin' })
      .execute();
    expect((await send('/admin/post/create', { columnId: foreign }, boss)).code).toBe(200);
  });
});
