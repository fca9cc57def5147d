import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { defineAuthors } from '#features/authors/index.ts';
import { defineColumns } from '#features/columns/index.ts';
import { giveVip } from '#features/entitlements/index.ts';
import { addMember } from '#features/identity/index.ts';
import { publishAgreement } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import { addPost } from '#testing/posts-and-members.ts';
import type { FuzzPortal } from './portal.ts';
import { picture } from './samples.ts';

export const staffRoles = ['editor', 'reviewer', 'operator', 'finance', 'admin'] as const;
export const roles = ['visitor', 'member', 'vip', 'author', ...staffRoles] as const;
export type Role = (typeof roles)[number];

export type Person = { token: string; memberId: string };

// biome-ignore lint/suspicious/noExplicitAny: the result of a call, whose type its caller knows
type Data = any;

/** What baselines are made of: people of every role, things to read, buy and decide on, and calls that create more. */
export type World = {
  readonly portal: FuzzPortal;
  readonly ctx: Context;
  /** Returns a logged-in person of this role, the same for the whole run until `renewPeople`. */
  person(role: Role): Person | null;
  /** Returns a role that may make a call with this access, taking turns. */
  roleFor(access: string, turn: number): Role;
  newMember(options?: { role?: string; vipDays?: number }): Promise<Person & { mobile: string }>;
  /** Replaces lost sessions and roles. */
  renewPeople(): Promise<void>;
  /** Makes a call and returns its data. @throws if the status is not 200 */
  call(key: string, as: Person | null, input?: object): Promise<Data>;
  /** Makes a back office call as administrator. */
  callAdmin(path: string, input?: object): Promise<Data>;
  /** Adds a current quote of the stock. */
  addFreshQuote(): Promise<void>;
  post(changes?: Parameters<typeof addPost>[1]): Promise<string>;
  unique(): number;
  /** The origin of a feed and a picture. */
  readonly externalSite: string;
  /** Restores what every baseline depends on: columns, settings, words, rate limits, an open market. */
  repair(): Promise<void>;
  /** Deletes all rate limit counts. */
  clearRateLimits(): Promise<void>;
  readonly season: { id: string; playerId: string; player: Person };
  close(): Promise<void>;
};

export const codes = { stock: '991012', index: '990000' } as const;

/** @param body body of the posts that are only read: one post per column, created once */
export async function openWorld(portal: FuzzPortal, body?: string): Promise<World> {
  const { ctx } = portal;
  let serial = 0;
  const unique = () => ++serial;
  const people = new Map<Role, Person>();
  const largePosts = new Map<string, Promise<string>>();
  const externalSite = await serveExternalSite();

  async function newMember({ role, vipDays }: { role?: string; vipDays?: number } = {}) {
    const mobile = `137${String(unique()).padStart(8, '0')}`;
    const memberId = await addMember(ctx, { mobile, password, ...(role && { role }) });
    if (vipDays) await giveVip(ctx, memberId, vipDays, 'fuzz');
    return { memberId, mobile, token: await openSession(ctx, memberId) };
  }

  const { rows: staff } = await sql<{ code: Role; permissions: string[] }>`
    select code, permissions from roles where code = any(${[...staffRoles]})`.execute(ctx.db);
  function roleFor(access: string, turn: number): Role {
    const held = staff.filter(
      ({ permissions }) => access === 'staff' || permissions.includes(access) || permissions.includes('*'),
    );
    const candidates: readonly Role[] =
      access === 'open'
        ? ['visitor', 'visitor', 'member', 'vip']
        : access === 'member'
          ? ['member', 'vip', 'author']
          : held.map(({ code }) => code);
    return candidates[turn % candidates.length] ?? 'admin';
  }

  async function renewPeople() {
    await Promise.all(
      roles.map(async (role) => {
        if (role === 'visitor') return;
        const isStaff = (staffRoles as readonly string[]).includes(role);
        const person = await newMember({
          ...(isStaff && { role }),
          ...(role === 'vip' && { vipDays: 365 }),
        });
        if (role === 'author')
          await defineAuthors(ctx, [{ name: `作者${unique()}`, member_id: person.memberId }]);
        people.set(role, person);
      }),
    );
  }

  async function call(key: string, as: Person | null, input: object = {}): Promise<Data> {
    const { status, body, text } = await portal.call(key, { ...input, ...(as && { token: as.token }) });
    if (status !== 200) throw new Error(`${key} was answered ${status}: ${text.slice(0, 300)}`);
    return body?.data;
  }

  const world: Omit<World, 'season'> = {
    portal,
    ctx,
    externalSite: externalSite.origin,
    unique,
    newMember,
    roleFor,
    renewPeople,
    call,
    person: (role) => people.get(role) ?? null,
    callAdmin: (path, input = {}) => {
      const [method = '', rest = ''] = path.split(' ');
      return call(`${method} /admin/${rest}`, people.get('admin') ?? null, input);
    },
    addFreshQuote: () => openMarketToday(ctx),
    post(changes = {}) {
      const { columnId = '2', ...otherChanges } = changes;
      if (body === undefined || Object.keys(otherChanges).length > 0) return addPost(portal, changes);
      const post = largePosts.get(columnId) ?? addPost(portal, { columnId, body });
      largePosts.set(columnId, post);
      return post;
    },
    repair,
    clearRateLimits,
    close: externalSite.close,
  };

  /** Skips rows that calls have locked: deleting rows in another order than a concurrent delete would deadlock. */
  async function clearRateLimits() {
    await sql`delete from rate_limits where key in (select key from rate_limits for update skip locked)`.execute(
      ctx.db,
    );
  }

  async function repair() {
    await defineColumns(ctx, [
      { id: '1', columnName: '快讯', kind: 'news', access: 'public', loginAuth: 0 },
      { id: '2', columnName: '研报', kind: 'article', access: 'public', loginAuth: 0 },
      { id: '6', columnName: '内参', kind: 'reference', access: 'public', loginAuth: 0 },
    ]);
    await clearRateLimits();
    await ctx.db.deleteFrom('sensitive_words').execute();
    // Words are cached in memory until a call changes them.
    const { id } = await world.callAdmin('POST word/add', {
      body: { word: `无此词${unique()}`, level: 'warn' },
    });
    await world.callAdmin('POST word/delete', { body: { ids: [id] } });
    await ctx.db.deleteFrom('agreements').execute();
    for (const kind of ['agreement', 'privacy'])
      await publishAgreement(ctx, {
        kind,
        title: kind,
        version: consents.agreement,
        body: '<p>正文。</p>',
        effective_at: new Date(Date.now() - 60_000),
      });
    await ctx.db.deleteFrom('comment_mutes').execute();
    const { groups } = await call('GET /admin/settings/list', people.get('admin') ?? null);
    for (const { name, source } of groups)
      if (source === 'desk') await world.callAdmin('POST settings/reset', { body: { group: name } });
    // A notice shown at purchases blocks orders until it is acknowledged.
    for (const place of ['site', 'purchase', 'reference']) {
      const versions = await call('GET /admin/know/list', people.get('admin') ?? null, { query: { place } });
      for (const { id: version, isLive } of versions)
        if (isLive) await world.callAdmin('POST know/withdraw', { body: { id: version } });
    }
    await openMarketToday(ctx);
  }

  await renewPeople();
  await repair();
  const player = people.get('member');
  if (!player) throw new Error('there is no player');
  const seasonId = await addSeason(ctx, `赛季${unique()}`);
  const { id: playerId } = await call('POST /member/contest/enrol', player, { body: { seasonId } });
  return { ...world, season: { id: seasonId, playerId, player } };
}

