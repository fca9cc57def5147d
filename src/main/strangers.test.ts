import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { rebuildIndex } from '#features/search/index.ts';
import type { Call } from '#kernel/http/calls.ts';
import { addPiece, logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';

/**
 * One member can never read or change another's anything (issue B). The owner has one of everything a member can
 * have; a second member tries every call that takes an id with every id of the owner's life. A call for members
 * that takes an id must be listed here, with whose ids it takes.
 */
const memberCalls: Record<string, { parameter: string; table: string; column?: string } | 'not personal'> = {
  'POST /member/revokeSession': { parameter: 'id', table: 'sessions' },
  'POST /member/deleteArticleCollect': { parameter: 'id', table: 'collects' },
  'POST /member/deleteNewsCollect': { parameter: 'id', table: 'collects' },
  'POST /member/deleteFollow': { parameter: 'authorId', table: 'follows', column: 'author_id' },
  'POST /member/deleteHistory': { parameter: 'id', table: 'reading_history', column: 'post_id' },
  'POST /member/readNotice': { parameter: 'id', table: 'notices' },
  'POST /member/deleteNotice': { parameter: 'id', table: 'notices' },
  // What they take is everybody's; what they write is the caller's.
  'POST /member/addArticleCollect': 'not personal',
  'POST /member/addNewsCollect': 'not personal',
  'POST /member/addFollow': 'not personal',
  'POST /member/acknowledgeKnow': 'not personal',
};

type Row = Record<string, unknown>;
type Life = Record<string, Row[]>;

let portal: Portal;
let owner: { token: string; memberId: string };
let stranger: { token: string; memberId: string };
/** Texts that stand nowhere but in what is the owner's. */
let marks: string[];

beforeAll(async () => {
  portal = await openPortal();
  stranger = await logIn(portal);
  owner = await logIn(portal);
  marks = await live();
  await rebuildIndex(portal.ctx, portal.house.searchIndexes);
});
afterAll(() => portal.close());

const keyOf = ({ method, path }: Call) => `${method} ${path}`;

/** The parameters of a call that name something by its number. */
const idsTaken = ({ query, body }: Call): { parameter: string; place: 'query' | 'body' }[] =>
  (['query', 'body'] as const).flatMap((place) => {
    const schema = place === 'query' ? query : body;
    if (!schema) return [];
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    return Object.keys(properties)
      .filter((name) => /^ids?$|Ids?$|_ids?$/.test(name) && !/^tenant/.test(name))
      .map((parameter) => ({ parameter, place }));
  });

/** Gives the owner one of everything. */
async function live(): Promise<string[]> {
  const { db } = portal.ctx;
  const member_id = owner.memberId;
  const own = {
    name: '主人之名',
    email: 'owner@private.example.cn',
    avatar: '/files/000000/aa/owner.webp',
    totp_secret: 'OWNERSSECRETOWNERSSECRETOWNERSSE',
  };
  await db.updateTable('members').set(own).where('id', '=', member_id).execute();
  const { mobile } = await db
    .selectFrom('members')
    .select('mobile')
    .where('id', '=', member_id)
    .executeTakeFirstOrThrow();
  await portal.ask('POST /blade-auth/oauth/token', {
    query: { grant_type: 'password', username: mobile, password: 'correct horse' },
    headers: { 'user-agent': 'OwnersOwnBrowser/1.0' },
  });
  for (const [call, columnId, parameter] of [
    ['addArticleCollect', '2', 'articleId'],
    ['addNewsCollect', '1', 'newsId'],
  ] as const) {
    const id = await addPiece(portal, { columnId });
    await portal.ask(`POST /member/${call}`, { token: owner.token, query: { [parameter]: id } });
  }
  const { author_id } = await db.selectFrom('posts').select('author_id').limit(1).executeTakeFirstOrThrow();
  await portal.ask('POST /member/addFollow', { token: owner.token, query: { authorId: author_id } });
  const post_id = await addPiece(portal);
  await db.insertInto('reading_history').values({ member_id, post_id, read_at: new Date() }).execute();
  const title = '只说给主人听的消息';
  await db
    .insertInto('notices')
    .values({ member_id, kind: 'system', title, source_key: 'strangers' })
    .execute();
  const know = { place: 'site', version: 1, title: '须知', body: '<p>须知。</p>' };
  const { id: popup_id } = await db
    .insertInto('know_popups')
    .values(know)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('know_acknowledgements').values({ member_id, popup_id }).execute();
  await db.insertInto('saved_views').values({ member_id, name: '主人的视图', filters: '{}' }).execute();
  await db.insertInto('notice_refusals').values({ member_id, kind: 'followed' }).execute();
  const consent = { member_id, kind: 'privacy', version: '主人同意的版本', address: '203.0.113.77' };
  await db.insertInto('consents').values(consent).execute();
  const wechat = {
    provider: 'wechat',
    union_id: 'owners-union',
    open_id: 'owners-open',
    nickname: '主人微信名',
  };
  await db
    .insertInto('external_accounts')
    .values({ member_id, ...wechat })
    .execute();
  await db
    .insertInto('recovery_codes')
    .values({ member_id, code_hash: Buffer.from('x') })
    .execute();
  return [
    mobile,
    ...Object.values(own),
    title,
    consent.version,
    consent.address,
    ...Object.values(wechat).slice(1),
    'OwnersOwnBrowser',
    owner.token,
  ];
}

/** Every row of the database that is the owner's, whichever feature keeps it. */
async function lifeOf(memberId: string): Promise<Life> {
  const { db } = portal.ctx;
  const { rows: tables } = await sql<{ table_name: string }>`
    select c.table_name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and c.column_name = 'member_id' and t.table_type = 'BASE TABLE'
    order by 1`.execute(db);
  const life: Life = {};
  for (const { table_name } of tables) {
    const { rows } = await sql<Row>`select to_jsonb(r) row from ${sql.table(table_name)} r
      where member_id = ${memberId} order by to_jsonb(r)::text`.execute(db);
    life[table_name] = rows.map(({ row }) => row as Row);
  }
  const { rows } = await sql<Row>`select to_jsonb(m) row from members m where id = ${memberId}`.execute(db);
  life.members = rows.map(({ row }) => row as Row);
  return life;
}

/** Every number that names something of the owner's, the owner's own included. */
const idsIn = (life: Life): string[] => [
  ...new Set(
    Object.values(life)
      .flat()
      .flatMap((row) =>
        Object.entries(row)
          .filter(([name, value]) => /^id$|_id$/.test(name) && /^\d+$/.test(String(value)))
          .map(([, value]) => String(value)),
      ),
  ),
];

test('a call for members that takes an id is listed here', () => {
  const unlisted = portal.house.calls
    .filter((call) => call.access === 'member' && idsTaken(call).length > 0)
    .map(keyOf)
    .filter((key) => !(key in memberCalls));
  expect(unlisted, 'add these to the table above, with whose ids they take').toEqual([]);
  const known = new Set(portal.house.calls.map(keyOf));
  expect(Object.keys(memberCalls).filter((key) => !known.has(key))).toEqual([]);
});

test('a call of staff hears no member and no visitor, whatever they name', async () => {
  const staffCalls = portal.house.calls.filter(({ access }) => typeof access === 'object');
  expect(staffCalls.length).toBeGreaterThan(10);
  for (const call of staffCalls) {
    const body =
      call.method === 'POST' ? { body: { id: owner.memberId } } : { query: { id: owner.memberId } };
    expect((await portal.ask(keyOf(call), { token: stranger.token, ...body })).status, keyOf(call)).toBe(403);
    expect((await portal.ask(keyOf(call), body)).status, keyOf(call)).toBe(401);
  }
});

test('the owner has one of everything, so that there is something to take', async () => {
  const life = await lifeOf(owner.memberId);
  const empty = Object.entries(life)
    .filter(([table, rows]) => rows.length === 0 && !ownedElsewhere.has(table))
    .map(([table]) => table);
  expect(empty, 'give the owner one of these in live()').toEqual([]);
});

/** Tables with a member that hold nothing a member's own call reads or writes by id; the last two are staff's. */
const ownedElsewhere = new Set([
  'authors',
  'grants',
  'member_roles',
  'member_tags',
  'oauth_states',
  'audit_entries',
  // Where a member came from, written once and read by nobody but in the copy of their data.
  'registration_sources',
  'post_locks',
]);

describe('a second member', () => {
  test('changes nothing of the owner’s and reads nothing of it, whatever id they name', async () => {
    const before = await lifeOf(owner.memberId);
    const ids = idsIn(before);
    expect(ids.length).toBeGreaterThan(5);
    let walked = 0;
    for (const call of portal.house.calls)
      for (const { parameter, place } of idsTaken(call)) {
        for (const id of ids) {
          const { status, text } = await portal.ask(keyOf(call), {
            token: stranger.token,
            [place]: { [parameter]: id },
          });
          expect(status, `${keyOf(call)} ${parameter}=${id}: ${text}`).toBeLessThan(500);
          for (const mark of marks) expect(text, `${keyOf(call)} ${parameter}=${id}`).not.toContain(mark);
          walked += 1;
        }
        expect(await lifeOf(owner.memberId), keyOf(call)).toEqual(before);
      }
    expect(walked).toBeGreaterThan(Object.keys(memberCalls).length * 5);
  });

  test('reads nothing of the owner’s in any list of their own', async () => {
    for (const call of portal.house.calls.filter(({ method, binary }) => method === 'GET' && !binary)) {
      const { text } = await portal.ask(keyOf(call), { token: stranger.token });
      for (const mark of marks) expect(text, keyOf(call)).not.toContain(mark);
    }
  });
});

test('a visitor is not heard at all where an id of a member’s is taken', async () => {
  const before = await lifeOf(owner.memberId);
  for (const key of Object.keys(memberCalls))
    for (const id of idsIn(before))
      expect((await portal.ask(key, { query: { id, articleId: id, newsId: id, authorId: id } })).status).toBe(
        401,
      );
  expect(await lifeOf(owner.memberId)).toEqual(before);
});

test.each(
  Object.entries(memberCalls).filter(([, whose]) => whose !== 'not personal') as [
    string,
    { parameter: string; table: string; column?: string },
  ][],
)(
  '%s does work for the owner, so the walk tried the right ids',
  async (key, { parameter, table, column = 'id' }) => {
    const before = await lifeOf(owner.memberId);
    const mine = (await portal.ask('GET /member/sessions', { token: owner.token })).body.data;
    const current = mine.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).id;
    const ids = (before[table] ?? [])
      .map((row) => String(row[column]))
      .filter((id) => table !== 'sessions' || id !== current);
    expect(ids.length).toBeGreaterThan(0);
    for (const id of ids) await portal.ask(key, { token: owner.token, query: { [parameter]: id } });
    expect((await lifeOf(owner.memberId))[table]).not.toEqual(before[table]);
  },
);
