import type { Context } from './context.ts';
import { perTenant } from './per-tenant.ts';

type Batch<B, R> = { content: B; deferred: PromiseWithResolvers<R> };

/**
 * Group commit: while one batch of a tenant is being written, calls gather in the next one. Each caller's promise
 * resolves when its batch has committed, so an acknowledged change survives a crash, and a thousand callers cost a
 * handful of writes.
 * @param createContent returns an empty batch
 * @param write commits one batch; an error rejects every caller of that batch
 */
export function groupCommit<B, R>(createContent: () => B, write: (ctx: Context, content: B) => Promise<R>) {
  const stateOf = perTenant(() => ({ pending: undefined as Batch<B, R> | undefined, isWriting: false }));

  async function writeBatches(ctx: Context): Promise<void> {
    const state = stateOf(ctx.tenant);
    state.isWriting = true;
    for (let batch = state.pending; batch; batch = state.pending) {
      state.pending = undefined;
      await write(ctx, batch.content).then(batch.deferred.resolve, batch.deferred.reject);
    }
    state.isWriting = false;
  }

  return (ctx: Context, add: (content: B) => void): Promise<R> => {
    const state = stateOf(ctx.tenant);
    state.pending ??= { content: createContent(), deferred: Promise.withResolvers<R>() };
    const { content, deferred } = state.pending;
    add(content);
    if (!state.isWriting) void writeBatches(ctx);
    return deferred.promise;
  };
}
