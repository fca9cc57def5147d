import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoThreads, hiddenComment, pendingComments } from '#features/comments/demo/demo-texts.ts';
import { playDemoSeason } from '#features/contest/demo/play-demo-season.ts';
import { startPortalPaySandbox } from '#features/payments/index.ts';
import type { PaySandbox } from '#features/payments/sandbox/gateway-server.ts';
import type { Context } from '#kernel/context.ts';
import { freePort } from '#testing/free-port.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { loadDemo } from './demo.ts';

/** A Wednesday afternoon. */
const now = new Date('2026-11-18T15:20:00+08:00');
const today = '2026-11-18';
const firstDay = '2026-10-20';
/** Rows about the installation itself, and of people logging in here, have the real time. */
let realStart: Date;

let folder: string;
let portal: Portal;
let sandbox: PaySandbox;
const contextOf = (portal: Portal): Context => ({ ...portal.ctx, now: () => now });
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guanlan-demo-'));
  const port = await freePort();
  realStart = new Date();
  portal = await openPortal({ PAY_SANDBOX_PORT: String(port) }, folder);
  await loadDemo(portal.app, contextOf(portal));
  sandbox = await startPortalPaySandbox({ host: '127.0.0.1', port, folder: join(folder, 'pay-sandbox') });
});
afterAll(async () => {
  await sandbox.stop();
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

const rowsOf = async <Row extends object>(query: RawBuilder<unknown>, { ctx } = portal) =>
  (await query.execute(ctx.db)).rows as Row[];
/** Counts the rows of every table. */
const countRows = async () => {
  const tables = await rowsOf<{ name: string }>(
    sql`select relname name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
  );
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const [row] = await rowsOf<{ count: number }>(sql`select count(*)::int count from ${sql.table(name)}`);
    counts.set(name, row?.count ?? 0);
  }
  return counts;
};

test('each text of a demo comment belongs to one post', async () => {
  const posts = await rowsOf<{ title: string }>(sql`select title from posts`);
  const parts = [...Object.keys(demoThreads), ...Object.keys(pendingComments), hiddenComment.title];
  const counts = parts.map((part) => posts.filter(({ title }) => title.includes(part)).length);
  expect(parts.filter((_, index) => counts[index] !== 1)).toEqual([]);
});

// In this order: the last of these read as members, which counts views and gives rights.
describe('the month of a new demo', { shuffle: false }, () => {
  test('has readers, followers, collects, comments with replies and likes, and orders of every kind', async () => {
    const counts = await countRows();
    expect(counts.get('members')).toBe(305);
    for (const [table, least] of Object.entries({
      follows: 400,
      collects: 600,
      comments: 120,
      comment_likes: 200,
    }))
      expect(counts.get(table), table).toBeGreaterThan(least);
    const states = await rowsOf(sql`select state, count(*)::int from orders group by 1 order by 1`);
    expect(states).toEqual([
      { state: 'closed', count: 1 },
      { state: 'paid', count: 37 },
      { state: 'pending', count: 1 },
      { state: 'refunded', count: 2 },
    ]);
    const kinds = await rowsOf<{ kind: string }>(sql`select distinct kind from orders order by 1`);
    expect(kinds.map(({ kind }) => kind)).toEqual(['column', 'post', 'vip']);
    const replies = await rowsOf(sql`select from comments where root_id is not null`);
    expect(replies.length).toBeGreaterThan(40);
  });

  test('counts the same views in posts, days and rolling sums, and never more readers than views', async () => {
    const unequal = await rowsOf(sql`
      select p.id from posts p
      left join post_counters c on c.post_id = p.id
      left join lateral (select sum(views) views from post_view_buckets where post_id = p.id) b on true
      left join lateral (select sum(views) views from figure_days where scope = 'post' and key = p.id::text) d on true
      left join lateral (select views from post_view_periods where period = 'month' and post_id = p.id) m on true
      left join lateral (select sum(views) views from post_view_buckets
        where post_id = p.id and bucket >= ${now}::timestamptz - interval '1 day') last on true
      left join lateral (select views from post_view_periods where period = 'day' and post_id = p.id) l on true
      where coalesce(c.views, 0) <> coalesce(b.views, 0) or coalesce(b.views, 0) <> coalesce(d.views, 0)
        or coalesce(b.views, 0) <> coalesce(m.views, 0) or coalesce(last.views, 0) <> coalesce(l.views, 0)`);
    expect(unequal).toEqual([]);
    const sums = await rowsOf<{ scope: string; views: number }>(
      sql`select scope, sum(views)::int views from figure_days group by 1`,
    );
    expect(sums).toHaveLength(5);
    expect(new Set(sums.map(({ views }) => views)).size).toBe(1);
    expect(sums[0]?.views).toBeGreaterThan(50_000);
    expect(
      await rowsOf(sql`
        select from figure_days d join figure_days site on site.day = d.day and site.scope = 'site'
        where d.readers > d.views or d.readers > site.readers or d.registrations > site.registrations
          or (d.views > 0 and d.readers = 0)`),
    ).toEqual([]);
  });

  test('has growing views with fewer at weekends, and only a part of today', async () => {
    const days = await rowsOf<{ day: string; views: number; registrations: number }>(sql`
      select day::text, views, registrations from figure_days where scope = 'site' order by 1`);
    expect(days).toHaveLength(30);
    expect([days[0]?.day, days.at(-1)?.day]).toEqual([firstDay, today]);
    const viewsOn = (day: string) => days.find((one) => one.day === day)?.views ?? 0;
    expect(viewsOn('2026-11-17')).toBeGreaterThan(viewsOn('2026-10-20') * 1.5);
    expect(viewsOn('2026-11-15')).toBeLessThan(viewsOn('2026-11-13') * 0.8);
    expect(viewsOn(today)).toBeLessThan(viewsOn('2026-11-17') * 0.75);
    expect(viewsOn(today)).toBeGreaterThan(viewsOn('2026-11-17') * 0.4);
    const registered = days.reduce((sum, { registrations }) => sum + registrations, 0);
    expect(registered).toBe(210);
  });

  test('has no time in the future', async () => {
    const moments = {
      members: ['created_at'],
      registration_sources: ['registered_at'],
      post_view_buckets: ['bucket'],
      follows: ['created_at'],
      collects: ['created_at'],
      comments: ['created_at'],
      comment_likes: ['created_at'],
      review_items: ['submitted_at'],
      orders: ['created_at', 'paid_at', 'closed_at'],
      payments: ['created_at', 'succeeded_at'],
      refunds: ['created_at', 'decided_at', 'finished_at'],
      ledger_transactions: ['created_at'],
      grants: ['starts_at'],
      notices: ['told_at'],
    };
    for (const [table, columns] of Object.entries(moments))
      for (const column of columns) {
        const [row] = await rowsOf<{ some: boolean; late: number }>(sql`
          select count(${sql.ref(column)}) > 0 some, count(*) filter (where ${sql.ref(column)} > ${now})::int late
          from ${sql.table(table)} where ${sql.ref(column)} < ${realStart}`);
        expect(row, `${table}.${column}`).toEqual({ some: true, late: 0 });
      }
    expect(await rowsOf(sql`select from figure_days where day > ${today}::date`)).toEqual([]);
    expect(await rowsOf(sql`select from search_word_days where day > ${today}::date`)).toEqual([]);
  });

  test('lets nobody act before they registered or before the post was published', async () => {
    const early = await rowsOf(sql`
      select 'collect' from collects c join posts p on p.id = c.post_id join members m on m.id = c.member_id
        where c.created_at < p.published_at or c.created_at < m.created_at
      union all
      select 'comment' from comments c join posts p on p.id = c.post_id join members m on m.id = c.member_id
        left join comments r on r.id = coalesce(c.reply_to_id, c.root_id)
        where c.created_at < p.published_at or c.created_at < m.created_at or c.created_at < r.created_at
      union all
      select 'like' from comment_likes l join comments c on c.id = l.comment_id join members m on m.id = l.member_id
        where l.created_at < c.created_at or l.created_at < m.created_at or l.member_id = c.member_id
      union all
      select 'order' from orders o join members m on m.id = o.member_id left join posts p on p.id = o.post_id
        where o.created_at < m.created_at or o.created_at < p.published_at
      union all
      select 'view' from post_view_buckets b join posts p on p.id = b.post_id
        where b.bucket + interval '10 minutes' < p.published_at`);
    expect(early).toEqual([]);
  });

  test('shows readers only visible comments, and as many as it counts', async () => {
    const states = await rowsOf(sql`
      select state, count(*)::int count from comments where state <> 'visible' group by 1 order by 1`);
    expect(states).toEqual([
      { state: 'hidden', count: 1 },
      { state: 'pending', count: 4 },
    ]);
    const { token } = await logIn(portal);
    const unseen = await rowsOf<{ post_id: string; body: string }>(
      sql`select post_id, body from comments where state <> 'visible'`,
    );
    for (const { post_id, body } of unseen)
      for (const reader of [{}, { token }]) {
        const query = { postId: post_id, size: '50' };
        const list = await portal.call('GET /reception/comment/list', { query, ...reader });
        expect(list.status).toBe(200);
        expect(list.text).not.toContain(body);
      }
    expect(
      await rowsOf(sql`
        select p.id from posts p left join post_counters c on c.post_id = p.id
        where coalesce(c.comments, 0) <> (select count(*) from comments m where m.post_id = p.id and m.state = 'visible')`),
    ).toEqual([]);
    const { token: editor } = await logIn(portal, { role: 'admin' });
    const start = await portal.call('GET /admin/start', { token: editor });
    expect(start.body.data.waiting).toEqual(
      expect.arrayContaining([
        { name: 'comments', count: 4 },
        { name: 'refunds', count: 1 },
      ]),
    );
    const review = await portal.call('GET /admin/moderation/list', { token: editor });
    expect(review.status).toBe(200);
  });

  test('lets only members comment who may read the whole post', async () => {
    const strangers = await rowsOf(sql`
      select c.body from comments c join posts p on p.id = c.post_id
      where p.access in ('vip', 'paid') and not exists (
        select from grants g where g.member_id = c.member_id and g.starts_at <= c.created_at
          and (g.ends_at is null or g.ends_at > c.created_at)
          and (g.target_id = p.id or (g.scope = 'vip' and (p.access = 'vip' or p.vip_free))))`);
    expect(strangers).toEqual([]);
    expect(
      (await rowsOf(sql`select from comments c join posts p on p.id = c.post_id where p.access = 'vip'`))
        .length,
    ).toBeGreaterThan(5);
  });

  test('has a balanced ledger that agrees with the payments, and with the bills of the gateway', async () => {
    const { token } = await logIn(portal, { role: 'finance' });
    const accounts = (await portal.call('GET /admin/ledger/accounts', { token })).body.data as {
      account: string;
      balance: number;
    }[];
    const [money] = await rowsOf<{ entries: number; held: number }>(sql`
      select (select sum(amount) from ledger_entries)::int entries,
        ((select sum(amount) from payments where state = 'succeeded')
          - (select sum(amount) from refunds where state = 'succeeded'))::int held`);
    expect(money?.entries).toBe(0);
    expect(accounts.find(({ account }) => account === 'gateway:sandbox')?.balance).toBe(money?.held);
    const days = await rowsOf<{ day: string }>(sql`
      select distinct (at at time zone 'Asia/Shanghai')::date::text as day
      from (select succeeded_at at from payments union all select finished_at from refunds) t where at is not null`);
    expect(days.length).toBeGreaterThan(10);
    for (const { day } of days) {
      const { body } = await portal.call('POST /admin/reconciliation/run', {
        token,
        body: { gateway: 'sandbox', day },
      });
      expect(body.data, day).toMatchObject({ state: 'equal', differences: [] });
    }
  });

  test('searches for words that the edition contains, and for some that it does not', async () => {
    const [{ text }] = (await rowsOf<{ text: string }>(sql`
      select lower(string_agg(p.title || array_to_string(p.tags, ' ') || b.html, ' ')) || (select string_agg(name, ' ') from stocks) as text
      from posts p join post_bodies b on b.post_id = p.id`)) as [{ text: string }];
    const words = await rowsOf<{ word: string; found: boolean }>(
      sql`select word, sum(empty_searches) = 0 found from search_word_days group by 1`,
    );
    expect(words.length).toBeGreaterThan(15);
    expect(words.filter(({ word, found }) => text.includes(word) !== found)).toEqual([]);
  });

  test('depends on the start time alone', async () => {
    const other = await openPortal();
    try {
      await loadDemo(other.app, contextOf(other));
      expect(await fingerprint(other)).toEqual(await fingerprint(portal));
    } finally {
      await other.close();
    }
  });

  test('is not added again when a load continues after an interruption', async () => {
    const before = await countRows();
    await loadDemo(portal.app, { ...portal.ctx, now: () => new Date(now.getTime() + 90 * 60_000) });
    const after = await countRows();
    // The VIP account gets another year, and views leave the last 24 hours.
    for (const name of ['grants', 'post_view_periods']) after.set(name, before.get(name) ?? 0);
    expect(after).toEqual(before);
  });

  test('a code in a demo post names the same company in the stock table and in the contest', {
    tags: ['deep'],
  }, async () => {
    await playDemoSeason(portal.ctx);
    const wrong = await rowsOf(sql`
    select l.label, s.name, i.name from post_labels l
    left join stocks s on s.code = l.label left join instruments i on i.code = l.label
    where l.type = 'stock' and (s.name is null or i.name is distinct from s.name)`);
    expect(wrong).toEqual([]);
  });
});

/** Everything of the month but the numbers of orders and trades, and times within an hour. */
const fingerprint = async (portal: Portal) =>
  rowsOf(
    sql`
    select 'figures' part, md5(string_agg(f::text, ',' order by f::text)) hash from figure_days f
    union all select 'words', md5(string_agg(w::text, ',' order by w::text)) from search_word_days w
    union all select 'buckets', md5(string_agg(b::text, ',' order by b::text)) from post_view_buckets b
    union all select 'readers', md5(string_agg(mobile || name || created_at, ',' order by mobile)) from members where mobile like '12%'
    union all select 'follows', md5(string_agg(f::text, ',' order by id)) from follows f
    union all select 'collects', md5(string_agg(c::text, ',' order by id)) from collects c
    union all select 'comments', md5(string_agg(c::text, ',' order by id)) from comments c
    union all select 'likes', md5(string_agg(l::text, ',' order by l::text)) from comment_likes l
    union all select 'orders', md5(string_agg(member_id || thing || amount || state || created_at, ',' order by id)) from orders`,
    portal,
  );
