import type { MediaDependencies } from '#features/media/index.ts';
import type { FindOffers } from '#features/posts/index.ts';
import type { Settings } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import type { PostSales } from './present.ts';

/**
 * Dependencies that the composition root injects, because sales and readers are known only to features above this one.
 */
export type ReferenceParts = {
  settings: Settings;
  media: MediaDependencies;
  findOffers: FindOffers;
  /** Returns sales by post id; posts without sales may be missing. */
  readSales(ctx: Context, postIds: readonly string[]): Promise<ReadonlyMap<string, PostSales>>;
  /** Yields the purchases of a post for evidence, each as a plain object. */
  readOrders(ctx: Context, postId: string): AsyncIterable<object>;
  readReaders(ctx: Context, postId: string): AsyncIterable<object>;
};
