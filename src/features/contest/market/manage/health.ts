import type { z } from 'zod';
import type { ContestRules } from '#kernel/config-contest.ts';
import type { Context } from '#kernel/context.ts';
import { cutPage } from '#kernel/http/paging.ts';
import { dayMs, dayOf, toIso } from '#shared/dates.ts';
import { findPull } from '../market-queries.ts';
import { closingTimeOf, isSessionOpenAt, sessionsOn } from '../securities.ts';
import {
  findMarketTotals,
  listAdminInstruments,
  listDayCounts,
  listMissingQuotes,
  listStaleQuotes,
} from './admin-queries.ts';
import type { instrumentsQuery, MarketHealth, MarketInstrument } from './schema.ts';

const checkedDays = 60;
const maxCodesPerGap = 20;
const maxStaleQuotes = 50;

/** Returns the health of the market data: gaps in the last days, stale quotes, the result of the last pull. */
export async function readHealth(ctx: Context, rules: ContestRules): Promise<MarketHealth> {
  const now = ctx.now();
  const today = dayOf(now);
  const isMarketClosed = closingTimeOf(await sessionsOn(ctx, today), today) <= now;
  const until = isMarketClosed ? today : dayOf(new Date(now.getTime() - dayMs));
  const [totals, days, isSessionOpen, pull] = await Promise.all([
    findMarketTotals(ctx.db, today),
    listDayCounts(ctx.db, until, checkedDays),
    isSessionOpenAt(ctx, now),
    findPull(ctx.db),
  ]);
  const stale = isSessionOpen
    ? await listStaleQuotes(
        ctx.db,
        new Date(now.getTime() - rules.freshSeconds * 1000),
        today,
        maxStaleQuotes,
      )
    : { count: 0, quotes: [] };
  const gaps = days.filter(({ expected, found }) => found < expected);
  const missingByDay = Map.groupBy(
    await listMissingQuotes(
      ctx.db,
      gaps.map(({ day }) => day),
      maxCodesPerGap,
    ),
    ({ day }) => day,
  );
  const sum = (of: (day: (typeof days)[number]) => number) => days.reduce((all, day) => all + of(day), 0);
  return {
    instruments: totals.instruments,
    from: days.at(-1)?.day ?? null,
    until: days[0]?.day ?? null,
    days: days.length,
    expected: sum(({ expected }) => expected),
    found: sum(({ found }) => found),
    gaps: gaps.map(({ day, expected, found }) => ({
      day,
      missing: expected - found,
      codes: (missingByDay.get(day) ?? []).map(({ code, name }) => ({ code, name })),
    })),
    isSessionOpen,
    freshSeconds: rules.freshSeconds,
    stale: {
      count: stale.count,
      quotes: stale.quotes.map(({ at, ...security }) => ({ ...security, at: at && toIso(at) })),
    },
    lastQuoteAt: totals.last_at && toIso(totals.last_at),
    lastDailyDay: totals.last_day,
    daysAhead: totals.days_ahead,
    generator: rules.generator,
    pull: {
      url: rules.pullUrl,
      everySeconds: rules.pullSeconds,
      last: pull
        ? {
            at: toIso(pull.began_at),
            isOk: pull.is_ok,
            message: pull.message,
            added: pull.added,
            unchanged: pull.unchanged,
            failed: pull.failed,
            nextAt: toIso(pull.next_at),
          }
        : null,
    },
  };
}

/** Lists securities by code, optionally those whose code, name or initials start with a keyword. */
export async function readInstruments(
  ctx: Context,
  { keyword = '', cursor = '', size }: z.output<typeof instrumentsQuery>,
): Promise<{ records: MarketInstrument[]; cursor: string | null }> {
  const searchText = keyword.normalize('NFKC').trim();
  const rows = await listAdminInstruments(ctx.db, { keyword: searchText, after: cursor }, size + 1);
  const { shown, last } = cutPage(rows, size);
  return {
    records: shown.map((row) => ({
      code: row.code,
      name: row.name,
      initials: row.initials,
      board: row.board as MarketInstrument['board'],
      isSt: row.is_st,
      isInvented: row.is_invented,
      listedOn: row.listed_on,
      delistedOn: row.delisted_on,
      last: row.last,
      at: row.at && toIso(row.at),
      lastDay: row.last_day,
    })),
    cursor: last?.code ?? null,
  };
}
