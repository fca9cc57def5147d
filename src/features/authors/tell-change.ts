import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { authorTag } from '#shared/cache-tags.ts';
import type {} from './events.ts';

/** Purges what shows an author; the listener of `posts` purges the lists and pages of their published posts. */
export async function tellChange(ctx: Context, trx: Trx, id: string): Promise<void> {
  await ctx.events.emit(ctx, trx, 'authors.changed', { id });
  await purge(ctx, trx, [authorTag(id)]);
}
