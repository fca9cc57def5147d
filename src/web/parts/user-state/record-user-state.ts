import { isLoggedIn } from '#client/session.ts';
import { beginUserStateRead, type FlagTarget } from '#client/user-state.ts';
import type { PostDetail, PostKind, PostRecord } from '#features/posts/schema.ts';

/**
 * Returns what a collect call takes for a post; every kind but news is collected as an article (docs/product.md §7).
 */
export const postTarget = ({ id, kind }: { id: string; kind: PostKind }): FlagTarget => ({
  of: kind === 'news' ? 'news' : 'article',
  id,
});

export type AuthorFlag = { id: string; followed: boolean; followers?: number };

/** Records the reader's own flags that a page's answers contain, see `recordUserState`. */
export type UserStateRecorder = {
  records: (records: readonly Pick<PostRecord, 'id' | 'kind' | 'collected'>[]) => void;
  post: (post: PostDetail) => void;
  author: (author: AuthorFlag) => void;
  player: (player: { id: string; isFollowed: boolean }) => void;
  stock: (stock: { code: string; watched: boolean }) => void;
};

/**
 * Starts to record the reader's own flags (collected, followed) in the store that all buttons share. Call it before a
 * page loads its data, and call its functions with the answers. Records nothing on the server and for visitors, who
 * have no flags.
 */
export function recordUserState(): UserStateRecorder {
  const isMember = isLoggedIn();
  const apply = beginUserStateRead();
  const author = ({ id, followed, followers }: AuthorFlag) => {
    if (!isMember) return;
    apply({ of: 'author', id }, { isOn: followed, ...(followers !== undefined && { count: followers }) });
  };
  return {
    records: (records) => {
      if (!isMember) return;
      for (const record of records) apply(postTarget(record), { isOn: record.collected });
    },
    post: (post) => {
      if (!isMember) return;
      const { collected, collectId, collects } = post;
      apply(postTarget(post), { isOn: collected, recordId: collectId, count: collects });
      for (const writer of [post.author, ...post.coAuthors]) author(writer);
    },
    author,
    player: ({ id, isFollowed }) => {
      if (isMember) apply({ of: 'player', id }, { isOn: isFollowed });
    },
    stock: ({ code, watched }) => {
      if (isMember) apply({ of: 'stock', id: code }, { isOn: watched });
    },
  };
}
