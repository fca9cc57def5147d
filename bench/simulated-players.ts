import { sql } from 'kysely';
import type { PlayerOrder } from '#features/contest/index.ts';
import type { Context } from '#kernel/context.ts';
import type { ListedSecurity, SimulatedMarket } from './simulated-market.ts';

type SimulatedPlayer = {
  id: string;
  /** In fen: what the player can still spend today, and the total assets this morning. */
  free: number;
  assets: number;
  /** By security index: the value held and ordered, and the shares still sellable. */
  worth: Map<number, number>;
  sellable: Map<number, number>;
};

/** Players who look at their account before they order, and occasionally make a mistake. */
export type SimulatedPlayers = {
  /** Loads everyone's account as of this morning. */
  loadAccounts(): Promise<void>;
  nextOrder(): PlayerOrder;
};

/** Securities that each player trades. */
const favouriteCount = 8;
/** The maximum share of a player's assets in one security: the season's cap, with a margin for rising prices. */
const maxPositionShare = 0.38;
/** The share of invalid orders: a single share, half a tick, a price beyond the limits. */
const mistakeShare = 0.01;

export function createSimulatedPlayers(
  { db }: Context,
  { seasonId, market, random }: { seasonId: string; market: SimulatedMarket; random: () => number },
): SimulatedPlayers {
  const { securities } = market;
  const indexByCode = new Map(securities.map(({ code }, index) => [code, index]));
  const randomBelow = (count: number) => Math.floor(random() * count);
  let players: SimulatedPlayer[] = [];

  return {
    async loadAccounts() {
      const { rows } = await sql<{ id: string; cash: string }>`
        select id, cash from contest_players where season_id = ${seasonId} order by id`.execute(db);
      players = rows.map(({ id, cash }) => {
        const all = Number(cash);
        return { id, free: all, assets: all, worth: new Map(), sellable: new Map() };
      });
      const byId = new Map(players.map((player) => [player.id, player]));
      const held = await sql<{ player_id: string; code: string; quantity: number }>`
        select h.player_id, h.code, h.quantity from contest_holdings h
        join contest_players p on p.id = h.player_id and p.season_id = ${seasonId} where h.quantity > 0`.execute(
        db,
      );
      for (const { player_id, code, quantity } of held.rows) {
        const [player, index] = [byId.get(player_id), indexByCode.get(code)];
        if (!player || index === undefined) continue;
        const worth = Math.round(((securities[index]?.last ?? 0) * quantity) / 10);
        player.assets += worth;
        player.worth.set(index, worth);
        player.sellable.set(index, quantity);
      }
    },
    nextOrder() {
      for (;;) {
        const at = randomBelow(players.length);
        const player = players[at];
        if (!player) throw new Error('no player is enrolled');
        const order = random() < 0.5 ? sale(player) : purchase(player, at);
        if (order) return random() < mistakeShare ? withMistake(order) : order;
      }
    },
  };

  function sale(player: SimulatedPlayer): PlayerOrder | null {
    const own = [...player.sellable];
    const [index, sellable] = own[randomBelow(own.length)] ?? [];
    const one = index === undefined ? undefined : securities[index];
    if (!one || index === undefined || !sellable) return null;
    const partQuantity = Math.floor((sellable * random()) / one.step) * one.step;
    // Usually sells everything, odd lots included; less than a lot is sold as a whole.
    const quantity = random() < 0.6 || partQuantity < one.minQuantity ? sellable : partQuantity;
    if (quantity === sellable) player.sellable.delete(index);
    else player.sellable.set(index, sellable - quantity);
    return { playerId: player.id, code: one.code, side: 'sell', price: priceOf(one), quantity };
  }

  function purchase(player: SimulatedPlayer, at: number): PlayerOrder | null {
    const index = (at * 7 + randomBelow(favouriteCount) * 13) % securities.length;
    const one = securities[index];
    if (!one) return null;
    const price = priceOf(one);
    const capRoom = player.assets * maxPositionShare - (player.worth.get(index) ?? 0);
    const budget = Math.min(player.assets * (0.02 + random() * 0.12), player.free * 0.98 - 1_000, capRoom);
    const affordable = Math.floor((budget * 10) / (price ?? one.up));
    if (affordable < one.minQuantity) return null;
    const quantity = affordable - ((affordable - one.minQuantity) % one.step);
    const cost = Math.ceil(((price ?? one.up) * quantity) / 10);
    player.free -= cost * 1.001 + 1_000;
    player.worth.set(index, (player.worth.get(index) ?? 0) + cost * 1.001);
    return { playerId: player.id, code: one.code, side: 'buy', price, quantity };
  }

  /** A third of the orders are at market, the others a few ticks from the last price. */
  function priceOf({ last, up, down }: ListedSecurity): number | null {
    if (random() < 0.33) return null;
    return Math.max(Math.min(last + (randomBelow(9) - 4) * 10, up), down);
  }

  function withMistake(order: PlayerOrder): PlayerOrder {
    const mistakeKind = randomBelow(3);
    if (mistakeKind === 0) return { ...order, side: 'buy', quantity: 1 };
    const one = securities[indexByCode.get(order.code) ?? 0];
    return { ...order, price: mistakeKind === 1 ? (one?.last ?? 0) + 5 : (one?.up ?? 0) + 10 };
  }
}
