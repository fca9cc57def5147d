import { useEffect, useEffectEvent, useState } from 'react';
import { useIsLoggedIn } from '#client/session.ts';
import { toasts } from '#client/toasts.ts';
import type { Comment } from '#features/comments/schema.ts';
import { useClient } from '../../client-context.ts';
import { useSiteContext } from '../../site.ts';
import { messageOf, silent } from '../use-action.ts';
import { type Load, useLoad } from '../use-load.ts';
import { type MoreState, useMorePages } from '../use-more-pages.ts';
import { watchNews } from '../watch-news.ts';
import {
  addPage,
  addReplies,
  applyEvent,
  type CommentsEvent,
  type CommentsState,
  createCommentsState,
  removeOwn,
  setLike,
} from './comment-state.ts';
import type { CommentSort } from './comments-frame.tsx';

const size = 20;

export type CommentsHandle = {
  data: CommentsState | undefined;
  state: 'loading' | 'failed' | 'ready';
  sort: CommentSort;
  setSort: (sort: CommentSort) => void;
  /** Loads the first page again. */
  reload: () => void;
  /** Loads the next page, at the foot of the list. */
  more: () => void;
  moreState: MoreState['state'];
  /** Loads further replies of a thread. Rejects on failure. */
  moreReplies: (rootId: string, cursor: string) => Promise<void>;
  /** Updates the like optimistically and reverts it on failure. */
  like: (comment: Comment) => void;
  /** @returns whether it succeeded */
  remove: (id: string) => Promise<boolean>;
  change: Load<CommentsState>['change'];
};

/**
 * The comments of a post. They load at once and follow the event stream from then on. `access`
 * is what the reader may read of the post, by which the server decides whether they may write: they load again when it
 * changes, as after a payment.
 */
export function useComments(postId: string, access: string): CommentsHandle {
  const client = useClient();
  const isMember = useIsLoggedIn();
  const [sort, setSort] = useState<CommentSort>('hottest');
  const list = `${postId} ${sort} ${isMember} ${access}`;

  const fetchPage = (query: { cursor?: string; size: string }) =>
    client().call('GET /reception/comment/list', { query: { postId, sort, ...query }, ...silent });

  const first = useLoad(list, async () => createCommentsState(await fetchPage({ size: String(size) })), {
    keepsPrevious: true,
  });
  const { data, error, change, retry } = first;

  useCommentEvents(postId, change);

  // The threads in the previous order stay on screen until the new ones arrive; no page is added to them.
  const { state: moreState, more } = useMorePages(
    list,
    first.isStale ? null : (data?.cursor ?? null),
    (cursor) => fetchPage({ cursor, size: String(size) }),
    (page) => change((current) => addPage(current, page)),
  );

  async function moreReplies(rootId: string, cursor: string) {
    const query = { id: rootId, cursor, size: String(size) };
    const replies = await client().call('GET /reception/comment/replies', { query, ...silent });
    change((current) => addReplies(current, rootId, replies));
  }

  function like({ id, liked, likes }: Comment) {
    const applyLike = (isOn: boolean, count: number) =>
      change((current) => setLike(current, id, isOn, count));
    applyLike(!liked, likes + (liked ? -1 : 1));
    const key = liked ? 'POST /member/unlikeComment' : 'POST /member/likeComment';
    client()
      .call(key, { body: { id }, ...silent })
      .then(
        (answer) => applyLike(!liked, answer.likes),
        (failure) => {
          applyLike(liked, likes);
          toasts.error(messageOf(failure));
        },
      );
  }

  async function remove(id: string) {
    try {
      await client().call('POST /member/deleteComment', { body: { id }, ...silent });
      change((current) => removeOwn(current, id));
      return true;
    } catch (failure) {
      toasts.error(messageOf(failure));
      return false;
    }
  }

  return {
    data,
    state: error ? 'failed' : data ? 'ready' : 'loading',
    sort,
    setSort,
    reload: retry,
    more,
    moreState,
    moreReplies,
    like,
    remove,
    change,
  };
}

type StreamEvent = Partial<CommentsEvent> & { type?: string; postId?: string };

/** Applies events about the post's comments while they are on screen. After a gap in the stream, loads the count. */
function useCommentEvents(postId: string, change: Load<CommentsState>['change']): void {
  const client = useClient();
  const { site } = useSiteContext();
  const address = `${site.apiBase}/reception/liveNews?tenantId=${site.tenantId}&post=${postId}`;
  const onEvent = useEffectEvent((event: StreamEvent) => {
    const { type, total, ...rest } = event;
    if (type === 'comments' && event.postId === postId && total !== undefined)
      change((current) => applyEvent(current, { total, ...rest }));
    return false;
  });
  const refreshTotal = useEffectEvent(() => {
    client()
      .call('GET /reception/comment/list', { query: { postId, size: '1' }, ...silent })
      .then(
        ({ total }) => change((current) => ({ ...current, total })),
        // The next event or the next load corrects the count.
        (failure) => void messageOf(failure),
      );
  });
  useEffect(() => {
    return watchNews<StreamEvent>({
      address,
      isWanted: (event) => onEvent(event),
      onNews: () => refreshTotal(),
    });
  }, [address]);
}
