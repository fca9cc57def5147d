import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { dayOf } from '#shared/dates.ts';
import { inventedCompanies } from '../market/generator/securities.ts';
import { securitiesOn } from '../market/securities.ts';
import { type Security, sellableOf } from '../rules/check-order.ts';
import { findSeason } from '../seasons/season-queries.ts';
import { type HoldingRow, listHoldings } from '../trading/account-queries.ts';
import { type PlayersOrder, placeOrders } from '../trading/place-orders.ts';
import { type DemoPlayerRow, listDemoPlayers } from './demo-queries.ts';
import { demoPlayers, demoSeason, type Style } from './people.ts';

const styles = new Map(demoPlayers.map(({ mobile, style }) => [mobile, style]));
const mostHeld = 6;
const codes = inventedCompanies.map(({ code }) => code);

/**
 * Lets some of the demo's players order as they please, by the rules like everybody: what is refused is simply not taken.
 * @param eagerness how likely each of them looks at all, against their habit
 * @returns how many orders were taken
 */
export function tradeDemo(
  ctx: Context,
  seasonId: string,
  { random, eagerness }: { random: () => number; eagerness: number },
): Promise<number> {
  return inTransaction(ctx, async (trx) => {
    const season = await findSeason(trx, seasonId);
    if (!season?.is_open) return 0;
    const players = (await listDemoPlayers(trx, demoSeason.name)).filter(
      ({ mobile }) => random() < eagerness * (styles.get(mobile)?.restlessness ?? 0),
    );
    if (players.length === 0) return 0;
    const orders = await wishesOf(ctx, trx, players, random);
    const placed = await placeOrders(ctx, trx, season, orders);
    return placed.filter((answer) => 'orderId' in answer).length;
  });
}

async function wishesOf(
  ctx: Context,
  trx: Trx,
  players: readonly DemoPlayerRow[],
  random: () => number,
): Promise<PlayersOrder[]> {
  const day = dayOf(ctx.now());
  const [securities, holdings] = [
    await securitiesOn(ctx, trx, codes, day),
    await listHoldings(
      trx,
      players.map(({ id }) => id),
    ),
  ];
  return players.flatMap((player) => {
    const held = holdings
      .filter(({ player_id }) => player_id === player.id)
      .sort((one, other) => (one.code < other.code ? -1 : 1));
    const style = styles.get(player.mobile);
    const wish =
      held.length >= mostHeld || (held.length > 0 && random() < 0.4)
        ? saleOf(held, day, securities, random)
        : style && purchaseOf(player, held, style, securities, random);
    return wish ? [{ playerId: player.id, ...wish }] : [];
  });
}

type Wish = Omit<PlayersOrder, 'playerId'>;

function saleOf(
  held: readonly HoldingRow[],
  day: string,
  securities: ReadonlyMap<string, Security>,
  random: () => number,
): Wish | null {
  const row = held[Math.floor(random() * held.length)];
  if (!row) return null;
  const sellable = sellableOf(
    {
      quantity: row.quantity,
      frozenQuantity: row.frozen_quantity,
      boughtOn: row.bought_on,
      boughtQuantity: row.bought_quantity,
      cost: Number(row.cost),
    },
    day,
  );
  if (sellable === 0) return null;
  const half = Math.floor(sellable / 200) * 100;
  const quantity = random() < 0.5 && half >= 200 ? half : sellable;
  return { code: row.code, side: 'sell', price: priceOf(securities.get(row.code), 'sell', random), quantity };
}

function purchaseOf(
  { cash, free }: DemoPlayerRow,
  held: readonly HoldingRow[],
  { boldness }: Style,
  securities: ReadonlyMap<string, Security>,
  random: () => number,
): Wish | null {
  const security = securities.get(codes[Math.floor(random() * codes.length)] ?? '');
  if (!security?.last || security.isSt || held.some(({ code }) => code === security.code)) return null;
  const worth = held.reduce((sum, { quantity, last }) => sum + (quantity * (last ?? 0)) / 10, Number(cash));
  const spent = Math.min(Number(free) * 0.9, worth * boldness * (0.6 + random() * 0.6));
  const { lotLeast, lotStep } = security.rule;
  const affordable = Math.floor((spent * 10) / (security.limits?.up ?? security.last));
  if (affordable < lotLeast) return null;
  const step = Math.max(lotStep, 100);
  return {
    code: security.code,
    side: 'buy',
    price: priceOf(security, 'buy', random),
    quantity: Math.max(Math.floor(affordable / step) * step, lotLeast),
  };
}

/** At market more often than not, else a little better than the last price. */
function priceOf(security: Security | undefined, side: 'buy' | 'sell', random: () => number): number | null {
  if (!security?.last || random() < 0.7) return null;
  const { tick } = security.rule;
  const better = Math.round((security.last * (side === 'buy' ? 0.998 : 1.002)) / tick) * tick;
  if (!security.limits) return better;
  return Math.min(Math.max(better, security.limits.down), security.limits.up);
}
