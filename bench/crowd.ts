import { sql } from 'kysely';
import type { PlayersOrder } from '#features/contest/index.ts';
import type { Context } from '#kernel/context.ts';
import type { Bourse, Listed } from './bourse.ts';

type Player = {
  id: string;
  /** In fen: what they can still spend today, and all they had this morning. */
  free: number;
  assets: number;
  /** By the place of a security: what it is worth to them with what they order, and what they may still sell. */
  worth: Map<number, number>;
  sellable: Map<number, number>;
};

/** Players who look at what they have before they order, and now and then make a mistake. */
export type Crowd = {
  /** Looks at what everybody has this morning. */
  wake(): Promise<void>;
  order(): PlayersOrder;
};

/** Securities that a player follows. */
const favourites = 8;
/** The most of one's assets in one security: the season's cap, and a little below it for prices that rise. */
const cap = 0.38;
/** So many orders are mistaken: a single share, half a tick, a price beyond the limits. */
const mistakes = 0.01;

export function gatherCrowd(
  { db }: Context,
  { seasonId, bourse, random }: { seasonId: string; bourse: Bourse; random: () => number },
): Crowd {
  const { listed } = bourse;
  const placeOf = new Map(listed.map(({ code }, place) => [code, place]));
  const upTo = (count: number) => Math.floor(random() * count);
  let players: Player[] = [];

  return {
    async wake() {
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
        const [player, place] = [byId.get(player_id), placeOf.get(code)];
        if (!player || place === undefined) continue;
        const worth = Math.round(((listed[place]?.last ?? 0) * quantity) / 10);
        player.assets += worth;
        player.worth.set(place, worth);
        player.sellable.set(place, quantity);
      }
    },
    order() {
      for (;;) {
        const at = upTo(players.length);
        const player = players[at];
        if (!player) throw new Error('nobody plays');
        const order = random() < 0.5 ? sale(player) : purchase(player, at);
        if (order) return random() < mistakes ? mistaken(order) : order;
      }
    },
  };

  function sale(player: Player): PlayersOrder | null {
    const own = [...player.sellable];
    const [place, sellable] = own[upTo(own.length)] ?? [];
    const one = place === undefined ? undefined : listed[place];
    if (!one || place === undefined || !sellable) return null;
    const part = Math.floor((sellable * random()) / one.step) * one.step;
    // Mostly all of it, odd shares too; less than a lot goes in one piece.
    const quantity = random() < 0.6 || part < one.least ? sellable : part;
    if (quantity === sellable) player.sellable.delete(place);
    else player.sellable.set(place, sellable - quantity);
    return { playerId: player.id, code: one.code, side: 'sell', price: priceOf(one), quantity };
  }

  function purchase(player: Player, at: number): PlayersOrder | null {
    const place = (at * 7 + upTo(favourites) * 13) % listed.length;
    const one = listed[place];
    if (!one) return null;
    const price = priceOf(one);
    const room = player.assets * cap - (player.worth.get(place) ?? 0);
    const wish = Math.min(player.assets * (0.02 + random() * 0.12), player.free * 0.98 - 1_000, room);
    const affordable = Math.floor((wish * 10) / (price ?? one.up));
    if (affordable < one.least) return null;
    const quantity = affordable - ((affordable - one.least) % one.step);
    const cost = Math.ceil(((price ?? one.up) * quantity) / 10);
    player.free -= cost * 1.001 + 1_000;
    player.worth.set(place, (player.worth.get(place) ?? 0) + cost * 1.001);
    return { playerId: player.id, code: one.code, side: 'buy', price, quantity };
  }

  /** A third order at market, the others a few ticks beside the last price. */
  function priceOf({ last, up, down }: Listed): number | null {
    if (random() < 0.33) return null;
    return Math.max(Math.min(last + (upTo(9) - 4) * 10, up), down);
  }

  function mistaken(order: PlayersOrder): PlayersOrder {
    const wrong = upTo(3);
    if (wrong === 0) return { ...order, side: 'buy', quantity: 1 };
    const one = listed[placeOf.get(order.code) ?? 0];
    return { ...order, price: wrong === 1 ? (one?.last ?? 0) + 5 : (one?.up ?? 0) + 10 };
  }
}