/** The current versions of the agreements, accepted at log-in. */
export const consents = { agreement: '1', privacy: '1' };

export const password = 'correct horse battery';

/** Creates a session without a log-in: hundreds of them are needed. */
async function openSession(ctx: Context, memberId: string): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const hash = (text: string) => createHash('sha256').update(text).digest();
  await sql`insert into sessions (member_id, token_hash, refresh_hash, expires_at, refresh_expires_at)
    values (${memberId}, ${hash(token)}, ${hash(`${token} again`)}, now() + interval '1 day', now() + interval '1 day')`.execute(
    ctx.db,
  );
  return token;
}

const today = sql`(now() at time zone 'Asia/Shanghai')::date`;

/** Opens the market around the clock, with a current quote. */
async function openMarketToday({ db }: Context): Promise<void> {
  await sql`insert into trade_days (day, is_all_day) select ${today} + n, true from generate_series(-3, 5) n
    on conflict (day) do update set is_all_day = true`.execute(db);
  await sql`insert into instruments (code, name, initials, board) values
    (${codes.stock}, '禾垣电力', 'HYDL', 'main'), (${codes.index}, '观澜模拟指数', 'GLMNZS', 'index')
    on conflict do nothing`.execute(db);
  await sql`insert into latest_quotes (code, at, open, high, low, last, previous_close)
    values (${codes.stock}, clock_timestamp(), 10000, 10000, 10000, 10000, 10000)
    on conflict (code) do update set at = excluded.at, last = 10000, previous_close = 10000, is_suspended = false`.execute(
    db,
  );
}

export async function addSeason({ db }: Context, name: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into contest_seasons (name, starts_on, ends_on, starting_cash, boards, index_code, delay_days, is_open)
    values (${name}, ${today}, ${today} + 30, 100000000, '{main}', ${codes.index}, 0, true) returning id`.execute(
    db,
  );
  return rows[0]?.id ?? '';
}

/** Serves an external site: a feed and a picture. */
async function serveExternalSite(): Promise<{ origin: string; close(): Promise<void> }> {
  const png = await picture();
  // Items differ by path, since an item known from another source would not be imported.
  const feed = (path: string) =>
    `<?xml version="1.0"?><rss version="2.0"><channel><title>源</title>${[0, 1]
      .map(
        (at) =>
          `<item><title>来稿${at}${path}</title><guid isPermaLink="false">${path}#${at}</guid><link>https://news.example${path}?${at}</link><description>正文写得足够长，第 ${at} 篇。</description></item>`,
      )
      .join('')}</channel></rss>`;
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.png')) response.writeHead(200, { 'content-type': 'image/png' }).end(png);
    else if (request.url?.endsWith('.html'))
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>页</title>');
    else
      response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(feed(escape(request.url ?? '')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
