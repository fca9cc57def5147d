import type { Context, Trx } from '#kernel/context.ts';
import { dayMs, dayOf } from '#shared/dates.ts';
import {
  insertTradeDays,
  keepLatest,
  type NewDaily,
  upsertDaily,
  upsertDividends,
  upsertInstruments,
} from '../import/import-queries.ts';
import { initialsOf } from '../import/instruments.ts';
import { closingsOf, readTables } from '../securities.ts';
import { hasInvented, listClosesBefore, listDaysBefore } from './generator-queries.ts';
import { indexDay, planDay, type Standing } from './plan-day.ts';
import { inventedCompanies, inventedIndex } from './securities.ts';
import { standingsBy, standingsOn } from './standings.ts';

/** Trade days of history that a chart has to show from the first minute. */
const historyDays = 90;
/** How far ahead the one dividend is that players can wait for. */
const dividendAheadDays = 3;

/**
 * Invents the securities with 90 trade days behind them, once; the last `unplayed` of them stay empty, for who plays them
 * out (see the demo season).
 */
export async function plantInvented(ctx: Context, trx: Trx, unplayed: number): Promise<void> {
  if (await hasInvented(trx)) return;
  const today = dayOf(ctx.now());
  const days = await ensureDays(trx, today);
  const listed = days.at(-3) ?? today;
  await upsertInstruments(
    trx,
    await Promise.all(
      [...inventedCompanies, { ...inventedIndex, board: 'index', isSt: false }].map(async (one) => ({
        code: one.code,
        name: one.name,
        initials: await initialsOf(one.name),
        board: one.board,
        is_st: one.isSt,
        listed_on: 'listedFor' in one && one.listedFor ? listed : null,
        delisted_on: null,
        is_invented: true,
      })),
    ),
  );
  const exDay = weekdayFrom(new Date(Date.parse(`${today}T00:00:00+08:00`) + dividendAheadDays * dayMs));
  await upsertDividends(trx, [
    { code: '991002', ex_day: exDay, cash_per_ten: 3200, bonus_per_ten: 0 },
    { code: '993001', ex_day: exDay, cash_per_ten: 1000, bonus_per_ten: 3000 },
  ]);
  await writeHistory(ctx, trx, days, unplayed);
}

/** Nothing was paid in it, and what is newly listed came at its end. */
async function writeHistory(
  ctx: Context,
  trx: Trx,
  days: readonly string[],
  unplayed: number,
): Promise<void> {
  const { trade } = await readTables(ctx);
  const closesAt = await closingsOf(ctx);
  const closes = new Map<string, number>();
  const rows: NewDaily[] = [];
  let last: NewDaily[] = [];
  for (const [place, day] of days.slice(0, days.length - unplayed).entries()) {
    const listedDays = new Map(
      inventedCompanies.flatMap(({ code, listedFor }) =>
        listedFor ? [[code, place + 1 - (days.length - listedFor)] as const] : [],
      ),
    );
    last = withIndex(day, standingsBy(trade, day, { closes, dividends: new Map(), listedDays }), closes);
    for (const { code, close } of last) closes.set(code, close);
    rows.push(...last);
  }
  await upsertDaily(trx, rows);
  await keepLatest(
    trx,
    last.map(({ day, close, ...row }) => ({ ...row, last: close, at: closesAt(day) })),
  );
}

/** Writes a whole day of invented securities, as it ends. Always the same for the same days before it. */
export async function writeDay(ctx: Context, trx: Trx, day: string): Promise<NewDaily[]> {
  const rows = await planned(ctx, trx, day);
  const closesAt = await closingsOf(ctx);
  await upsertDaily(trx, rows);
  await keepLatest(
    trx,
    rows.map(({ day: _, close, ...row }) => ({ ...row, last: close, at: closesAt(day) })),
  );
  return rows;
}

/** A day of invented securities and their index, as it will go. */
export async function planned(ctx: Context, trx: Trx, day: string): Promise<NewDaily[]> {
  const closes = await listClosesBefore(trx, day);
  return withIndex(day, await standingsOn(ctx, trx, day, closes), closes);
}

function withIndex(
  day: string,
  standings: readonly Standing[],
  closes: ReadonlyMap<string, number>,
): NewDaily[] {
  const rows = planDay(day, standings);
  const members = rows.map((row, place) => ({ ...row, weight: standings[place]?.company.weight ?? 0 }));
  return [...rows, indexDay(day, closes.get(inventedIndex.code) ?? inventedIndex.price, members)];
}

/** The last trade days before today: the calendar's, or where it has none so far back, the weekdays. */
async function ensureDays(trx: Trx, today: string): Promise<string[]> {
  const known = await listDaysBefore(trx, today, historyDays);
  if (known.length === historyDays) return known.reverse();
  const days: string[] = [];
  for (let ago = 1; days.length < historyDays; ago += 1) {
    const at = new Date(Date.parse(`${today}T12:00:00+08:00`) - ago * dayMs);
    if (![0, 6].includes(at.getUTCDay())) days.push(dayOf(at));
  }
  await insertTradeDays(trx, days);
  return days.reverse();
}

function weekdayFrom(at: Date): string {
  const day = dayOf(at);
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const later = weekday === 6 ? 2 : weekday === 0 ? 1 : 0;
  return dayOf(new Date(at.getTime() + later * dayMs));
}
