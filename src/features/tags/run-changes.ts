import { retagPosts } from '#features/posts/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { whileLeased } from '#kernel/db/queue.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import {
  addProgress,
  claimTagChange,
  finishTagChange,
  type TagChangeRow,
  tagChangeQueue,
} from './change-queries.ts';
import { forgetNames, lockTagNames } from './queries.ts';

/** Posts per transaction: a tenth of a second, for which an editor who saves one of them waits. */
const defaultBatchSize = 200;
/** Stops retrying a change that ends the process each time. */
const maxAttempts = 20;

type RunOptions = {
  /** Aborted when the worker stops; the next run continues. */
  signal?: AbortSignal | undefined;
  batchSize?: number;
  /** Called after each committed batch. */
  onBatch?: () => void;
};

/**
 * Applies the oldest queued change to all posts, in batches of one transaction each. A process that dies loses at most
 * the batch it was at; what is left to do is found in the posts themselves.
 * @returns false if none is queued
 */
export async function runNextTagChange(ctx: Context, options: RunOptions = {}): Promise<boolean> {
  const change = await claimTagChange(ctx);
  if (!change) return false;
  const run = async () => {
    if (change.attempts > maxAttempts) await finishTagChange(ctx.db, change, 'failed', ctx.now());
    else await runChange(ctx, change, options);
  };
  await whileLeased(ctx, tagChangeQueue, change, run, options.signal);
  return true;
}

async function runChange(
  ctx: Context,
  change: TagChangeRow,
  { signal, batchSize = defaultBatchSize, onBatch }: RunOptions,
): Promise<void> {
  let isDone = false;
  while (!isDone && !signal?.aborted) {
    isDone = await inTransaction(ctx, (trx) => runBatch(ctx, trx, change, batchSize));
    onBatch?.();
  }
}

/** @returns whether the change is complete */
async function runBatch(ctx: Context, trx: Trx, change: TagChangeRow, batchSize: number): Promise<boolean> {
  const count = await retagPosts(ctx, trx, change.names, batchSize);
  if (count === 0) return complete(ctx, trx, change, batchSize);
  if (!(await addProgress(trx, change, count))) throw new Error(`lost the claim of tag change ${change.id}`);
  return false;
}

async function complete(ctx: Context, trx: Trx, change: TagChangeRow, batchSize: number): Promise<boolean> {
  // Under the lock no post is being saved, so a deleted name cannot return after the last look.
  await lockTagNames(trx);
  if ((await retagPosts(ctx, trx, change.names, batchSize)) > 0) return false;
  if (change.kind === 'delete') await forgetNames(trx, change.names, 'deleted');
  await purge(ctx, trx, ['tags']);
  await finishTagChange(trx, change, 'done', ctx.now());
  return true;
}
