import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { authorTag } from '#shared/cache-tags.ts';
import type {} from './events.ts';

/** Has everything that shows an author made anew. */
export async function tellChange(ctx: Context, trx: Trx, id: string): Promise<void> {
  await ctx.events.emit(ctx, trx, 'authors.changed', { id });
  // The front page names authors also when none of their pieces stands there.
  await purge(ctx, trx, [authorTag(id), 'posts']);
}
