import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineColumns } from '#features/columns/index.ts';
import { withdrawPost } from '#features/posts/index.ts';
import { rebuildIndex } from '#features/search/index.ts';
import type { Call } from '#kernel/http/calls.ts';
import type { PersonalDataPart } from '#kernel/personal-data.ts';
import { addMarketData, addSeason, codes } from '#testing/contest.ts';
import { makeExample, type Schema } from '#testing/example.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { addCoupon, asMember, orderFor, payOrderOf } from '#testing/sales.ts';
import { startWechatPay, type WechatPayStandIn } from '#testing/wechat-pay.ts';

/**
 * No member can read or change anything of another member (issue B). The owner has one of everything that a member can
 * have; a second member makes every call that takes an id with every id of the owner. Each member call that takes an id
 * must be listed here, with the table of its ids.
 */
const memberCalls: Record<string, CallInput | 'not personal'> = {
  'POST /member/revokeSession': { parameter: 'id', table: 'sessions' },
  'POST /member/deleteArticleCollect': { parameter: 'id', table: 'collects' },
  'POST /member/deleteNewsCollect': { parameter: 'id', table: 'collects' },
  'POST /member/deleteFollow': { parameter: 'authorId', table: 'follows', column: 'author_id' },
  'POST /member/saveReadingPosition': { parameter: 'id', table: 'reading_history', column: 'post_id' },
  'POST /member/deleteWatchedStock': { parameter: 'code', table: 'watched_stocks', column: 'code' },
  'POST /member/deleteHistory': { parameter: 'id', table: 'reading_history', column: 'post_id' },
  'POST /member/readNotice': { parameter: 'id', table: 'notices' },
  'POST /member/deleteNotice': { parameter: 'id', table: 'notices' },
  'GET /member/order': { parameter: 'id', table: 'orders', isRead: true },
  'GET /member/downloadInvoice': { parameter: 'id', table: 'orders', isRead: true },
  'GET /member/getPayState': { parameter: 'id', table: 'orders', isRead: true },
  'POST /member/checkPayment': { parameter: 'id', table: 'orders', isRead: true },
  'POST /member/payOrder': { parameter: 'id', table: 'orders', isRead: true },
  'POST /member/cancelOrder': { parameter: 'id', table: 'orders' },
  'POST /member/requestInvoice': { parameter: 'id', table: 'invoice_requests', ids: 'orders' },
  'POST /member/requestRefund': { parameter: 'id', table: 'orders' },
  'GET /internalReference/detail': { parameter: 'id', table: 'own references', isRead: true },
  'GET /internalReference/check': { parameter: 'id', table: 'own references', isRead: true },
  'GET /internalReference/preview': { parameter: 'id', table: 'own references', isRead: true },
  'POST /internalReference/submit': { parameter: 'id', table: 'own references' },
  'POST /internalReference/cancelReview': { parameter: 'id', table: 'own references' },
  'POST /internalReference/save': { parameter: 'id', table: 'own references' },
  'POST /internalReference/withdraw': { parameter: 'id', table: 'own references' },
  'POST /internalReference/delete': { parameter: 'id', table: 'own references' },
  'POST /internalReference/add': 'not personal',
  // These take ids of public things, and write only rows of the caller.
  'POST /member/addArticleCollect': 'not personal',
  'POST /member/addNewsCollect': 'not personal',
  'POST /member/addFollow': 'not personal',
  'GET /member/readingPosition': 'not personal',
  'GET /member/accessMarks': 'not personal',
  'POST /member/addWatchedStock': 'not personal',
  'POST /member/acknowledgeKnow': 'not personal',
  'POST /member/deleteComment': { parameter: 'id', table: 'comments' },
  'GET /member/mentionable': 'not personal',
  'POST /member/addComment': 'not personal',
  'POST /member/likeComment': 'not personal',
  'POST /member/unlikeComment': 'not personal',
  'POST /member/reportComment': 'not personal',
  // These take a season, and read or write the caller's part of it.
  'POST /member/contest/enrol': 'not personal',
  'GET /member/contest/account': 'not personal',
  'POST /member/contest/check': 'not personal',
  'POST /member/contest/order': 'not personal',
  'GET /member/contest/orders': 'not personal',
  'GET /member/contest/following': 'not personal',
  'POST /member/contest/cancel': { parameter: 'id', table: 'own contest orders' },
  'POST /member/contest/follow': 'not personal',
  'POST /member/contest/unfollow': {
    parameter: 'playerId',
    table: 'contest_follows',
    column: 'player_id',
  },
};

