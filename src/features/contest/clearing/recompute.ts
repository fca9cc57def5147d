import type { Context, Trx } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { publicFeesOn } from '../market/securities.ts';
import { type FeeRule, feesOf } from '../rules/fees.ts';
import { amountOf } from '../rules/prices.ts';
import { placesOf } from '../rules/standings.ts';
import { findSeason, type SeasonRow } from '../seasons/season-queries.ts';
import { findBases } from './clearing-queries.ts';
import { type Difference, type Tell, tellOf } from './differences.ts';
import { type CloseOf, type Rebuilt, type RebuiltRank, rankOf, rebuildPlayer } from './rebuild.ts';
import {
  type LoggedEntry,
  listClearedDays,
  listCloses,
  listDays,
  listEntries,
  listFills,
  listLastPrices,
  listPlayerNames,
  listPlayers,
  listRanks,
  listSeasonNames,
  listStoredHoldings,
  type StoredFill,
} from './recompute-queries.ts';

export type Recomputed = { players: number; entries: number; differences: Difference[] };

const batchSize = 200;
const periods = ['day', 'week', 'month', 'season'] as const;

/**
 * Rebuilds every portfolio and ranking of a season from its log, beside what is kept, and tells where they differ. It
 * changes nothing. @throws notFound
 */
export const recomputeSeason = (ctx: Context, seasonId: string): Promise<Recomputed> =>
  // Of one moment: players go on trading meanwhile.
  ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => recompute(ctx, trx, seasonId));

/** A batch of players after the other: a season's whole log is more than memory should hold. */
async function recompute(ctx: Context, trx: Trx, seasonId: string): Promise<Recomputed> {
  const season = await findSeason(trx, seasonId);
  if (!season) throw notFound('没有这个赛季');
  const { cleared_on: until } = season;
  const days = until ? await listClearedDays(trx, season.id) : [];
  const bases = until
    ? { ...(await findBases(trx, season, until)), season: null }
    : { day: null, week: null, month: null, season: null };
  const closeOf = await readCloses(trx, season, days);
  const found: Recomputed = { players: 0, entries: 0, differences: [] };
  const boards = new Map<string, RebuiltRank[]>(periods.map((period) => [period, []]));
  for (let after = '0'; ; ) {
    const players = await listPlayers(trx, seasonId, after, batchSize);
    const last = players.at(-1);
    if (!last) break;
    after = last.id;
    const ids = players.map(({ id }) => id);
    const entriesOf = byPlayer(await listEntries(trx, ids));
    const fillsOf = byPlayer(await listFills(trx, ids));
    const holdingsOf = byPlayer(await listStoredHoldings(trx, ids));
    const daysOf = byPlayer(await listDays(trx, ids));
    for (const { id, cash, frozen_cash, is_out } of players) {
      const own = { entries: entriesOf.get(id) ?? [], fills: fillsOf.get(id) ?? [] };
      const built = rebuildPlayer(own.entries, own.fills, days, Number(season.starting_cash), closeOf);
      const { tell, end } = tellOf(id, found.differences);
      tell('资金', cash, built.cash);
      tell('冻结资金', frozen_cash, built.frozenCash);
      compareHoldings(built, holdingsOf.get(id) ?? [], tell);
      compareDays(built, daysOf.get(id) ?? [], tell);
      await compareFills(ctx, season, own, tell);
      end();
      if (!is_out)
        for (const period of periods) {
          const line = rankOf(id, built, bases[period], Number(season.starting_cash));
          if (line) boards.get(period)?.push(line);
        }
      found.players += 1;
      found.entries += own.entries.length;
    }
  }
  await compareRanks(trx, seasonId, boards, found);
  return found;
}

function compareHoldings(
  { holdings }: Rebuilt,
  kept: Awaited<ReturnType<typeof listStoredHoldings>>,
  tell: Tell,
): void {
  const stored = new Map(kept.map((row) => [row.code, row]));
  for (const code of new Set([...holdings.keys(), ...stored.keys()])) {
    const [row, built] = [stored.get(code), holdings.get(code)];
    tell(`持仓 ${code} 数量`, row?.quantity ?? 0, built?.quantity ?? 0);
    tell(`持仓 ${code} 冻结数量`, row?.frozen_quantity ?? 0, built?.frozenQuantity ?? 0);
    tell(`持仓 ${code} 成本`, row?.cost ?? 0, built?.cost ?? 0);
    const bought = (day: string | null | undefined, quantity = 0) => (day ? `${day} ${quantity}` : '无');
    tell(
      `持仓 ${code} 最近买入`,
      bought(row?.bought_on, row?.bought_quantity),
      bought(built?.boughtOn, built?.boughtQuantity),
    );
  }
}

