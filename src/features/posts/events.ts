/** Pieces that were added, changed, published or withdrawn, as far as listeners need to know them. */
export type PostsChanged = { posts: { id: string; kind: string; columnId: string; authorId: string }[] };

/** Pieces that came out just now, or were added as out already: `publishedAt` may lie far back. */
export type PostsPublished = {
  posts: { id: string; kind: string; columnId: string; authorId: string; publishedAt: Date }[];
};

/** Pieces that were out and are so no more. */
export type PostsWithdrawn = {
  posts: { id: string; kind: string; columnId: string; authorId: string; title: string }[];
};

/**
 * Who opened what; one person and piece may come twice. A visitor has no `memberId`; where they came from is for telling
 * one reader from another, and for nobody to write down.
 */
export type PostsViewed = { views: PostView[]; at: Date };
/** `reader`: who looked, by a mark of the day. `isCounted`: for the first time that day; visitors' others are not told. */
export type PostView = { postId: string; memberId: string | null; reader: Buffer; isCounted: boolean };

declare module '#kernel/events.ts' {
  interface Events {
    'posts.changed': PostsChanged;
    'posts.published': PostsPublished;
    'posts.withdrawn': PostsWithdrawn;
    'posts.viewed': PostsViewed;
  }
}
