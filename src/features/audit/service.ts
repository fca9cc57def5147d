import type { Context, Trx } from '#kernel/context.ts';
import { insertEntry } from './queries.ts';

/**
 * Writes down what the acting member did, in the transaction that does it. `target` is `<thing>:<id>`; `before` and
 * `after` hold what changed, never secrets.
 */
export async function recordAction(
  { actor }: Pick<Context, 'actor'>,
  trx: Trx,
  { action, target, before, after }: { action: string; target: string; before?: unknown; after?: unknown },
): Promise<void> {
  const member_id = actor.kind === 'member' ? actor.memberId : null;
  await insertEntry(trx, { member_id, action, target, before, after });
}
