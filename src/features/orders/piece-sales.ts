import type { Context } from '#kernel/context.ts';
import { toIso } from '#shared/dates.ts';
import { listPieceOrders, sumPieceSales } from './piece-sales-queries.ts';

const batch = 1000;

/** How often each piece was sold and what it has brought its author, in fen; a piece that sold nothing is left out. */
export async function salesOfPieces(
  { db }: Context,
  postIds: readonly string[],
): Promise<ReadonlyMap<string, { sales: number; income: number }>> {
  const rows = await sumPieceSales(db, postIds);
  return new Map(rows.map(({ post_id, sales, income }) => [post_id, { sales, income: Number(income) }]));
}

/** Every purchase of a piece, members by number alone; money in fen. */
export async function* readPieceOrders({ db }: Context, postId: string) {
  let after = '0';
  for (;;) {
    const rows = await listPieceOrders(db, postId, after, batch);
    for (const { id, member_id, refunded_amount, is_gift, paid_at, ...row } of rows) {
      after = id;
      yield {
        ...row,
        memberId: member_id,
        refundedAmount: refunded_amount,
        isGift: is_gift,
        paidAt: paid_at ? toIso(paid_at) : null,
      };
    }
    if (rows.length < batch) return;
  }
}
