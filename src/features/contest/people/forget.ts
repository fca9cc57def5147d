import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inBatches, type PersonalDataPart } from '#kernel/personal-data.ts';
import { toIso } from '#shared/dates.ts';
import {
  deleteFollows,
  detachPlayers,
  exportEntries,
  exportFollows,
  exportOrders,
} from './people-queries.ts';

/** A deleted member's entries play on without a name, for a board is everybody's; whom they followed is forgotten. */
export async function forgetMemberContest(
  ctx: Context,
  trx: Trx,
  { memberId }: { memberId: string },
): Promise<void> {
  await deleteFollows(trx, memberId);
  if ((await detachPlayers(trx, memberId)) > 0) await purge(ctx, trx, ['contest']);
}

const money = (fen: string | null): number | null => (fen === null ? null : Number(fen));

/** What a member has, ordered and follows in the simulated contest, for their own copy of their data. */
export const contestData: readonly PersonalDataPart[] = [
  {
    name: 'contest-entries',
    read: (ctx, memberId) =>
      inBatches(ctx, memberId, exportEntries, ({ id, season, joined_at, disqualified_at, ...row }) => ({
        place: id,
        row: {
          id,
          season,
          joinedAt: toIso(joined_at),
          cash: Number(row.cash),
          frozenCash: Number(row.frozen_cash),
          holdings: row.holdings,
          disqualifiedAt: disqualified_at && toIso(disqualified_at),
          reason: row.reason,
        },
      })),
  },
  {
    name: 'contest-orders',
    read: (ctx, memberId) =>
      inBatches(ctx, memberId, exportOrders, ({ id, placed_at, filled_at, fill_price, ...row }) => ({
        place: id,
        row: {
          id,
          season: row.season,
          code: row.code,
          side: row.side,
          price: row.price,
          quantity: row.quantity,
          state: row.state,
          placedAt: toIso(placed_at),
          fill: filled_at && {
            price: fill_price,
            amount: money(row.amount),
            fees: row.fees,
            profit: money(row.profit),
            filledAt: toIso(filled_at),
          },
        },
      })),
  },
  {
    name: 'contest-follows',
    read: (ctx, memberId) =>
      inBatches(ctx, memberId, exportFollows, ({ player_id, season, created_at }) => ({
        place: player_id,
        row: { playerId: player_id, season, followedAt: toIso(created_at) },
      })),
  },
];
