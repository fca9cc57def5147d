import type { MediaParts } from '#features/media/index.ts';
import type { FindOffers } from '#features/posts/index.ts';
import type { Settings } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import type { PieceSales } from './present.ts';

/** What references are given by who puts the house together: sales and readers are known above them. */
export type ReferenceParts = {
  settings: Settings;
  media: MediaParts;
  findOffers: FindOffers;
  /** By piece; one that sold nothing may be left out. */
  salesOf(ctx: Context, postIds: readonly string[]): Promise<ReadonlyMap<string, PieceSales>>;
  /** Purchases and readers of a piece, for evidence, each as a plain object. */
  readOrders(ctx: Context, postId: string): AsyncIterable<object>;
  readReaders(ctx: Context, postId: string): AsyncIterable<object>;
};
