import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { type PersonalDataPart, readInBatches } from '#kernel/personal-data.ts';
import { toIso } from '#shared/dates.ts';
import {
  deleteFollows,
  detachPlayers,
  exportEntries,
  exportFollows,
  exportOrders,
} from './personal-data-queries.ts';

/** Keeps a deleted member's entries on the boards without a name, since boards are public; deletes their follows. */
export async function onMemberDeleted(
  ctx: Context,
  trx: Trx,
  { memberId }: { memberId: string },
): Promise<void> {
  await deleteFollows(trx, memberId);
  if ((await detachPlayers(trx, memberId)) > 0) await purge(ctx, trx, ['contest']);
}

const toFen = (fen: string | null): number | null => (fen === null ? null : Number(fen));

/** The contest parts of a member's personal data export: entries, orders and follows. */
export const contestPersonalData: readonly PersonalDataPart[] = [
  {
    name: 'contest-entries',
    read: (ctx, memberId) =>
      readInBatches(ctx, memberId, exportEntries, ({ id, season, joined_at, disqualified_at, ...row }) => ({
        key: id,
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
      readInBatches(ctx, memberId, exportOrders, ({ id, placed_at, filled_at, fill_price, ...row }) => ({
        key: id,
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
            amount: toFen(row.amount),
            fees: row.fees,
            profit: toFen(row.profit),
            filledAt: toIso(filled_at),
          },
        },
      })),
  },
  {
    name: 'contest-follows',
    read: (ctx, memberId) =>
      readInBatches(ctx, memberId, exportFollows, ({ player_id, season, created_at }) => ({
        key: player_id,
        row: { playerId: player_id, season, followedAt: toIso(created_at) },
      })),
  },
];
