import type { z } from 'zod';
import type { Context } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { dayOf, toIso } from '#shared/dates.ts';
import type { Candle, ContestQuote, candlesQuery, Instrument, IntradayPoint } from '../schema.ts';
import { findSeasonView } from '../seasons/season-queries.ts';
import {
  findLatestQuote,
  type InstrumentRow,
  listActive,
  listCandles,
  listInstruments,
  listIntraday,
} from './market-queries.ts';
import { securitiesOn } from './securities.ts';

const maxSearchResults = 20;

/**
 * Finds securities of a season by the start of their code or initials, or any part of their name; none for an empty
 * keyword. @throws notFound
 */
export async function searchInstruments(
  ctx: Context,
  { seasonId, keyword = '' }: { seasonId: string; keyword?: string | undefined },
): Promise<Instrument[]> {
  const season = await findSeasonView(ctx.db, seasonId);
  if (!season) throw notFound('没有这个赛季');
  const searchText = keyword.normalize('NFKC').trim();
  if (searchText === '') return [];
  const rows = await listInstruments(
    ctx.db,
    { keyword: searchText, boards: season.boards, withSt: season.with_st },
    maxSearchResults,
  );
  return rows.map(presentInstrument);
}

const maxActive = 10;

/** Lists a season's most traded securities, most traded first. @throws notFound */
export async function readActive(ctx: Context, seasonId: string): Promise<Instrument[]> {
  const season = await findSeasonView(ctx.db, seasonId);
  if (!season) throw notFound('没有这个赛季');
  const rows = await listActive(ctx.db, { boards: season.boards, withSt: season.with_st }, maxActive);
  return rows.map(presentInstrument);
}

/** Returns the current quote of a security. @param freshMs an older quote is marked stale @throws notFound */
export async function readQuote(ctx: Context, code: string, freshMs: number): Promise<ContestQuote> {
  const now = ctx.now();
  const [latest, securities] = await Promise.all([
    findLatestQuote(ctx.db, code),
    securitiesOn(ctx, ctx.db, [code], dayOf(now)),
  ]);
  const security = securities.get(code);
  if (!latest || !security) throw notFound(`没有代码为 ${code} 的证券`);
  const { rule, limits, isSuspended } = security;
  return {
    ...presentInstrument(latest),
    open: latest.open,
    high: latest.high,
    low: latest.low,
    limitUp: limits?.up ?? null,
    limitDown: limits?.down ?? null,
    volume: Number(latest.volume ?? 0),
    amount: Number(latest.amount ?? 0),
    at: latest.at && toIso(latest.at),
    isSuspended,
    isStale: latest.at === null || now.getTime() - latest.at.getTime() > freshMs,
    tick: rule.tick,
    lotLeast: rule.lotLeast,
    lotStep: rule.lotStep,
  };
}

/** Returns the last daily candles of a security or an index, oldest first. @throws notFound */
export async function readCandles(
  ctx: Context,
  { code, size }: z.output<typeof candlesQuery>,
): Promise<Candle[]> {
  await requireInstrument(ctx, code);
  const rows = await listCandles(ctx.db, code, size);
  return rows.reverse().map(({ volume, ...row }) => ({ ...row, volume: Number(volume) }));
}

/** Returns the prices of a security's newest day, one per minute, oldest first. @throws notFound */
export async function readIntraday(ctx: Context, code: string): Promise<IntradayPoint[]> {
  await requireInstrument(ctx, code);
  const rows = await listIntraday(ctx.db, code);
  return rows.map(({ at, last, volume }) => ({ at: toIso(at), last, volume: Number(volume) }));
}

async function requireInstrument(ctx: Context, code: string): Promise<void> {
  if (!(await findLatestQuote(ctx.db, code))) throw notFound(`没有代码为 ${code} 的证券`);
}

const presentInstrument = (row: InstrumentRow): Instrument => ({
  code: row.code,
  name: row.name,
  board: row.board,
  isSt: row.is_st,
  last: row.last,
  previousClose: row.previous_close,
});