/**
 * What a call takes: the `column` of the rows that `ids` returns, or else of the `table` that it changes. A call that
 * only reads changes nothing, and must answer its owner.
 */
type CallInput = {
  parameter: string;
  table: string;
  ids?: string;
  column?: string;
  isRead?: boolean;
};
type Row = Record<string, unknown>;
type RowsByTable = Record<string, Row[]>;
/** `name` and `handle` begin the texts that only this member may see. */
type Owner = { token: string; memberId: string; name: string; handle: string };

let portal: Portal;
let wechat: WechatPayStandIn;
/** No test changes the owner's rows. */
let owner: Owner;
/** Also has one of everything, for the test that changes it. */
let spender: Owner;
let stranger: { token: string; memberId: string };
/** Texts that appear only in the owner's data. */
let ownTexts: string[];
/** The tables whose rows belong to a member. */
let memberTables: string[];

beforeAll(async () => {
  wechat = await startWechatPay();
  portal = await openPortal(wechat.settings);
  // Keeps session ids apart from the owner's other ids: with an equal one the stranger would revoke their own session.
  await sql`select setval(pg_get_serial_sequence('sessions', 'id'), 900000)`.execute(portal.ctx.db);
  const { rows } = await sql<{ table_name: string }>`
    select c.table_name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and c.column_name = 'member_id' and t.table_type = 'BASE TABLE'
    order by 1`.execute(portal.ctx.db);
  memberTables = rows.map(({ table_name }) => table_name);
  stranger = await logIn(portal);
  await addMarketData(portal);
  await defineColumns(portal.ctx, [{ id: '6', columnName: '内参', kind: 'reference' }]);
  owner = { ...(await logIn(portal)), name: '主人', handle: 'owner' };
  spender = { ...(await logIn(portal)), name: '用户', handle: 'spender' };
  ownTexts = await addOneOfEverything(owner);
  await addOneOfEverything(spender);
  await rebuildIndex(portal.ctx, portal.app.searchIndexes);
});
afterAll(async () => {
  await portal.close();
  await wechat.stop();
});

const keyOf = ({ method, path }: Call) => `${method} ${path}`;
const isForStaff = ({ access }: Call) => access === 'staff' || typeof access === 'object';

/** Values of the owner's rows that no schema tells. */
const knownValues: Record<string, unknown> = { base: 2, columnId: '6', stockCodes: [], position: 7 };

/** The further fields that a listed call needs, because it would otherwise be refused before its id is checked. */
const bodyOf = async (call: Call): Promise<Record<string, unknown>> => {
  if (!call.body || (memberCalls[keyOf(call)] ?? 'not personal') === 'not personal') return {};
  const schema = z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' }) as Schema;
  return (await makeExample(schema, (_, name) => knownValues[name])) as Record<string, unknown>;
};

/** The parameters of a call that take a numeric id. */
const idParameters = ({ query, body }: Call): { parameter: string; location: 'query' | 'body' }[] =>
  (['query', 'body'] as const).flatMap((location) => {
    const schema = location === 'query' ? query : body;
    if (!schema) return [];
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    return Object.keys(properties)
      .filter((name) => /^ids?$|Ids?$|_ids?$/.test(name) && !/^tenant/.test(name))
      .map((parameter) => ({ parameter, location }));
  });

/**
 * Gives an owner one of everything.
 * @returns the texts that appear only there
 */
