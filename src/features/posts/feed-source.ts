import type { Context } from '#kernel/context.ts';
import type { CacheTag } from '#shared/cache-tags.ts';
import type { SyndicatedPost } from './syndication.ts';

/** The number of posts in a feed; older posts are only on the site. */
export const feedSize = 30;

export type FeedContext = {
  ctx: Context;
  siteName: string;
  description: string;
  /** The columns whose pages open without a log-in. */
  openColumns: ReadonlySet<string>;
};

/** What a feed contains. `folder` is its address without `/feed.xml`. */
export type FeedContent = {
  title: string;
  description: string;
  page: string;
  folder: string;
  posts: readonly SyndicatedPost[];
};

export type FeedSource = {
  /** The pattern of `folder`. */
  path: string;
  /** Cache tags beside those of every feed. */
  tags?: (key: string) => CacheTag[];
  /** @returns null for what has no feed */
  read: (from: FeedContext, key: string) => Promise<FeedContent | null>;
};

declare module '#kernel/feature.ts' {
  interface SiteParts {
    /** Feeds beside those of the site, its columns, tags and authors; only of posts as a visitor may read them. */
    feeds?: readonly FeedSource[];
  }
}
