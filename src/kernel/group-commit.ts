import type { Context } from './context.ts';
import { perTenant } from './per-tenant.ts';

type Batch<B, R> = { content: B; settle: PromiseWithResolvers<R> };

/**
 * Group commit: while one batch of a tenant is being written, the next one gathers. Each caller is answered when the
 * batch with their part has committed, so an acknowledged part survives a crash and a thousand callers cost a handful
 * of writes.
 * @param open an empty batch
 * @param write commits one batch; what it throws rejects every caller of that batch
 */
export function groupCommit<B, R>(open: () => B, write: (ctx: Context, content: B) => Promise<R>) {
  const stateOf = perTenant(() => ({ pending: undefined as Batch<B, R> | undefined, isWriting: false }));

  async function writeBatches(ctx: Context): Promise<void> {
    const state = stateOf(ctx.tenant);
    state.isWriting = true;
    for (let batch = state.pending; batch; batch = state.pending) {
      state.pending = undefined;
      await write(ctx, batch.content).then(batch.settle.resolve, batch.settle.reject);
    }
    state.isWriting = false;
  }

  return (ctx: Context, add: (content: B) => void): Promise<R> => {
    const state = stateOf(ctx.tenant);
    state.pending ??= { content: open(), settle: Promise.withResolvers<R>() };
    const { content, settle } = state.pending;
    add(content);
    if (!state.isWriting) void writeBatches(ctx);
    return settle.promise;
  };
}