function compareDays(built: Rebuilt, kept: Awaited<ReturnType<typeof listDays>>, tell: Tell): void {
  const stored = new Map(kept.map((row) => [row.day, row]));
  tell('资产曲线的天数', kept.length, built.days.length);
  for (const day of built.days) {
    const row = stored.get(day.day);
    if (!row) continue;
    tell(`${day.day} 资金`, row.cash, day.cash);
    tell(`${day.day} 市值`, row.market_value, day.marketValue);
    tell(`${day.day} 最高资产`, row.peak, day.peak);
    tell(`${day.day} 最大回撤`, row.drawdown_ppm, day.drawdownPpm);
    tell(`${day.day} 卖出笔数`, row.sales, day.sales);
    tell(`${day.day} 盈利笔数`, row.won, day.won);
  }
}

/** A fill is what the rules make of its price and quantity, and the log moved exactly that. */
async function compareFills(
  ctx: Context,
  season: SeasonRow,
  { entries, fills }: { entries: readonly LoggedEntry[]; fills: readonly StoredFill[] },
  tell: Tell,
): Promise<void> {
  const moved = new Map(
    entries.filter(({ kind }) => kind === 'buy' || kind === 'sell').map((entry) => [entry.order_id, entry]),
  );
  tell('成交笔数', fills.length, moved.size);
  for (const fill of fills) {
    const rule: FeeRule = {
      ...(await publicFeesOn(ctx, fill.day)),
      commissionPpm: season.commission_ppm,
      commissionLeast: season.commission_least,
    };
    const amount = amountOf(fill.price, fill.quantity);
    const fees = feesOf(fill.side, amount, rule);
    tell(`成交 ${fill.order_id} 金额`, fill.amount, amount);
    tell(`成交 ${fill.order_id} 费用`, fill.commission + fill.stamp + fill.transfer, fees.total);
    const cash = fill.side === 'buy' ? -(amount + fees.total) : amount - fees.total;
    tell(`成交 ${fill.order_id} 收付`, moved.get(fill.order_id)?.cash ?? 0, cash);
  }
}

async function compareRanks(
  trx: Trx,
  seasonId: string,
  boards: ReadonlyMap<string, RebuiltRank[]>,
  found: Recomputed,
): Promise<void> {
  const kept = new Map(
    (await listRanks(trx, seasonId)).map((row) => [`${row.period}/${row.player_id}`, row]),
  );
  for (const [period, lines] of boards) {
    const places = placesOf(lines, ({ returnPpm }) => returnPpm);
    for (const line of lines) {
      const row = kept.get(`${period}/${line.playerId}`);
      kept.delete(`${period}/${line.playerId}`);
      const spell = (parts: unknown[]) => parts.join(' ');
      const stored = row
        ? spell([row.place, row.return_ppm, row.assets, row.drawdown_ppm, row.win_rate_ppm])
        : '没有';
      const rebuilt = spell([
        places.get(line),
        line.returnPpm,
        line.assets,
        line.drawdownPpm,
        line.winRatePpm,
      ]);
      if (stored !== rebuilt)
        found.differences.push({ playerId: line.playerId, what: `排名 ${period}`, kept: stored, rebuilt });
    }
  }
  for (const row of kept.values())
    found.differences.push({
      playerId: row.player_id,
      what: `排名 ${row.period}`,
      kept: '有',
      rebuilt: '没有',
    });
}

/** Closes by code and cleared day, each day without one filled with the last before it. */
async function readCloses(trx: Trx, season: SeasonRow, days: readonly string[]): Promise<CloseOf> {
  const closes = await listCloses(trx, season, days.at(-1) ?? season.ends_on);
  const lasts = await listLastPrices(trx);
  const byCode = Map.groupBy(closes, ({ code }) => code);
  const known = new Map<string, Map<string, number>>();
  for (const [code, own] of byCode) {
    const filled = new Map<string, number>();
    let [next, last] = [0, lasts.get(code) ?? 0];
    for (const day of days) {
      for (let at = own[next]; at && at.day <= day; at = own[next]) {
        last = at.close;
        next += 1;
      }
      filled.set(day, last);
    }
    known.set(code, filled);
  }
  return (code, day) => known.get(code)?.get(day) ?? lasts.get(code) ?? 0;
}

const byPlayer = <T extends { player_id: string }>(rows: readonly T[]): Map<string, T[]> =>
  Map.groupBy(rows, ({ player_id }) => player_id);

type SeasonRecomputed = {
  id: string;
  name: string;
  players: number;
  entries: number;
  /** `player`: what they are called; empty for who is gone. */
  differences: (Difference & { player: string })[];
};

/**
 * Recomputes seasons one after the other: all of them, or the one with this id or name. It changes nothing.
 * @throws notFound where there is none of that name
 */
export async function* recomputeSeasons(ctx: Context, which?: string): AsyncGenerator<SeasonRecomputed> {
  const seasons = await listSeasonNames(ctx.db, which);
  if (which !== undefined && seasons.length === 0) throw notFound(`没有这个赛季：${which}`);
  for (const { id, name } of seasons) {
    const { players, entries, differences } = await recomputeSeason(ctx, id);
    const names = await listPlayerNames(ctx.db, [...new Set(differences.map(({ playerId }) => playerId))]);
    yield {
      id,
      name,
      players,
      entries,
      differences: differences.map((one) => ({ ...one, player: names.get(one.playerId) ?? '' })),
    };
  }
}
