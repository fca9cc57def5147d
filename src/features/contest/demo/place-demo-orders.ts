import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { dayOf } from '#shared/dates.ts';
import { inventedCompanies } from '../market/generator/invented-securities.ts';
import { securitiesOn } from '../market/securities.ts';
import { type Security, sellableQuantity } from '../rules/check-order.ts';
import { findSeason } from '../seasons/season-queries.ts';
import { type HoldingRow, listHoldings } from '../trading/account-queries.ts';
import { type PlayerOrder, placeOrders } from '../trading/place-orders.ts';
import { demoPlayers, demoSeason, type TradingStyle } from './demo-players.ts';
import { type DemoPlayerRow, listDemoPlayers } from './demo-queries.ts';

const styleByMobile = new Map(demoPlayers.map(({ mobile, style }) => [mobile, style]));
const maxHoldings = 6;
const codes = inventedCompanies.map(({ code }) => code);

/**
 * Places random orders for some of the demo players, by the rules that apply to everyone; rejected orders are ignored.
 * @param tradeProbability probability that a player considers a trade, multiplied by the player's `activity`
 * @returns how many orders were placed
 */
export function placeDemoOrders(
  ctx: Context,
  seasonId: string,
  { random, tradeProbability }: { random: () => number; tradeProbability: number },
): Promise<number> {
  return inTransaction(ctx, async (trx) => {
    const season = await findSeason(trx, seasonId);
    if (!season?.is_open) return 0;
    const players = (await listDemoPlayers(trx, demoSeason.name)).filter(
      ({ mobile }) => random() < tradeProbability * (styleByMobile.get(mobile)?.activity ?? 0),
    );
    if (players.length === 0) return 0;
    const orders = await draftOrders(ctx, trx, players, random);
    const placed = await placeOrders(ctx, trx, season, orders);
    return placed.filter((result) => 'orderId' in result).length;
  });
}

async function draftOrders(
  ctx: Context,
  trx: Trx,
  players: readonly DemoPlayerRow[],
  random: () => number,
): Promise<PlayerOrder[]> {
  const day = dayOf(ctx.now());
  const [securities, holdings] = [
    await securitiesOn(ctx, trx, codes, day),
    await listHoldings(
      trx,
      players.map(({ id }) => id),
    ),
  ];
  return players.flatMap((player) => {
    const ownHoldings = holdings
      .filter(({ player_id }) => player_id === player.id)
      .sort((one, other) => (one.code < other.code ? -1 : 1));
    const style = styleByMobile.get(player.mobile);
    const draft =
      ownHoldings.length >= maxHoldings || (ownHoldings.length > 0 && random() < 0.4)
        ? draftSale(ownHoldings, day, securities, random)
        : style && draftPurchase(player, ownHoldings, style, securities, random);
    return draft ? [{ playerId: player.id, ...draft }] : [];
  });
}

type DraftOrder = Omit<PlayerOrder, 'playerId'>;

function draftSale(
  ownHoldings: readonly HoldingRow[],
  day: string,
  securities: ReadonlyMap<string, Security>,
  random: () => number,
): DraftOrder | null {
  const row = ownHoldings[Math.floor(random() * ownHoldings.length)];
  if (!row) return null;
  const sellable = sellableQuantity(
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
  return {
    code: row.code,
    side: 'sell',
    price: chooseLimitPrice(securities.get(row.code), 'sell', random),
    quantity,
  };
}

function draftPurchase(
  { cash, free }: DemoPlayerRow,
  ownHoldings: readonly HoldingRow[],
  { purchaseShare }: TradingStyle,
  securities: ReadonlyMap<string, Security>,
  random: () => number,
): DraftOrder | null {
  const security = securities.get(codes[Math.floor(random() * codes.length)] ?? '');
  if (!security?.last || security.isSt || ownHoldings.some(({ code }) => code === security.code)) return null;
  const assets = ownHoldings.reduce(
    (sum, { quantity, last }) => sum + (quantity * (last ?? 0)) / 10,
    Number(cash),
  );
  const budget = Math.min(Number(free) * 0.9, assets * purchaseShare * (0.6 + random() * 0.6));
  const { lotLeast, lotStep } = security.rule;
  const affordable = Math.floor((budget * 10) / (security.limits?.up ?? security.last));
  if (affordable < lotLeast) return null;
  const step = Math.max(lotStep, 100);
  return {
    code: security.code,
    side: 'buy',
    price: chooseLimitPrice(security, 'buy', random),
    quantity: Math.max(Math.floor(affordable / step) * step, lotLeast),
  };
}

/** More often at market than not, else slightly better than the last price. */
function chooseLimitPrice(
  security: Security | undefined,
  side: 'buy' | 'sell',
  random: () => number,
): number | null {
  if (!security?.last || random() < 0.7) return null;
  const { tick } = security.rule;
  const limitPrice = Math.round((security.last * (side === 'buy' ? 0.998 : 1.002)) / tick) * tick;
  if (!security.limits) return limitPrice;
  return Math.min(Math.max(limitPrice, security.limits.down), security.limits.up);
}
