import { recordAction } from '#features/audit/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { setDisqualified } from '../seasons/disqualify.ts';

type Decision = { playerId: string; reason: string };

/**
 * Takes a player out of their season for a reason that everybody reads on their page.
 * @throws conflict where they are out already; notFound
 */
export async function disqualifyPlayer(ctx: Context, { playerId, reason }: Decision): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const { seasonId } = await setDisqualified(ctx, trx, playerId, reason);
    await recordAction(ctx, trx, {
      action: 'contest.disqualify',
      target: `contest-player:${playerId}`,
      after: { seasonId, reason },
    });
  });
  return true;
}

/** Lets a player back in; why stands in the log alone. @throws conflict where they are not out; notFound */
export async function reinstatePlayer(ctx: Context, { playerId, reason }: Decision): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const { seasonId, reasonBefore } = await setDisqualified(ctx, trx, playerId, null);
    await recordAction(ctx, trx, {
      action: 'contest.reinstate',
      target: `contest-player:${playerId}`,
      before: { seasonId, reason: reasonBefore },
      after: { seasonId, reason },
    });
  });
  return true;
}
