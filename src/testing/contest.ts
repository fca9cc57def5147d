import { sql } from 'kysely';
import { vi } from 'vitest';
import { clearDay, fillOrders } from '#features/contest/index.ts';
import { type CallResponse, openPortal, type Portal } from './portal.ts';
import { logIn } from './posts-and-members.ts';

/** The trade days of the contest's tests: Monday to Wednesday, and the next Monday. */
export const tradeDays = ['2026-11-02', '2026-11-03', '2026-11-04', '2026-11-09'] as const;

/** Fictitious securities of every board, one with a risk warning (ST), and an index. */
export const codes = {
  main: '991012',
  other: '991013',
  st: '991099',
  chinext: '993001',
  star: '996001',
  bse: '998001',
  index: '990000',
} as const;

let serial = 0;

/** Sets the clock to a Shanghai time: `2026-11-02T09:31`. Tests end with vi.useRealTimers(). */
export const setClock = (at: string): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${at.length === 16 ? `${at}:00` : at}+08:00`) });
};

/** Advances the clock by a second, to separate quotes from orders. */
export const advanceSecond = (): void => {
  vi.setSystemTime(Date.now() + 1000);
};

/** Inserts the trade days and securities; call it once per portal. */
export async function addMarketData({ ctx }: Pick<Portal, 'ctx'>): Promise<void> {
  await sql`insert into trade_days select unnest(${[...tradeDays]}::date[])`.execute(ctx.db);
  await sql`insert into instruments (code, name, initials, board, is_st) values
    (${codes.main}, '禾垣电力', 'HYDL', 'main', false), (${codes.other}, '岬浦航运', 'JPHY', 'main', false),
    (${codes.st}, 'ST 砚岭', 'STYL', 'main', true), (${codes.chinext}, '霁川软件', 'JCRJ', 'chinext', false),
    (${codes.star}, '澜图芯片', 'LTXP', 'star', false), (${codes.bse}, '栗原机械', 'LYJX', 'bse', false),
    (${codes.index}, '观澜模拟指数', 'GLMNZS', 'index', false)`.execute(ctx.db);
}

/**
 * Opens a portal with the contest's market, by default at 09:31 of the first day; close it with `closeMarketPortal`.
 */
export async function openMarketPortal(
  settings?: Record<string, string>,
  at = '2026-11-02T09:31',
): Promise<Portal> {
  setClock(at);
  // These tests move the clock by days, which exceeds the default lifetime of staff sessions.
  const portal = await openPortal({ STAFF_SESSION_HOURS: '720', SESSION_DAYS: '365', ...settings });
  await addMarketData(portal);
  return portal;
}

export async function closeMarketPortal(portal: Portal): Promise<void> {
  vi.useRealTimers();
  await portal.close();
}

/** Deletes all players' activity and all quotes. */
export async function clearContest({ ctx }: Pick<Portal, 'ctx'>): Promise<void> {
  await sql`truncate contest_seasons, latest_quotes, daily_quotes cascade`.execute(ctx.db);
}

type SeasonChanges = Partial<{
  starts_on: string;
  ends_on: string;
  starting_cash: number;
  boards: string[];
  with_st: boolean;
  position_cap_bp: number;
  delay_days: number;
  for_whom: string;
  is_open: boolean;
}>;

/** Adds a season in November with ¥100,000 on the main board, unless `changes` says otherwise. @returns its id */
export async function addSeason({ ctx }: Pick<Portal, 'ctx'>, changes: SeasonChanges = {}): Promise<string> {
  serial += 1;
  const { id } = await ctx.db
    .insertInto('contest_seasons')
    .values({
      name: `第 ${serial} 届`,
      starts_on: '2026-11-02',
      ends_on: '2026-11-30',
      starting_cash: 10_000_000,
      boards: ['main'],
      index_code: codes.index,
      is_open: true,
      ...changes,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type QuoteChanges = { previous?: number; isSuspended?: boolean; at?: Date };

/** Sets the newest quote of a security, by default now and at the last close; prices in 厘. */
export async function setQuote(
  { ctx }: Pick<Portal, 'ctx'>,
  code: string,
  last: number,
  { previous = last, isSuspended = false, at = new Date() }: QuoteChanges = {},
): Promise<void> {
  await sql`
    insert into latest_quotes (code, at, open, high, low, last, previous_close, is_suspended)
    values (${code}, ${at}, ${last}, ${last}, ${last}, ${last}, ${previous}, ${isSuspended})
    on conflict (code) do update set at = excluded.at, last = excluded.last,
      previous_close = excluded.previous_close, is_suspended = excluded.is_suspended`.execute(ctx.db);
}

export type Player = { token: string; memberId: string; playerId: string };

/** Adds a member and enrols them as a player. */
export async function addPlayer(portal: Portal, seasonId: string): Promise<Player> {
  const member = await logIn(portal);
  const { body } = await portal.call('POST /member/contest/enrol', {
    token: member.token,
    body: { seasonId },
  });
  return { ...member, playerId: body.data.id };
}

export type OrderOptions = { code?: string; side?: 'buy' | 'sell'; price?: number | null; quantity?: number };

/** Sends orders over HTTP, by default a market order for 100 shares of the main board's first security. */
export const sendOrder = (
  portal: Portal,
  seasonId: string,
  token: string,
  { code = codes.main, side = 'buy', price = null, quantity = 100 }: OrderOptions = {},
): Promise<CallResponse> =>
  portal.call('POST /member/contest/order', { token, body: { seasonId, code, side, price, quantity } });

/** Quotes this price a second later and fills the matching orders. @returns the number of fills */
export async function fillAt(portal: Portal, code: string, last: number, previous = last): Promise<number> {
  advanceSecond();
  await setQuote(portal, code, last, { previous });
  return fillOrders(portal.ctx, { freshMs: 60_000 });
}

/** Ends a trade day at these closing prices. */
export async function closeDay(portal: Portal, day: string, closes: Record<string, number>): Promise<void> {
  for (const [code, close] of Object.entries(closes))
    await sql`insert into daily_quotes (code, day, open, high, low, close, previous_close)
      values (${code}, ${day}, ${close}, ${close}, ${close}, ${close}, ${close})`.execute(portal.ctx.db);
  await clearDay(portal.ctx, day);
}