async function addOneOfEverything(member: Owner): Promise<string[]> {
  const { db } = portal.ctx;
  const { memberId: member_id, token, name, handle } = member;
  const own = {
    name: `${name}之名`,
    email: `${handle}@private.example.cn`,
    avatar: `/files/000000/aa/${handle}.webp`,
    totp_secret: `${handle.toUpperCase()}SSECRET`.repeat(3).slice(0, 32),
  };
  await db.updateTable('members').set(own).where('id', '=', member_id).execute();
  const { mobile } = await db
    .selectFrom('members')
    .select('mobile')
    .where('id', '=', member_id)
    .executeTakeFirstOrThrow();
  await portal.call('POST /blade-auth/oauth/token', {
    body: { grant_type: 'password', username: mobile, password: 'correct horse' },
    headers: { 'user-agent': `${handle}s-own-browser/1.0` },
  });
  await portal.call('POST /member/createFeedAddress', { token });
  for (const [call, columnId, parameter] of [
    ['addArticleCollect', '2', 'articleId'],
    ['addNewsCollect', '1', 'newsId'],
  ] as const) {
    const id = await addPost(portal, { columnId });
    await portal.call(`POST /member/${call}`, { token, query: { [parameter]: id } });
  }
  const { author_id } = await db.selectFrom('posts').select('author_id').limit(1).executeTakeFirstOrThrow();
  await portal.call('POST /member/addFollow', { token, query: { authorId: author_id } });
  const post_id = await addPost(portal);
  await db.insertInto('reading_history').values({ member_id, post_id, read_at: new Date() }).execute();
  await db.insertInto('watched_stocks').values({ member_id, code: codes.main }).execute();
  // Read by a member only in the copy of their data.
  const address = `/files/000000/aa/${handle}s-download.pdf`;
  await db
    .insertInto('attachment_downloads')
    .values({ member_id, post_id, address, day: '2026-11-20' })
    .execute();
  await db.insertInto('registration_sources').values({ member_id, post_id }).execute();
  const title = `只说给${name}听的消息`;
  const { id: notice_id } = await db
    .insertInto('notices')
    .values({ member_id, kind: 'system', title, source_key: 'strangers' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const choice = { member_id, kind: 'system', channel: 'wechat' };
  await db.insertInto('notice_channels').values(choice).execute();
  await db
    .insertInto('notice_deliveries')
    .values({ ...choice, notice_id })
    .execute();
  await db
    .insertInto('notice_wechat')
    .values({ member_id, app_id: `${handle}s-app`, open_id: `${handle}s-open-at-the-service` })
    .execute();
  const ticket = {
    ticket_hash: Buffer.from(`${handle}s-ticket`),
    member_id,
    expires_at: new Date(Date.now() + 60_000),
  };
  await db.insertInto('notice_wechat_tickets').values(ticket).execute();
  const know = { place: 'site', version: Number(member_id), title: '须知', body: '<p>须知。</p>' };
  const { id: popup_id } = await db
    .insertInto('know_popups')
    .values(know)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('know_acknowledgements').values({ member_id, popup_id }).execute();
  await db
    .insertInto('saved_views')
    .values({ member_id, list: 'posts', name: `${name}的视图`, filters: '{}' })
    .execute();
  await db.insertInto('notice_refusals').values({ member_id, kind: 'followed' }).execute();
  const { id: letter_id } = await db
    .insertInto('letters')
    .values({ subscription: 'letter', subject: `给${name}的信`, state: 'sent' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('letter_recipients')
    .values({ letter_id, member_id, due_at: new Date(), state: 'sent' })
    .execute();
  const consent = { member_id, kind: 'privacy', version: `${name}同意的版本`, address: '203.0.113.77' };
  await db.insertInto('consents').values(consent).execute();
  const wechat = {
    provider: 'wechat',
    union_id: `${handle}s-union`,
    open_id: `${handle}s-open`,
    nickname: `${name}微信名`,
  };
  await db
    .insertInto('external_accounts')
    .values({ member_id, ...wechat })
    .execute();
  await db
    .insertInto('recovery_codes')
    .values({ member_id, code_hash: Buffer.from('x') })
    .execute();
  const comment = { post_id, member_id, body: `${name}还在审核的评论`, state: 'pending' };
  const { id: comment_id } = await db
    .insertInto('comments')
    .values(comment)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('comment_likes').values({ comment_id, member_id }).execute();
  const report = `${name}举报时说的话`;
  await db
    .insertInto('comment_reports')
    .values({ comment_id, member_id, reason: 'other', note: report })
    .execute();
  await db
    .insertInto('comment_mutes')
    .values({ member_id, until: new Date(Date.now() - 1000), reason: `${name}被禁言的原因` })
    .execute();
  const soon = new Date(Date.now() + 3_600_000);
  for (const limit of ['comments.like', 'memberships.wrong-code', 'payments.start'])
    await db
      .insertInto('rate_limits')
      .values({ key: `${limit}:${member_id}`, hits: [new Date()], expires_at: soon })
      .execute();
  await joinContest(member);
  const sold = await addMoneyRows(member);
  await writeReferences(member);
  return [
    ...sold,
    mobile,
    ...Object.values(own),
    title,
    consent.version,
    comment.body,
    report,
    `${name}被禁言的原因`,
    `${name}没有送审的标题`,
    `${name}没有送审的正文`,
    consent.address,
    ...Object.values(wechat).slice(1),
    `${handle}s-own-browser`,
    token,
  ];
}

/** Adds a player in a season of the contest with an open order, who follows another player. */
async function joinContest({ memberId, token }: Owner): Promise<void> {
  const { db } = portal.ctx;
  const seasonId = await addSeason(portal, { starts_on: '2026-01-01', ends_on: '2099-12-31' });
  await portal.call('POST /member/contest/enrol', { token, body: { seasonId } });
  await sql`insert into contest_orders (player_id, code, day, side, price, quantity, placed_at)
    select id, ${codes.main}, current_date, 'buy', 10000, 100, now() from contest_players
    where member_id = ${memberId}`.execute(db);
  const { id: player_id } = await db
    .insertInto('contest_players')
    .values({ season_id: seasonId, mobile_hash: Buffer.from('somebody') })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('contest_follows').values({ member_id: memberId, player_id }).execute();
}

/**
 * Adds the owner's money: a pending order, one of a withdrawn post that can be refunded, one with an invoice; a coupon,
 * a payout.
 * @returns the texts that appear only there
 */
async function addMoneyRows({ memberId, name, handle }: Owner): Promise<string[]> {
  const { db, tenant } = portal.ctx;
  const ctx = asMember(portal.ctx, memberId);
  const buy = async (couponCode?: string) => {
    const postId = await addPost(portal, { access: 'paid', price: 900 });
    return {
      piece: postId,
      id: await orderFor(ctx, { thing: `post:${postId}`, ...(couponCode ? { couponCode } : {}) }),
    };
  };
  const waiting = await buy((await addCoupon(portal)).code);
  const [withdrawn, invoiced] = [await buy(), await buy()];
  for (const { id } of [withdrawn, invoiced]) await payOrderOf(ctx, id);
  await withdrawPost(portal.ctx, withdrawn.piece);
  const invoice = { title: `${name}的发票抬头`, email: `invoice@${handle}.example.cn` };
  const file = await portal.app.files.saveOwn(tenant.id, Buffer.from(`%PDF-1.7 ${name}的发票`), 'i.pdf');
  const request = { order_id: invoiced.id, member_id: memberId, title_kind: 'person', state: 'issued', file };
  await db
    .insertInto('invoice_requests')
    .values({ ...request, ...invoice })
    .execute();
  const author = await db
    .insertInto('authors')
    .values({ name: `${name}署名`, member_id: memberId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const payee = `${name}的银行账号 6222`;
  await db
    .insertInto('withdrawals')
    .values({ author_id: author.id, member_id: memberId, amount: 100, payee })
    .execute();
  const numbers = await db
    .selectFrom('orders')
    .select('number')
    .where('id', 'in', [waiting.id, invoiced.id])
    .execute();
  return [...Object.values(invoice), `${name}的发票`, payee, ...numbers.map(({ number }) => number)];
}

/** Adds a draft that only the owner has seen, and a published reference. */
async function writeReferences({ token, name }: Owner): Promise<void> {
  const reviewer = await logIn(portal, { role: 'reviewer' });
  for (const title of [`${name}发布的内参`, `${name}没有送审的标题`]) {
    const { id } = (await portal.call('POST /internalReference/add', { token, body: {} })).body.data;
    const { content } = (await portal.call('GET /internalReference/detail', { token, query: { id } })).body
      .data;
    const html = `<p>${title.replace('标题', '正文')}</p>`;
    const body = { id, base: 0, content: { ...content, title, html } };
    expect((await portal.call('POST /internalReference/save', { token, body })).status).toBe(200);
    if (title.includes('没有')) continue;
    const submission = { body: { id, base: 2 } };
    expect((await portal.call('POST /internalReference/submit', { token, ...submission })).status).toBe(200);
    const queue = await portal.call('GET /admin/moderation/list', { token: reviewer.token });
    const item = queue.body.data.records.find(({ target }: Row) => target === `post:${id}`);
    const decision = { id: item.id, decision: 'approved' };
    await portal.call('POST /admin/moderation/decide', { token: reviewer.token, body: decision });
  }
}

/** Returns every row in the database that belongs to the owner, of any feature. */
async function readRowsOf(memberId: string): Promise<RowsByTable> {
  const { db } = portal.ctx;
  const rowsByTable: RowsByTable = Object.fromEntries(memberTables.map((table) => [table, []]));
  const rowsIn = (table: string) => sql`
    select ${table}::text table_name, to_jsonb(r) row from ${sql.table(table)} r where member_id = ${memberId}`;
  const { rows: own } = await sql<{ table_name: string; row: Row }>`
    select * from (${sql.join(memberTables.map(rowsIn), sql` union all `)}) own
    order by table_name, row::text`.execute(db);
  for (const { table_name, row } of own) rowsByTable[table_name]?.push(row);
  const { rows } = await sql<Row>`select to_jsonb(m) row from members m where id = ${memberId}`.execute(db);
  rowsByTable.members = rows.map(({ row }) => row as Row);
  const { rows: references } = await sql<Row>`
    select to_jsonb(p) || jsonb_build_object(
      'versions', (select jsonb_agg(v.content order by v.number) from post_versions v where v.post_id = p.id),
      'reviews', (select jsonb_agg(i.state order by i.id) from review_items i where i.target = 'post:' || p.id)) row
    from posts p join authors a on a.id = p.author_id
    where a.member_id = ${memberId} and p.kind = 'reference' order by p.id`.execute(db);
  rowsByTable['own references'] = references.map(({ row }) => row as Row);
  const { rows: limits } = await sql<Row>`
    select to_jsonb(l) row from rate_limits l where l.key like ${`%:${memberId}`} order by l.key`.execute(db);
  rowsByTable['own rate limits'] = limits.map(({ row }) => row as Row);
  const { rows: orders } = await sql<Row>`
    select to_jsonb(o) row from contest_orders o join contest_players p on p.id = o.player_id
    where p.member_id = ${memberId} order by o.id`.execute(db);
  rowsByTable['own contest orders'] = orders.map(({ row }) => row as Row);
  return rowsByTable;
}

/** Returns every id of the owner's rows, and the owner's own id. */
const idsIn = (rowsByTable: RowsByTable): string[] => [
  ...new Set(
    Object.values(rowsByTable)
      .flat()
      .flatMap((row) =>
        Object.entries(row)
          .filter(([name, value]) => /^id$|_id$/.test(name) && /^\d+$/.test(String(value)))
          .map(([, value]) => String(value)),
      ),
  ),
];

test('every member call that takes an id is listed here', () => {
  const unlistedCalls = portal.app.calls
    .filter((call) => call.access === 'member' && idParameters(call).length > 0)
    .map(keyOf)
    .filter((key) => !(key in memberCalls));
  expect(unlistedCalls, 'add these to the table above, with the table of their ids').toEqual([]);
  const known = new Set(portal.app.calls.map(keyOf));
  expect(Object.keys(memberCalls).filter((key) => !known.has(key))).toEqual([]);
});

test('an admin call refuses members and visitors, whatever id they send', async () => {
  const staffCalls = portal.app.calls.filter(isForStaff);
  expect(staffCalls.length).toBeGreaterThan(10);
  for (const call of staffCalls) {
    const body =
      call.method === 'POST' ? { body: { id: owner.memberId } } : { query: { id: owner.memberId } };
    expect((await portal.call(keyOf(call), { token: stranger.token, ...body })).status, keyOf(call)).toBe(
      403,
    );
    expect((await portal.call(keyOf(call), body)).status, keyOf(call)).toBe(401);
  }
});

test('the owner has one of everything, so that the tests have something to attack', async () => {
  const rowsByTable = await readRowsOf(owner.memberId);
  const empty = Object.entries(rowsByTable)
    .filter(([table, rows]) => rows.length === 0 && !ownedElsewhere.has(table))
    .map(([table]) => table);
  expect(empty, 'give the owner one of these in addOneOfEverything()').toEqual([]);
});

/** Tables with a member column whose rows no member call reads or writes by id; the last two belong to staff. */
const ownedElsewhere = new Set([
  'authors',
  'grants',
  'member_roles',
  'media_uploaders',
  'member_tags',
  'transfer_member_tags',
  'oauth_states',
  'audit_entries',
  'api_keys',
  'post_locks',
]);

/** An author of a published post can be mentioned by name in its comments. */
const publicTexts: Record<string, readonly string[]> = {
  'GET /member/mentionable': ['主人之名', '/files/000000/aa/owner.webp'],
  // Players of the contest appear on its boards.
  'GET /reception/contest/player': ['主人之名', '/files/000000/aa/owner.webp'],
  'GET /member/contest/following': ['主人之名', '/files/000000/aa/owner.webp'],
};

describe('a second member', () => {
  test("changes and reads nothing of the owner's, whatever id they send", async () => {
    const before = await readRowsOf(owner.memberId);
    const ids = idsIn(before);
    expect(ids.length).toBeGreaterThan(5);
    let triedCount = 0;
    // Calls for staff refuse a member before they look at an id, which another test shows.
    for (const call of portal.app.calls.filter((one) => !isForStaff(one)))
      for (const { parameter, location } of idParameters(call)) {
        const hiddenTexts = ownTexts.filter((ownText) => !publicTexts[keyOf(call)]?.includes(ownText));
        const body = await bodyOf(call);
        const attempt = async (id: string) => {
          const { status, text } = await portal.call(keyOf(call), {
            token: stranger.token,
            [location]: { ...body, [parameter]: id },
          });
          expect(status, `${keyOf(call)} ${parameter}=${id}: ${text}`).toBeLessThan(500);
          for (const ownText of hiddenTexts)
            expect(text, `${keyOf(call)} ${parameter}=${id}`).not.toContain(ownText);
          triedCount += 1;
        };
        await Promise.all(ids.map(attempt));
        expect(await readRowsOf(owner.memberId), keyOf(call)).toEqual(before);
      }
    expect(triedCount).toBeGreaterThan(Object.keys(memberCalls).length * 5);
    const { body } = await portal.call('GET /reception/isLogin', { token: stranger.token });
    expect(body.data, 'the stranger is still logged in').toBe(true);
  }, 180_000);

  test("reads nothing of the owner's in any list of their own", async () => {
    for (const call of portal.app.calls.filter(({ method, binary }) => method === 'GET' && !binary)) {
      // Logging out would turn the stranger into a visitor for the calls and tests that follow.
      const isLogout = call.path.endsWith('/logout');
      const { text } = await portal.call(keyOf(call), isLogout ? {} : { token: stranger.token });
      for (const ownText of ownTexts) expect(text, keyOf(call)).not.toContain(ownText);
    }
  });
});

test('the copy of personal data has each kind of data of the owner, and none of it for another member', async () => {
  const { memberId } = await logIn(portal);
  const readPart = async ({ read }: PersonalDataPart, id: string) => {
    const rows: unknown[] = [];
    for await (const row of await read(portal.ctx, id)) rows.push(row);
    return rows;
  };
  const missing: string[] = [];
  for (const part of portal.app.identity.personalData) {
    if ((await readPart(part, owner.memberId)).length === 0) missing.push(part.name);
    expect(await readPart(part, memberId), part.name).toEqual([]);
  }
  expect(missing, 'give the owner one of these in addOneOfEverything()').toEqual([]);
});

test("a visitor is refused by every call that takes an id of a member's row", async () => {
  const before = await readRowsOf(owner.memberId);
  for (const key of Object.keys(memberCalls))
    for (const id of idsIn(before))
      expect(
        (await portal.call(key, { query: { id, articleId: id, newsId: id, authorId: id } })).status,
      ).toBe(401);
  expect(await readRowsOf(owner.memberId)).toEqual(before);
});

test('every one of these calls works for an owner, which proves that the tests used the right ids', async () => {
  // In the order of the table, because later calls depend on earlier ones: what is submitted can be withdrawn.
  for (const [key, callInput] of Object.entries(memberCalls))
    if (callInput !== 'not personal') await callWithOwnIds(key, callInput);
});

/** Makes a call with every id of the spender's own, except the session they are logged in with. */
async function callWithOwnIds(
  key: string,
  { parameter, table, ids: source = table, column = 'id', isRead }: CallInput,
): Promise<void> {
  const { token, memberId } = spender;
  const before = await readRowsOf(memberId);
  const mine = (await portal.call('GET /member/sessions', { token })).body.data;
  const current = mine.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).id;
  const ids = (before[source] ?? [])
    .map((row) => String(row[column]))
    .filter((id) => table !== 'sessions' || id !== current);
  expect(ids.length, key).toBeGreaterThan(0);
  const call = portal.app.calls.find((one) => keyOf(one) === key);
  const location = call?.body ? 'body' : 'query';
  const body = call && (await bodyOf(call));
  const statuses: number[] = [];
  for (const id of ids)
    statuses.push((await portal.call(key, { token, [location]: { ...body, [parameter]: id } })).status);
  if (isRead) expect(statuses, key).toContain(200);
  else expect((await readRowsOf(memberId))[table], key).not.toEqual(before[table]);
}
