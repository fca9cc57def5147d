import { requireMemberId } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, unauthenticated } from '#kernel/errors.ts';
import { stockCodeForms } from '#shared/stock-code.ts';
import * as queries from './queries.ts';
import { requireSecurity } from './reads.ts';

/** How many securities a member may watch; one query reads the lists of all of them. */
export const maxWatchedStocks = 200;

/**
 * Adds a security to those the caller watches. May be repeated: the id stays the same.
 * @throws notFound for an unknown security; conflict beyond the limit
 */
export async function addWatchedStock(ctx: Context, typed: string): Promise<{ id: string }> {
  const memberId = requireMemberId(ctx);
  const { code } = (await requireSecurity(ctx, typed)).security;
  return inTransaction(ctx, async (trx) => {
    if (!(await queries.lockWatcher(trx, memberId))) throw unauthenticated();
    const existing = await queries.findWatchedStock(trx, memberId, code);
    if (existing) return existing;
    if ((await queries.countWatchedStocks(trx, memberId)) >= maxWatchedStocks)
      throw conflict(`自选股最多 ${maxWatchedStocks} 只，请先移除一些`);
    return { id: await queries.insertWatchedStock(trx, memberId, code) };
  });
}

/** Removes a security from those the caller watches. May be repeated; also removes a code that became unknown. */
export async function deleteWatchedStock(ctx: Context, typed: string): Promise<true> {
  const memberId = requireMemberId(ctx);
  await inTransaction(ctx, (trx) =>
    queries.deleteWatchedStocks(trx, memberId, [typed, ...stockCodeForms(typed)]),
  );
  return true;
}

export async function onMemberDeleted(
  _: Context,
  trx: Trx,
  { memberId }: { memberId: string },
): Promise<void> {
  await queries.deleteAllOfMember(trx, memberId);
}
