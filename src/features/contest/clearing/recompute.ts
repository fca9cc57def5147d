import type { Context, Trx } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { statutoryFeesOn } from '../market/securities.ts';
import { type FeeRule, feesOf } from '../rules/fees.ts';
import { amountOf } from '../rules/prices.ts';
import { placesOf } from '../rules/standings.ts';
import { findSeason, type SeasonRow } from '../seasons/season-queries.ts';
import { findBaseDays } from './clearing-queries.ts';
import { createDifferenceReporter, type Difference, type ReportDifference } from './differences.ts';
import {
  type CloseOf,
  type RebuiltPlayer,
  type RebuiltRank,
  rebuildPlayer,
  rebuildRank,
} from './rebuild-player.ts';
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

export type RecomputeResult = { players: number; entries: number; differences: Difference[] };

const batchSize = 200;
const periods = ['day', 'week', 'month', 'season'] as const;

/**
 * Rebuilds every portfolio and board of a season from its log and reports where the stored state differs. Changes
 * nothing. @throws notFound
 */
export const recomputeSeason = (ctx: Context, seasonId: string): Promise<RecomputeResult> =>
  // One snapshot, since players go on trading meanwhile.
  ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => recompute(ctx, trx, seasonId));

/** Works through players in batches, since the log of a whole season does not fit in memory. */
async function recompute(ctx: Context, trx: Trx, seasonId: string): Promise<RecomputeResult> {
  const season = await findSeason(trx, seasonId);
  if (!season) throw notFound('没有这个赛季');
  const { cleared_on: lastClearedDay } = season;
  const days = lastClearedDay ? await listClearedDays(trx, season.id) : [];
  const baseDays = lastClearedDay
    ? { ...(await findBaseDays(trx, season, lastClearedDay)), season: null }
    : { day: null, week: null, month: null, season: null };
  const closeOf = await loadCloses(trx, season, days);
  const result: RecomputeResult = { players: 0, entries: 0, differences: [] };
  const boards = new Map<string, RebuiltRank[]>(periods.map((period) => [period, []]));
  for (let after = '0'; ; ) {
    const players = await listPlayers(trx, seasonId, after, batchSize);
    const last = players.at(-1);
    if (!last) break;
    after = last.id;
    const ids = players.map(({ id }) => id);
    const entriesOf = groupByPlayer(await listEntries(trx, ids));
    const fillsOf = groupByPlayer(await listFills(trx, ids));
    const holdingsOf = groupByPlayer(await listStoredHoldings(trx, ids));
    const daysOf = groupByPlayer(await listDays(trx, ids));
    for (const { id, cash, frozen_cash, is_out } of players) {
      const log = { entries: entriesOf.get(id) ?? [], fills: fillsOf.get(id) ?? [] };
      const player = rebuildPlayer(log.entries, log.fills, days, Number(season.starting_cash), closeOf);
      const { report, end } = createDifferenceReporter(id, result.differences);
      report('资金', cash, player.cash);
      report('冻结资金', frozen_cash, player.frozenCash);
      compareHoldings(player, holdingsOf.get(id) ?? [], report);
      compareDays(player, daysOf.get(id) ?? [], report);
      await compareFills(ctx, season, log, report);
      end();
      if (!is_out)
        for (const period of periods) {
          const line = rebuildRank(id, player, baseDays[period], Number(season.starting_cash));
          if (line) boards.get(period)?.push(line);
        }
      result.players += 1;
      result.entries += log.entries.length;
    }
  }
  await compareRanks(trx, seasonId, boards, result);
  return result;
}

function compareHoldings(
  { holdings }: RebuiltPlayer,
  storedRows: Awaited<ReturnType<typeof listStoredHoldings>>,
  report: ReportDifference,
): void {
  const stored = new Map(storedRows.map((row) => [row.code, row]));
  for (const code of new Set([...holdings.keys(), ...stored.keys()])) {
    const [row, rebuiltHolding] = [stored.get(code), holdings.get(code)];
    report(`持仓 ${code} 数量`, row?.quantity ?? 0, rebuiltHolding?.quantity ?? 0);
    report(`持仓 ${code} 冻结数量`, row?.frozen_quantity ?? 0, rebuiltHolding?.frozenQuantity ?? 0);
    report(`持仓 ${code} 成本`, row?.cost ?? 0, rebuiltHolding?.cost ?? 0);
    const formatPurchase = (day: string | null | undefined, quantity = 0) =>
      day ? `${day} ${quantity}` : '无';
    report(
      `持仓 ${code} 最近买入`,
      formatPurchase(row?.bought_on, row?.bought_quantity),
      formatPurchase(rebuiltHolding?.boughtOn, rebuiltHolding?.boughtQuantity),
    );
  }
}

function compareDays(
  player: RebuiltPlayer,
  storedDays: Awaited<ReturnType<typeof listDays>>,
  report: ReportDifference,
): void {
  const stored = new Map(storedDays.map((row) => [row.day, row]));
  report('资产曲线的天数', storedDays.length, player.days.length);
  for (const day of player.days) {
    const row = stored.get(day.day);
    if (!row) continue;
    report(`${day.day} 资金`, row.cash, day.cash);
    report(`${day.day} 市值`, row.market_value, day.marketValue);
    report(`${day.day} 最高资产`, row.peak, day.peak);
    report(`${day.day} 最大回撤`, row.drawdown_ppm, day.drawdownPpm);
    report(`${day.day} 卖出笔数`, row.sales, day.sales);
    report(`${day.day} 盈利笔数`, row.won, day.won);
  }
}

