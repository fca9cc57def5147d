import { amountOf } from '../rules/prices.ts';
import { drawdownOf, returnOf, winRateOf } from '../rules/standings.ts';
import type { LoggedEntry, StoredFill } from './recompute-queries.ts';

/** What a player's log says they have at the close of a day; money in fen. */
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
  /** The last day of a purchase, and what came on it. */
  boughtOn: string | null;
  boughtQuantity: number;
};

export type Rebuilt = {
  cash: number;
  frozenCash: number;
  holdings: Map<string, RebuiltHolding>;
  days: RebuiltDay[];
};

/** The close of a code on a day: its own, else the last before it. */
export type CloseOf = (code: string, day: string) => number;

/** Walks a player's log from the start, with nothing but the log, the fills and the closes in hand. */
export function rebuildPlayer(
  entries: readonly LoggedEntry[],
  fills: readonly StoredFill[],
  days: readonly string[],
  startingCash: number,
  closeOf: CloseOf,
): Rebuilt {
  const built: Rebuilt = { cash: 0, frozenCash: 0, holdings: new Map(), days: [] };
  const sold = fills
    .filter(({ side }) => side === 'sell')
    .sort((one, other) => (one.day < other.day ? -1 : 1));
  const so = { peak: startingCash, drawdownPpm: 0, sales: 0, won: 0 };
  let read = 0;
  const from = entries[0]?.day ?? '';
  for (const day of days) {
    while (read < entries.length && (entries[read]?.day ?? '') <= day) {
      apply(built, entries[read]);
      read += 1;
    }
    if (from === '' || day < from) continue;
    const marketValue = worthOf(built, day, closeOf);
    const assets = built.cash + marketValue;
    so.peak = Math.max(so.peak, assets);
    so.drawdownPpm = Math.max(so.drawdownPpm, drawdownOf([so.peak, assets]));
    for (let next = sold[so.sales]; next && next.day <= day; next = sold[so.sales]) {
      so.sales += 1;
      if (Number(next.profit) > 0) so.won += 1;
    }
    built.days.push({ day, cash: built.cash, marketValue, ...so });
  }
  for (const entry of entries.slice(read)) apply(built, entry);
  return built;
}

const nothing: RebuiltHolding = {
  quantity: 0,
  frozenQuantity: 0,
  cost: 0,
  boughtOn: null,
  boughtQuantity: 0,
};

function apply(built: Rebuilt, entry: LoggedEntry | undefined): void {
  if (!entry) return;
  built.cash += Number(entry.cash);
  built.frozenCash += Number(entry.frozen_cash);
  if (entry.code === null) return;
  const held = built.holdings.get(entry.code) ?? nothing;
  const isBought = entry.kind === 'buy';
  const sameDay = held.boughtOn === entry.day ? held.boughtQuantity : 0;
  built.holdings.set(entry.code, {
    quantity: held.quantity + entry.quantity,
    frozenQuantity: held.frozenQuantity + entry.frozen_quantity,
    cost: held.cost + Number(entry.cost),
    boughtOn: isBought ? entry.day : held.boughtOn,
    boughtQuantity: isBought ? sameDay + entry.quantity : held.boughtQuantity,
  });
}

function worthOf({ holdings }: Rebuilt, day: string, closeOf: CloseOf): number {
  let worth = 0;
  for (const [code, { quantity }] of holdings)
    if (quantity > 0) worth += amountOf(closeOf(code, day), quantity);
  return worth;
}

export type RebuiltRank = {
  playerId: string;
  returnPpm: number;
  assets: number;
  drawdownPpm: number;
  winRatePpm: number | null;
};

/** A player's line on a board: since the evening of `base`, since the start where there is none. */
export function rankOf(
  playerId: string,
  { days }: Rebuilt,
  base: string | null,
  startingCash: number,
): RebuiltRank | null {
  const last = days.at(-1);
  if (!last) return null;
  const then = days.find(({ day }) => day === base);
  const assets = last.cash + last.marketValue;
  return {
    playerId,
    returnPpm: returnOf(assets, then ? then.cash + then.marketValue : startingCash),
    assets,
    drawdownPpm: last.drawdownPpm,
    winRatePpm: winRateOf(last.sales, last.won),
  };
}
