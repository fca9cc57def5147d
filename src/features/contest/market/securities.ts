import { cachedByTag } from '#kernel/cache/cached-by-tag.ts';
import type { Context, Database, Trx } from '#kernel/context.ts';
import { dayOf } from '#shared/dates.ts';
import type { Security } from '../rules/check-order.ts';
import type { Quote } from '../rules/match.ts';
import type { Limits } from '../rules/prices.ts';
import { isOpenAt, type Session } from '../rules/sessions.ts';
import { type Board, priceLimitsByRule, ruleOn, type TradeRule } from '../rules/trade-rules.ts';
import {
  findSecurities,
  findTradeDay,
  listAllDayTradeDays,
  listTradeFees,
  listTradeRules,
  listTradeSessions,
  type SecurityRow,
} from './market-queries.ts';

type ExchangeRules = {
  trade: TradeRule[];
  fees: { validFrom: string; stampPpm: number; transferPpm: number }[];
  sessions: (Session & { validFrom: string })[];
};

const loadExchangeRules = cachedByTag(['market'], async ({ db }: Context): Promise<ExchangeRules> => {
  const [trade, fees, sessions] = await Promise.all([
    listTradeRules(db),
    listTradeFees(db),
    listTradeSessions(db),
  ]);
  return {
    trade: trade.map((row) => ({
      board: row.board as Board,
      isSt: row.is_st,
      validFrom: row.valid_from,
      lotLeast: row.lot_least,
      lotStep: row.lot_step,
      lotMost: row.lot_most,
      limitBp: row.limit_bp,
      freeDays: row.free_days,
      tick: row.tick,
    })),
    fees: fees.map((row) => ({
      validFrom: row.valid_from,
      stampPpm: row.stamp_ppm,
      transferPpm: row.transfer_ppm,
    })),
    sessions: sessions.map((row) => ({ validFrom: row.valid_from, opens: row.opens, closes: row.closes })),
  };
});

/** Returns all exchange rules, oldest first. */
export const readExchangeRules = (ctx: Context): Promise<ExchangeRules> => loadExchangeRules(ctx);

/** Returns the statutory fees of trades on a day, in millionths. @throws Error before the first rule */
export async function statutoryFeesOn(
  ctx: Context,
  day: string,
): Promise<{ stampPpm: number; transferPpm: number }> {
  const inForce = (await loadExchangeRules(ctx)).fees.filter(({ validFrom }) => validFrom <= day).at(-1);
  if (!inForce) throw new Error(`no fees are known for ${day}`);
  return inForce;
}

/** Returns the sessions of a trade day: exchange hours, or the whole day if the generator never stops. */
export async function sessionsOn(ctx: Context, day: string): Promise<Session[]> {
  return (await readTradeDaySessions(ctx, day)).sessions;
}

/** Like `sessionsOn`, and whether the day is a trade day. */
export async function readTradeDaySessions(
  ctx: Context,
  day: string,
): Promise<{ isTradeDay: boolean; sessions: Session[] }> {
  const found = await findTradeDay(ctx.db, day);
  const sessions = found?.is_all_day
    ? allDaySessions
    : sessionsInForce((await loadExchangeRules(ctx)).sessions, day);
  return { isTradeDay: found !== undefined, sessions };
}

/** Returns when the last session of any given trade day ends. */
export async function loadClosingTimes(ctx: Context): Promise<(day: string) => Date> {
  const [{ sessions }, allDayDays] = await Promise.all([loadExchangeRules(ctx), listAllDayTradeDays(ctx.db)]);
  const allDays = new Set(allDayDays);
  return (day) => closingTimeOf(allDays.has(day) ? allDaySessions : sessionsInForce(sessions, day), day);
}

/** Returns when the last of a day's sessions ends. */
export const closingTimeOf = (sessions: readonly Session[], day: string): Date =>
  new Date(`${day}T${sessions.at(-1)?.closes ?? '15:00'}:00+08:00`);

const allDaySessions: Session[] = [{ opens: '00:00', closes: '23:30' }];

function sessionsInForce(sessions: ExchangeRules['sessions'], day: string): Session[] {
  const newestDay = sessions.filter(({ validFrom }) => validFrom <= day).at(-1)?.validFrom;
  return sessions.filter(({ validFrom }) => validFrom === newestDay);
}

/** `quotedAt` is the time of the newest quote; null before the first. */
export type QuotedSecurity = Security & { quotedAt: Date | null };

/**
 * Returns what an order check needs of securities on a day, by code; unknown codes are left out. Reads only through
 * `trx`, so that a caller in a transaction never waits for a second connection.
 */
export async function securitiesOn(
  ctx: Context,
  trx: Trx | Database,
  codes: readonly string[],
  day: string,
): Promise<Map<string, QuotedSecurity>> {
  const { trade } = await loadExchangeRules({ ...ctx, db: trx });
  const rows = await findSecurities(trx, codes, day);
  const listed = rows.filter(({ delisted_on }) => delisted_on === null || delisted_on > day);
  return new Map(listed.map((row) => [row.code, toSecurity(row, trade, day)]));
}

function toSecurity(row: SecurityRow, trade: readonly TradeRule[], day: string): QuotedSecurity {
  const board = row.board as Board;
  const rule = ruleOn(trade, board, row.is_st, day);
  return {
    code: row.code,
    name: row.name,
    board,
    isSt: row.is_st,
    rule,
    last: row.last,
    limits: limitsOnDay(row, rule, day),
    isSuspended: row.latest_day === day && row.is_suspended === true,
    quotedAt: row.latest_at,
  };
}

/**
 * Takes the exchange's limits from a quote of the day, else computes them by the rule from the previous close (the last
 * price of an older quote).
 */
function limitsOnDay(row: SecurityRow, rule: TradeRule, day: string): Limits | null {
  const isToday = row.latest_day === day;
  if (isToday && row.limit_up !== null && row.limit_down !== null)
    return { up: row.limit_up, down: row.limit_down };
  const close = isToday ? row.previous_close : row.last;
  return close === null ? null : priceLimitsByRule(rule, close, row.listed_days ?? Number.POSITIVE_INFINITY);
}

/** Returns the newest quotes of a day by code; a security without a quote of that day is left out and fills nothing. */
export async function quotesOn(
  ctx: Context,
  trx: Trx,
  codes: readonly string[],
  day: string,
): Promise<Map<string, Quote>> {
  const { trade } = await loadExchangeRules({ ...ctx, db: trx });
  const quotes = new Map<string, Quote>();
  for (const row of await findSecurities(trx, codes, day)) {
    if (row.latest_at === null || row.last === null || row.latest_day !== day) continue;
    const rule = ruleOn(trade, row.board as Board, row.is_st, day);
    quotes.set(row.code, {
      at: row.latest_at,
      last: row.last,
      limits: limitsOnDay(row, rule, day),
      isSuspended: row.is_suspended === true,
    });
  }
  return quotes;
}

/** Whether a session is open at a moment, or closed less than `graceMs` before it. */
export async function isSessionOpenAt(ctx: Context, at: Date, graceMs = 0): Promise<boolean> {
  const day = dayOf(at);
  const { isTradeDay, sessions } = await readTradeDaySessions(ctx, day);
  if (!isTradeDay) return false;
  if (isOpenAt(sessions, at)) return true;
  const graceStart = at.getTime() - graceMs;
  return sessions.some(({ closes }) => {
    const closedAt = Date.parse(`${day}T${closes}:00+08:00`);
    return closedAt <= at.getTime() && closedAt > graceStart;
  });
}