/** Checks that each fill follows from its price, quantity and the fee rules, and that the log moved that much. */
async function compareFills(
  ctx: Context,
  season: SeasonRow,
  { entries, fills }: { entries: readonly LoggedEntry[]; fills: readonly StoredFill[] },
  report: ReportDifference,
): Promise<void> {
  const tradeEntries = new Map(
    entries.filter(({ kind }) => kind === 'buy' || kind === 'sell').map((entry) => [entry.order_id, entry]),
  );
  report('成交笔数', fills.length, tradeEntries.size);
  for (const fill of fills) {
    const rule: FeeRule = {
      ...(await statutoryFeesOn(ctx, fill.day)),
      commissionPpm: season.commission_ppm,
      commissionLeast: season.commission_least,
    };
    const amount = amountOf(fill.price, fill.quantity);
    const fees = feesOf(fill.side, amount, rule);
    report(`成交 ${fill.order_id} 金额`, fill.amount, amount);
    report(`成交 ${fill.order_id} 费用`, fill.commission + fill.stamp + fill.transfer, fees.total);
    const cash = fill.side === 'buy' ? -(amount + fees.total) : amount - fees.total;
    report(`成交 ${fill.order_id} 收付`, tradeEntries.get(fill.order_id)?.cash ?? 0, cash);
  }
}

async function compareRanks(
  trx: Trx,
  seasonId: string,
  boards: ReadonlyMap<string, RebuiltRank[]>,
  result: RecomputeResult,
): Promise<void> {
  const storedRanks = new Map(
    (await listRanks(trx, seasonId)).map((row) => [`${row.period}/${row.player_id}`, row]),
  );
  for (const [period, lines] of boards) {
    const places = placesOf(lines, ({ returnPpm }) => returnPpm);
    for (const line of lines) {
      const row = storedRanks.get(`${period}/${line.playerId}`);
      storedRanks.delete(`${period}/${line.playerId}`);
      const formatRank = (parts: unknown[]) => parts.join(' ');
      const stored = row
        ? formatRank([row.place, row.return_ppm, row.assets, row.drawdown_ppm, row.win_rate_ppm])
        : '没有';
      const rebuilt = formatRank([
        places.get(line),
        line.returnPpm,
        line.assets,
        line.drawdownPpm,
        line.winRatePpm,
      ]);
      if (stored !== rebuilt)
        result.differences.push({ playerId: line.playerId, what: `排名 ${period}`, kept: stored, rebuilt });
    }
  }
  for (const row of storedRanks.values())
    result.differences.push({
      playerId: row.player_id,
      what: `排名 ${row.period}`,
      kept: '有',
      rebuilt: '没有',
    });
}

/** Loads the closes by code and cleared day; a day without a close takes the last one before it. */
async function loadCloses(trx: Trx, season: SeasonRow, days: readonly string[]): Promise<CloseOf> {
  const closes = await listCloses(trx, season, days.at(-1) ?? season.ends_on);
  const lastPrices = await listLastPrices(trx);
  const byCode = Map.groupBy(closes, ({ code }) => code);
  const closesByCode = new Map<string, Map<string, number>>();
  for (const [code, codeCloses] of byCode) {
    const closeByDay = new Map<string, number>();
    let [nextIndex, last] = [0, lastPrices.get(code) ?? 0];
    for (const day of days) {
      for (
        let nextClose = codeCloses[nextIndex];
        nextClose && nextClose.day <= day;
        nextClose = codeCloses[nextIndex]
      ) {
        last = nextClose.close;
        nextIndex += 1;
      }
      closeByDay.set(day, last);
    }
    closesByCode.set(code, closeByDay);
  }
  return (code, day) => closesByCode.get(code)?.get(day) ?? lastPrices.get(code) ?? 0;
}

const groupByPlayer = <T extends { player_id: string }>(rows: readonly T[]): Map<string, T[]> =>
  Map.groupBy(rows, ({ player_id }) => player_id);

type SeasonRecomputeResult = {
  id: string;
  name: string;
  players: number;
  entries: number;
  /** `player` is the player's name; empty for a deleted member. */
  differences: (Difference & { player: string })[];
};

/**
 * Recomputes seasons one by one: all of them, or the one with this id or name. Changes nothing.
 * @throws notFound if none matches
 */
export async function* recomputeSeasons(
  ctx: Context,
  idOrName?: string,
): AsyncGenerator<SeasonRecomputeResult> {
  const seasons = await listSeasonNames(ctx.db, idOrName);
  if (idOrName !== undefined && seasons.length === 0) throw notFound(`没有这个赛季：${idOrName}`);
  for (const { id, name } of seasons) {
    const { players, entries, differences } = await recomputeSeason(ctx, id);
    const names = await listPlayerNames(ctx.db, [...new Set(differences.map(({ playerId }) => playerId))]);
    yield {
      id,
      name,
      players,
      entries,
      differences: differences.map((difference) => ({
        ...difference,
        player: names.get(difference.playerId) ?? '',
      })),
    };
  }
}
