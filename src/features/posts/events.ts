/**
 * Posts that were added, changed, published or withdrawn, with the fields that listeners need. `isRecut`: only what is
 * derived from their texts was made again, by newer rules.
 */
export type PostsChanged = {
  posts: { id: string; kind: string; columnId: string; authorId: string }[];
  isRecut?: boolean;
};

/** Posts that were just published or were imported as published; `publishedAt` may be far in the past. */
export type PostsPublished = {
  posts: { id: string; kind: string; columnId: string; authorId: string; publishedAt: Date }[];
};

/** Posts that were published and are no longer. */
export type PostsWithdrawn = {
  posts: { id: string; kind: string; columnId: string; authorId: string; title: string }[];
};

/** Posts that were published once and were now put into the bin. */
export type PostsDeleted = PostsWithdrawn;

/**
 * Views of posts; a person may view the same post twice. A visitor has no `memberId`; listeners use `reader` only to
 * distinguish readers from one another and must not store it.
 */
export type PostsViewed = { views: PostView[]; at: Date };
/** How a reader reached the site: listeners must not store it as it is. `referrer`: the other site's host, or empty. */
export type Visit = { address: string; userAgent: string; referrer: string };
/**
 * `reader`: a daily pseudonym of the reader. `isCounted`: true for the first view of the day; later views of visitors
 * are not reported.
 */
export type PostView = {
  postId: string;
  memberId: string | null;
  reader: Buffer;
  isCounted: boolean;
  visit: Visit;
};

declare module '#kernel/events.ts' {
  interface Events {
    'posts.changed': PostsChanged;
    'posts.published': PostsPublished;
    'posts.withdrawn': PostsWithdrawn;
    'posts.deleted': PostsDeleted;
    'posts.viewed': PostsViewed;
  }
}
