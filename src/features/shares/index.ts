import type { PostsDeleted, PostsWithdrawn } from '#features/posts/events.ts';
import { brandOf, type Settings } from '#features/settings/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { defineFeature } from '#kernel/feature.ts';
import { drawCode } from './draw-code.ts';
import { drawPost, type PagePath } from './draw-post.ts';
import { dropOrphans, dropPictures } from './queries.ts';
import { serveShare } from './serve-share.ts';
import { deleteDroppedPictures, type ShareParts } from './service.ts';

const onGone = (ctx: Context, trx: Trx, { posts }: PostsWithdrawn | PostsDeleted) =>
  dropPictures(
    trx,
    posts.map(({ id }) => id),
    ctx.now(),
  );

/** The drawn pictures of posts for shared links. */
export const feature = defineFeature({
  name: 'shares',
  serve: serveShare,
  extensions: ({ files, settings, pagePath }: ShareParts & { settings: Settings; pagePath: PagePath }) => ({
    drawCard: async (ctx, post, base) => {
      const brand = brandOf((await settings(ctx)).site);
      return drawPost({ files, pagePath }, { ctx, post, brand, base }, 'card');
    },
    drawCode,
  }),
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
