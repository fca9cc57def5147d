import { type MarkTarget, startObserving } from '#client/marks.ts';
import { isLoggedIn } from '#client/session.ts';
import type { PostDetail, PostKind, PostRecord } from '#features/posts/schema.ts';

/** What is collected when a piece is; whatever is not news is collected as an article (seed §7). */
export const pieceTarget = ({ id, kind }: { id: string; kind: PostKind }): MarkTarget => ({
  of: kind === 'news' ? 'news' : 'article',
  id,
});

export type SeenAuthor = { id: string; followed: boolean; followers?: number };

/** What a load saw of its reader's own marks, see `observeMarks`. */
export type MarksSeen = {
  records: (records: readonly Pick<PostRecord, 'id' | 'kind' | 'collected'>[]) => void;
  piece: (piece: PostDetail) => void;
  author: (author: SeenAuthor) => void;
  player: (player: { id: string; isFollowed: boolean }) => void;
};

/**
 * Call it before a page asks for its data, and its functions with the answers: the reader's own marks in them
 * go to the store that all buttons share. On the server and for visitors nothing is noted, for there are none.
 */
export function observeMarks(): MarksSeen {
  const isMember = isLoggedIn();
  const observe = startObserving();
  const author = ({ id, followed, followers }: SeenAuthor) => {
    if (!isMember) return;
    observe({ of: 'author', id }, { isOn: followed, ...(followers !== undefined && { count: followers }) });
  };
  return {
    records: (records) => {
      if (!isMember) return;
      for (const record of records) observe(pieceTarget(record), { isOn: record.collected });
    },
    piece: (piece) => {
      if (!isMember) return;
      const { collected, collectId, collects } = piece;
      observe(pieceTarget(piece), { isOn: collected, recordId: collectId, count: collects });
      author(piece.author);
    },
    author,
    player: ({ id, isFollowed }) => {
      if (isMember) observe({ of: 'player', id }, { isOn: isFollowed });
    },
  };
}
