import { sql } from 'kysely';
import { vi } from 'vitest';
import { clearDay, fillOrders } from '#features/contest/index.ts';
import { logIn } from './builders.ts';
import { type Answer, openPortal, type Portal } from './portal.ts';

/** The trade days of the contest's tests: Monday to Wednesday, and the Monday after. */
export const tradeDays = ['2026-11-02', '2026-11-03', '2026-11-04', '2026-11-09'] as const;

/** Invented securities of every board, one under a risk warning, and an index. */
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

/** Puts the clock at a Shanghai time: `2026-11-02T09:31`. Tests end with vi.useRealTimers(). */
export const setClock = (at: string): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${at.length === 16 ? `${at}:00` : at}+08:00`) });
};

/** A second goes by: quotes after orders, orders after quotes. */
export const passSecond = (): void => {
  vi.setSystemTime(Date.now() + 1000);
};

/** The trade days and securities; once in a portal. */
export async function plantMarket({ ctx }: Pick<Portal, 'ctx'>): Promise<void> {
  await sql`insert into trade_days select unnest(${[...tradeDays]}::date[])`.execute(ctx.db);
  await sql`insert into instruments (code, name, initials, board, is_st) values
    (${codes.main}, '禾垣电力', 'HYDL', 'main', false), (${codes.other}, '岬浦航运', 'JPHY', 'main', false),
    (${codes.st}, 'ST 砚岭', 'STYL', 'main', true), (${codes.chinext}, '霁川软件', 'JCRJ', 'chinext', false),
    (${codes.star}, '澜图芯片', 'LTXP', 'star', false), (${codes.bse}, '栗原机械', 'LYJX', 'bse', false),
    (${codes.index}, '观澜模拟指数', 'GLMNZS', 'index', false)`.execute(ctx.db);
}

/** A portal with the contest's market, at half past nine of its first day unless told otherwise; ends with `closeMarket`. */
export async function openMarket(
  settings?: Record<string, string>,
  at = '2026-11-02T09:31',
): Promise<Portal> {
  setClock(at);
  // These tests move the clock by days, which sessions of staff do not outlast.
  const portal = await openPortal({ STAFF_SESSION_HOURS: '720', SESSION_DAYS: '365', ...settings });
  await plantMarket(portal);
  return portal;
}

export async function closeMarket(portal: Portal): Promise<void> {
  vi.useRealTimers();
  await portal.close();
}

/** As if nobody had played yet, and nothing been quoted. */
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

/** A season of November with ¥100,000 on the main board, unless told otherwise. @returns its id */
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

/** The newest quote of a security, now unless told otherwise; prices in 厘, at the last close unless told otherwise. */
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

/** A member who plays. */
export async function addPlayer(portal: Portal, seasonId: string): Promise<Player> {
  const member = await logIn(portal);
  const { body } = await portal.ask('POST /member/contest/enrol', {
    token: member.token,
    body: { seasonId },
  });
  return { ...member, playerId: body.data.id };
}

export type Wish = { code?: string; side?: 'buy' | 'sell'; price?: number | null; quantity?: number };

/** Orders over HTTP: 100 shares of the main board's first, bought at market, unless told otherwise. */
export const sendOrder = (
  portal: Portal,
  seasonId: string,
  token: string,
  { code = codes.main, side = 'buy', price = null, quantity = 100 }: Wish = {},
): Promise<Answer> =>
  portal.ask('POST /member/contest/order', { token, body: { seasonId, code, side, price, quantity } });

/** A second later a quote comes at this price, and whatever matches it fills. @returns how many did */
export async function fillAt(portal: Portal, code: string, last: number, previous = last): Promise<number> {
  passSecond();
  await setQuote(portal, code, last, { previous });
  return fillOrders(portal.ctx, { freshMs: 60_000 });
}

/** Ends a trade day at these closes. */
export async function closeDay(portal: Portal, day: string, closes: Record<string, number>): Promise<void> {
  for (const [code, close] of Object.entries(closes))
    await sql`insert into daily_quotes (code, day, open, high, low, close, previous_close)
      values (${code}, ${day}, ${close}, ${close}, ${close}, ${close}, ${close})`.execute(portal.ctx.db);
  await clearDay(portal.ctx, day);
}
