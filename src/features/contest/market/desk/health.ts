import type { z } from 'zod';
import type { ContestRules } from '#kernel/config-contest.ts';
import type { Context } from '#kernel/context.ts';
import { cutPage } from '#kernel/http/paging.ts';
import { dayMs, dayOf, toIso } from '#shared/dates.ts';
import { findPull } from '../market-queries.ts';
import { closingOf, isSessionAt, sessionsOn } from '../securities.ts';
import {
  findMarketSums,
  listDayCounts,
  listDeskInstruments,
  listLacking,
  listStaleQuotes,
} from './desk-queries.ts';
import type { instrumentsQuery, MarketHealth, MarketInstrument } from './schema.ts';

const daysLookedAt = 60;
const codesOfGap = 20;
const mostStale = 50;

/** How the market's data stands: what is missing of the last days, what has gone stale, what the last pull brought. */
export async function readHealth(ctx: Context, rules: ContestRules): Promise<MarketHealth> {
  const now = ctx.now();
  const today = dayOf(now);
  const isOver = closingOf(await sessionsOn(ctx, today), today) <= now;
  const until = isOver ? today : dayOf(new Date(now.getTime() - dayMs));
  const [sums, days, isSessionOpen, pull] = await Promise.all([
    findMarketSums(ctx.db, today),
    listDayCounts(ctx.db, until, daysLookedAt),
    isSessionAt(ctx, now),
    findPull(ctx.db),
  ]);
  const stale = isSessionOpen
    ? await listStaleQuotes(ctx.db, new Date(now.getTime() - rules.freshSeconds * 1000), today, mostStale)
    : { count: 0, quotes: [] };
  const gaps = days.filter(({ expected, found }) => found < expected);
  const lacking = Map.groupBy(
    await listLacking(
      ctx.db,
      gaps.map(({ day }) => day),
      codesOfGap,
    ),
    ({ day }) => day,
  );
  const sum = (of: (day: (typeof days)[number]) => number) => days.reduce((all, day) => all + of(day), 0);
  return {
    instruments: sums.instruments,
    from: days.at(-1)?.day ?? null,
    until: days[0]?.day ?? null,
    days: days.length,
    expected: sum(({ expected }) => expected),
    found: sum(({ found }) => found),
    gaps: gaps.map(({ day, expected, found }) => ({
      day,
      missing: expected - found,
      codes: (lacking.get(day) ?? []).map(({ code, name }) => ({ code, name })),
    })),
    isSessionOpen,
    freshSeconds: rules.freshSeconds,
    stale: {
      count: stale.count,
      quotes: stale.quotes.map(({ at, ...named }) => ({ ...named, at: at && toIso(at) })),
    },
    lastQuoteAt: sums.last_at && toIso(sums.last_at),
    lastDailyDay: sums.last_day,
    daysAhead: sums.days_ahead,
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

/** Securities by code; of a keyword those whose code, name or initials begin so. */
export async function readInstruments(
  ctx: Context,
  { keyword = '', cursor = '', size }: z.output<typeof instrumentsQuery>,
): Promise<{ records: MarketInstrument[]; cursor: string | null }> {
  const asked = keyword.normalize('NFKC').trim();
  const rows = await listDeskInstruments(ctx.db, { keyword: asked, after: cursor }, size + 1);
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
