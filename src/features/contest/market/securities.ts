import { remembered } from '#kernel/cache/remembered.ts';
import type { Context, Database, Trx } from '#kernel/context.ts';
import { dayOf } from '#shared/dates.ts';
import type { Security } from '../rules/check-order.ts';
import type { Quote } from '../rules/match.ts';
import type { Limits } from '../rules/prices.ts';
import { isOpenAt, type Session } from '../rules/sessions.ts';
import { type Board, limitsBy, ruleOn, type TradeRule } from '../rules/trade-rules.ts';
import {
  findSecurities,
  findTradeDay,
  listAllDays,
  listTradeFees,
  listTradeRules,
  listTradeSessions,
  type SecurityRow,
} from './market-queries.ts';

type Rules = {
  trade: TradeRule[];
  fees: { validFrom: string; stampPpm: number; transferPpm: number }[];
  sessions: (Session & { validFrom: string })[];
};

const rules = remembered(['market'], async ({ db }: Context): Promise<Rules> => {
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

/** The tables of rules whole, each the oldest first. */
export const readTables = (ctx: Context): Promise<Rules> => rules(ctx);

/** What the state and the exchanges take of a trade on a day, in millionths. @throws Error before the first rule */
export async function publicFeesOn(
  ctx: Context,
  day: string,
): Promise<{ stampPpm: number; transferPpm: number }> {
  const held = (await rules(ctx)).fees.filter(({ validFrom }) => validFrom <= day).at(-1);
  if (!held) throw new Error(`no fees are known for ${day}`);
  return held;
}

/** When orders are taken on a trade day: by the exchanges' hours, or all of a day that the generator moves throughout. */
export async function sessionsOn(ctx: Context, day: string): Promise<Session[]> {
  return (await findSessions(ctx, day)).sessions;
}

/** The same, and whether the day is a trade day at all. */
export async function findSessions(
  ctx: Context,
  day: string,
): Promise<{ isTradeDay: boolean; sessions: Session[] }> {
  const found = await findTradeDay(ctx.db, day);
  const sessions = found?.is_all_day ? allDay : sessionsBy((await rules(ctx)).sessions, day);
  return { isTradeDay: found !== undefined, sessions };
}

/** When the last session of any trade day ends. */
export async function closingsOf(ctx: Context): Promise<(day: string) => Date> {
  const [{ sessions }, whole] = await Promise.all([rules(ctx), listAllDays(ctx.db)]);
  const allDays = new Set(whole);
  return (day) => closingOf(allDays.has(day) ? allDay : sessionsBy(sessions, day), day);
}

/** When the last of a day's sessions ends. */
export const closingOf = (sessions: readonly Session[], day: string): Date =>
  new Date(`${day}T${sessions.at(-1)?.closes ?? '15:00'}:00+08:00`);

const allDay: Session[] = [{ opens: '00:00', closes: '23:30' }];

function sessionsBy(sessions: Rules['sessions'], day: string): Session[] {
  const newest = sessions.filter(({ validFrom }) => validFrom <= day).at(-1)?.validFrom;
  return sessions.filter(({ validFrom }) => validFrom === newest);
}

/** `quotedAt`: its newest quote's; null before the first. */
export type QuotedSecurity = Security & { quotedAt: Date | null };

/**
 * What an order needs to know of securities on a day, by code; codes that nobody knows are left out. All of it is read by
 * `trx`: whoever has one already waits for no second connection.
 */
export async function securitiesOn(
  ctx: Context,
  trx: Trx | Database,
  codes: readonly string[],
  day: string,
): Promise<Map<string, QuotedSecurity>> {
  const { trade } = await rules({ ...ctx, db: trx });
  const rows = await findSecurities(trx, codes, day);
  const alive = rows.filter(({ delisted_on }) => delisted_on === null || delisted_on > day);
  return new Map(alive.map((row) => [row.code, toSecurity(row, trade, day)]));
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
    limits: limitsOf(row, rule, day),
    isSuspended: row.latest_day === day && row.is_suspended === true,
    quotedAt: row.latest_at,
  };
}

/** The exchange's own where the quote of the day brings them, else by the rule; of yesterday's quote the close counts. */
function limitsOf(row: SecurityRow, rule: TradeRule, day: string): Limits | null {
  const isToday = row.latest_day === day;
  if (isToday && row.limit_up !== null && row.limit_down !== null)
    return { up: row.limit_up, down: row.limit_down };
  const close = isToday ? row.previous_close : row.last;
  return close === null ? null : limitsBy(rule, close, row.listed_days ?? Number.POSITIVE_INFINITY);
}

/** The newest quotes of a day, by code; who has none of that day fills nothing. */
export async function quotesOn(
  ctx: Context,
  trx: Trx,
  codes: readonly string[],
  day: string,
): Promise<Map<string, Quote>> {
  const { trade } = await rules({ ...ctx, db: trx });
  const quotes = new Map<string, Quote>();
  for (const row of await findSecurities(trx, codes, day)) {
    if (row.latest_at === null || row.last === null || row.latest_day !== day) continue;
    const rule = ruleOn(trade, row.board as Board, row.is_st, day);
    quotes.set(row.code, {
      at: row.latest_at,
      last: row.last,
      limits: limitsOf(row, rule, day),
      isSuspended: row.is_suspended === true,
    });
  }
  return quotes;
}

/** Whether orders are taken at a moment, or were up to `lateMs` before it. */
export async function isSessionAt(ctx: Context, at: Date, lateMs = 0): Promise<boolean> {
  const day = dayOf(at);
  const { isTradeDay, sessions } = await findSessions(ctx, day);
  if (!isTradeDay) return false;
  if (isOpenAt(sessions, at)) return true;
  const late = at.getTime() - lateMs;
  return sessions.some(({ closes }) => {
    const closed = Date.parse(`${day}T${closes}:00+08:00`);
    return closed <= at.getTime() && closed > late;
  });
}
