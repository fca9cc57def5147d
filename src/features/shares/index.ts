import type { PostsDeleted, PostsWithdrawn } from '#features/posts/events.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { defineFeature } from '#kernel/feature.ts';
import { dropOrphans, dropPictures } from './queries.ts';
import { deleteDroppedPictures, type ShareParts } from './service.ts';

export { readSharePicture, saveSharePicture } from './service.ts';

const onGone = (ctx: Context, trx: Trx, { posts }: PostsWithdrawn | PostsDeleted) =>
  dropPictures(
    trx,
    posts.map(({ id }) => id),
    ctx.now(),
  );

/** The drawn pictures of posts for shared links (`src/features/shares`). */
export const feature = defineFeature({
  name: 'shares',
  listeners: { 'posts.withdrawn': onGone, 'posts.deleted': onGone },
  jobs: (parts: ShareParts) => [
    {
      name: 'shares-delete',
      everyMs: 10_000,
      run: (ctx, { signal }) => deleteDroppedPictures(ctx, parts, signal),
    },
    { name: 'shares-orphans', cron: '27 4 * * *', run: (ctx) => dropOrphans(ctx.db, ctx.now()) },
  ],
  tables: { installation: ['share_pictures'] },
});
