/** Pieces that were added, changed, published or withdrawn, as far as listeners need to know them. */
export type PostsChanged = { posts: { id: string; kind: string; columnId: string; authorId: string }[] };

declare module '#kernel/events.ts' {
  interface Events {
    'posts.changed': PostsChanged;
  }
}
