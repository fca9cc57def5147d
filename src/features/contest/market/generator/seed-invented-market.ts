import type { Context, Trx } from '#kernel/context.ts';
import { dayMs, dayOf } from '#shared/dates.ts';
import {
  insertTradeDays,
  type NewDaily,
  upsertDailyQuotes,
  upsertDividends,
  upsertInstruments,
  upsertLatestQuotes,
} from '../import/import-queries.ts';
import { initialsOf } from '../import/instruments.ts';
import { loadClosingTimes, readExchangeRules } from '../securities.ts';
import { hasInventedInstruments, listClosesBefore, listTradeDaysBefore } from './generator-queries.ts';
import { inventedCompanies, inventedIndex } from './invented-securities.ts';
import { openingsByRules, readOpenings } from './openings.ts';
import { planDay, planIndexDay, type SecurityOpening } from './plan-day.ts';

/** Trade days of history, so that charts are filled from the start. */
const historyDays = 90;
/** The ex-day of the seeded dividends is this many days ahead. */
const dividendAheadDays = 3;

/**
 * Creates the invented securities with 90 trade days of history, once. The last `emptyDays` of them get no quotes; the
 * demo season plays them.
 */
export async function seedInventedMarket(ctx: Context, trx: Trx, emptyDays: number): Promise<void> {
  if (await hasInventedInstruments(trx)) return;
  const today = dayOf(ctx.now());
  const days = await ensureTradeDays(trx, today);
  const listedOn = days.at(-3) ?? today;
  await upsertInstruments(
    trx,
    await Promise.all(
      [...inventedCompanies, { ...inventedIndex, board: 'index', isSt: false }].map(async (security) => ({
        code: security.code,
        name: security.name,
        initials: await initialsOf(security.name),
        board: security.board,
        is_st: security.isSt,
        listed_on: 'listedFor' in security && security.listedFor ? listedOn : null,
        delisted_on: null,
        is_invented: true,
      })),
    ),
  );
  const exDay = weekdayOnOrAfter(new Date(Date.parse(`${today}T00:00:00+08:00`) + dividendAheadDays * dayMs));
  await upsertDividends(trx, [
    { code: '697012', ex_day: exDay, cash_per_ten: 3200, bonus_per_ten: 0 },
    { code: '307446', ex_day: exDay, cash_per_ten: 1000, bonus_per_ten: 3000 },
  ]);
  await writeHistory(ctx, trx, days, emptyDays);
}

/** The history has no dividends; the newly listed security joins at its end. */
async function writeHistory(
  ctx: Context,
  trx: Trx,
  days: readonly string[],
  emptyDays: number,
): Promise<void> {
  const { trade } = await readExchangeRules(ctx);
  const closesAt = await loadClosingTimes(ctx);
  const closes = new Map<string, number>();
  const rows: NewDaily[] = [];
  let last: NewDaily[] = [];
  for (const [index, day] of days.slice(0, days.length - emptyDays).entries()) {
    const listedDays = new Map(
      inventedCompanies.flatMap(({ code, listedFor }) =>
        listedFor ? [[code, index + 1 - (days.length - listedFor)] as const] : [],
      ),
    );
    last = withIndex(day, openingsByRules(trade, day, { closes, dividends: new Map(), listedDays }), closes);
    for (const { code, close } of last) closes.set(code, close);
    rows.push(...last);
  }
  await upsertDailyQuotes(trx, rows);
  await upsertLatestQuotes(
    trx,
    last.map(({ day, close, ...row }) => ({ ...row, last: close, at: closesAt(day) })),
  );
}

/** Writes a whole day of invented securities up to its close. Deterministic for the same previous days. */
export async function writeInventedDay(ctx: Context, trx: Trx, day: string): Promise<NewDaily[]> {
  const rows = await planInventedDay(ctx, trx, day);
  const closesAt = await loadClosingTimes(ctx);
  await upsertDailyQuotes(trx, rows);
  await upsertLatestQuotes(
    trx,
    rows.map(({ day: _, close, ...row }) => ({ ...row, last: close, at: closesAt(day) })),
  );
  return rows;
}

/** Plans a day of the invented securities and their index. */
export async function planInventedDay(ctx: Context, trx: Trx, day: string): Promise<NewDaily[]> {
  const closes = await listClosesBefore(trx, day);
  return withIndex(day, await readOpenings(ctx, trx, day, closes), closes);
}

function withIndex(
  day: string,
  openings: readonly SecurityOpening[],
  closes: ReadonlyMap<string, number>,
): NewDaily[] {
  const rows = planDay(day, openings);
  const members = rows.map((row, index) => ({ ...row, weight: openings[index]?.company.weight ?? 0 }));
  return [...rows, planIndexDay(day, closes.get(inventedIndex.code) ?? inventedIndex.price, members)];
}

/**
 * Returns the last trade days before today: from the calendar, or weekdays where the calendar does not reach back so
 * far.
 */
async function ensureTradeDays(trx: Trx, today: string): Promise<string[]> {
  const knownDays = await listTradeDaysBefore(trx, today, historyDays);
  if (knownDays.length === historyDays) return knownDays.reverse();
  const days: string[] = [];
  for (let ago = 1; days.length < historyDays; ago += 1) {
    const at = new Date(Date.parse(`${today}T12:00:00+08:00`) - ago * dayMs);
    if (![0, 6].includes(at.getUTCDay())) days.push(dayOf(at));
  }
  await insertTradeDays(trx, days);
  return days.reverse();
}

function weekdayOnOrAfter(at: Date): string {
  const day = dayOf(at);
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const daysLater = weekday === 6 ? 2 : weekday === 0 ? 1 : 0;
  return dayOf(new Date(at.getTime() + daysLater * dayMs));
}
