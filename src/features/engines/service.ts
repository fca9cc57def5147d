import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import type { PostsChanged } from '#features/posts/events.ts';
import type { Settings } from '#features/settings/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { toCursorPage } from '#kernel/http/paging.ts';
import { toIso } from '#shared/dates.ts';
import { settleMs, usedEngines } from './push-addresses.ts';
import {
  countWaiting,
  findPosts,
  findPush,
  findState,
  listPushes,
  queueAddresses,
  saveState,
} from './queries.ts';
import { type Engine, engineNames, type pushPage, type pushQuery, type states } from './schema.ts';

const waitingCap = 10_000;

/**
 * Queues changed posts for the engines in use, in the transaction of the change. Newer rules of ours are no change of a post,
 * and would use up what an engine takes in a day.
 */
export async function queueChanged(
  ctx: Context,
  trx: Trx,
  settings: Settings,
  { posts, isRecut }: PostsChanged,
): Promise<void> {
  if (isRecut) return;
  const engines = usedEngines(await settings(ctx));
  if (engines.length === 0 || posts.length === 0) return;
  const now = ctx.now();
  await queueAddresses(trx, engines, posts, { now, dueAt: new Date(now.getTime() + settleMs) });
}

/** Returns what waits for each engine, and until when. */
export async function readStates(ctx: Context, settings: Settings): Promise<z.infer<typeof states>> {
  const used = usedEngines(await settings(ctx));
  return Promise.all(
    engineNames.map(async (engine) => {
      const state = await findState(ctx.db, engine);
      const isPaused = state?.retry_at && state.retry_at > ctx.now();
      return {
        engine,
        isOn: used.includes(engine),
        waiting: await countWaiting(ctx.db, engine, waitingCap),
        retryAt: isPaused && state.retry_at ? toIso(state.retry_at) : null,
        remaining: state?.remaining ?? null,
      };
    }),
  );
}

/** Returns the log, newest first. */
export async function readPushes(
  ctx: Context,
  { cursor, size }: z.output<typeof pushQuery>,
): Promise<z.infer<typeof pushPage>> {
  const rows = await listPushes(ctx.db, size + 1, cursor);
  return toCursorPage(rows, size, (row) => ({
    id: row.id,
    engine: row.engine as Engine,
    count: row.addresses.length,
    address: row.addresses[0] ?? '',
    isTaken: row.is_taken,
    answer: row.answer,
    pushedAt: toIso(row.pushed_at),
  }));
}

/**
 * Queues the posts of a push again, at their current addresses, to be pushed at once.
 * @throws notFound; conflict if the engine is switched off
 */
export async function repush(ctx: Context, settings: Settings, id: string): Promise<boolean> {
  const found = await findPush(ctx.db, id);
  if (!found) throw notFound('这次推送的记录已被删除');
  const engine = found.engine as Engine;
  if (!usedEngines(await settings(ctx)).includes(engine)) throw conflict('这个搜索引擎的推送没有打开');
  const ids = found.addresses.flatMap((address) => URL.parse(address)?.searchParams.get('id') ?? []);
  const posts = ids.length > 0 ? await findPosts(ctx.db, ids) : [];
  if (posts.length === 0) throw conflict('这些内容都已删除，没有可以推送的网址');
  const now = ctx.now();
  await inTransaction(ctx, async (trx) => {
    await queueAddresses(
      trx,
      [engine],
      posts.map((post) => ({ id: post.id, columnId: post.column_id })),
      { now, dueAt: now },
    );
    // Staff expect that the engine takes them now.
    await saveState(trx, { engine, failures: 0, retry_at: null, remaining: null });
    await recordAction(ctx, trx, {
      action: 'engine.repush',
      target: `engine:${engine}`,
      after: { count: posts.length },
    });
  });
  return true;
}
