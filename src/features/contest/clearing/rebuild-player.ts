import { amountOf } from '../rules/prices.ts';
import { drawdownOf, returnOf, winRateOf } from '../rules/standings.ts';
import type { LoggedEntry, StoredFill } from './recompute-queries.ts';

/** A player's state at the close of a day according to the log; money in fen. */
export type RebuiltDay = {
  day: string;
  cash: number;
  marketValue: number;
  peak: number;
  drawdownPpm: number;
  sales: number;
  won: number;
};

export type RebuiltHolding = {
  quantity: number;
  frozenQuantity: number;
  cost: number;
  /** The day of the last purchase, and the shares bought on it. */
  boughtOn: string | null;
  boughtQuantity: number;
};

export type RebuiltPlayer = {
  cash: number;
  frozenCash: number;
  holdings: Map<string, RebuiltHolding>;
  days: RebuiltDay[];
};

/** Returns the close of a code on a day, or the last close before it. */
export type CloseOf = (code: string, day: string) => number;

/** Replays a player's log from the start, using only the log, the fills and the closes. */
export function rebuildPlayer(
  entries: readonly LoggedEntry[],
  fills: readonly StoredFill[],
  days: readonly string[],
  startingCash: number,
  closeOf: CloseOf,
): RebuiltPlayer {
  const player: RebuiltPlayer = { cash: 0, frozenCash: 0, holdings: new Map(), days: [] };
  const sold = fills
    .filter(({ side }) => side === 'sell')
    .sort((one, other) => (one.day < other.day ? -1 : 1));
  const totals = { peak: startingCash, drawdownPpm: 0, sales: 0, won: 0 };
  let entryIndex = 0;
  const firstDay = entries[0]?.day ?? '';
  for (const day of days) {
    while (entryIndex < entries.length && (entries[entryIndex]?.day ?? '') <= day) {
      applyEntry(player, entries[entryIndex]);
      entryIndex += 1;
    }
    if (firstDay === '' || day < firstDay) continue;
    const marketValue = marketValueOf(player, day, closeOf);
    const assets = player.cash + marketValue;
    totals.peak = Math.max(totals.peak, assets);
    totals.drawdownPpm = Math.max(totals.drawdownPpm, drawdownOf([totals.peak, assets]));
    for (let nextSale = sold[totals.sales]; nextSale && nextSale.day <= day; nextSale = sold[totals.sales]) {
      totals.sales += 1;
      if (Number(nextSale.profit) > 0) totals.won += 1;
    }
    player.days.push({ day, cash: player.cash, marketValue, ...totals });
  }
  for (const entry of entries.slice(entryIndex)) applyEntry(player, entry);
  return player;
}

const emptyHolding: RebuiltHolding = {
  quantity: 0,
  frozenQuantity: 0,
  cost: 0,
  boughtOn: null,
  boughtQuantity: 0,
};

function applyEntry(player: RebuiltPlayer, entry: LoggedEntry | undefined): void {
  if (!entry) return;
  player.cash += Number(entry.cash);
  player.frozenCash += Number(entry.frozen_cash);
  if (entry.code === null) return;
  const held = player.holdings.get(entry.code) ?? emptyHolding;
  const isPurchase = entry.kind === 'buy';
  const boughtSameDay = held.boughtOn === entry.day ? held.boughtQuantity : 0;
  player.holdings.set(entry.code, {
    quantity: held.quantity + entry.quantity,
    frozenQuantity: held.frozenQuantity + entry.frozen_quantity,
    cost: held.cost + Number(entry.cost),
    boughtOn: isPurchase ? entry.day : held.boughtOn,
    boughtQuantity: isPurchase ? boughtSameDay + entry.quantity : held.boughtQuantity,
  });
}

function marketValueOf({ holdings }: RebuiltPlayer, day: string, closeOf: CloseOf): number {
  let value = 0;
  for (const [code, { quantity }] of holdings)
    if (quantity > 0) value += amountOf(closeOf(code, day), quantity);
  return value;
}

export type RebuiltRank = {
  playerId: string;
  returnPpm: number;
  assets: number;
  drawdownPpm: number;
  winRatePpm: number | null;
};

/** Computes a player's line on a board: since the evening of `base`, or since the start without one. */
export function rebuildRank(
  playerId: string,
  { days }: RebuiltPlayer,
  base: string | null,
  startingCash: number,
): RebuiltRank | null {
  const last = days.at(-1);
  if (!last) return null;
  const baseDay = days.find(({ day }) => day === base);
  const assets = last.cash + last.marketValue;
  return {
    playerId,
    returnPpm: returnOf(assets, baseDay ? baseDay.cash + baseDay.marketValue : startingCash),
    assets,
    drawdownPpm: last.drawdownPpm,
    winRatePpm: winRateOf(last.sales, last.won),
  };
}
