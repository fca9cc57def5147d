import { columnRows } from '#features/columns/index.ts';
import type { Context, Database, Trx } from '#kernel/context.ts';
import { findPlan } from './plan-queries.ts';
import { findPieceTitle } from './redeem-queries.ts';

/** Whether what a coupon or a code is for exists: a plan of VIP, a column, a piece. Without one it is for all. */
export async function isThere(
  ctx: Context,
  db: Database | Trx,
  { scope, targetId }: { scope: string; targetId: string | null },
): Promise<boolean> {
  if (targetId === null) return true;
  if (scope === 'column') return (await columnRows(ctx)).some(({ id }) => id === targetId);
  if (scope === 'vip') return (await findPlan(db, targetId))?.scope === 'vip';
  return (await findPieceTitle(db, targetId)) !== undefined;
}
