import { useEffect, useEffectEvent, useState } from 'react';
import { useIsLoggedIn } from '#client/session.ts';
import { toasts } from '#client/toasts.ts';
import type { Comment } from '#features/comments/schema.ts';
import { useClient } from '../../client-context.ts';
import { useSurroundings } from '../../site.ts';
import { messageOf, silent } from '../use-act.ts';
import { type Load, useLoad } from '../use-load.ts';
import { type More, useMore } from '../use-more.ts';
import { watchNews } from '../watch-news.ts';
import {
  addPage,
  addReplies,
  beginTalk,
  dropOwn,
  follow,
  type Moved,
  setLike,
  type Talk,
} from './comment-state.ts';

export type Sort = 'newest' | 'hottest';

/** Threads of a page. */
const size = 20;

export type TalkActs = {
  talk: Talk | undefined;
  state: 'loading' | 'failed' | 'ready';
  sort: Sort;
  setSort: (sort: Sort) => void;
  /** Fetches the first page anew. */
  reload: () => void;
  /** The foot of the list. */
  more: () => void;
  moreState: More['state'];
  /** Further answers of a thread. Rejects when they do not come. */
  moreReplies: (rootId: string, cursor: string) => Promise<void>;
  /** Shows the like at once and takes it back where it fails. */
  like: (comment: Comment) => void;
  /** @returns whether it succeeded */
  remove: (id: string) => Promise<boolean>;
  change: Load<Talk>['change'];
};

/** A piece's comments, from when the reader comes near them (`isOn`), followed by the event stream from then on. */
export function useTalk(postId: string, isOn: boolean): TalkActs {
  const client = useClient();
  const isMember = useIsLoggedIn();
  const [sort, setSort] = useState<Sort>('hottest');
  const list = `${postId} ${sort} ${isMember}`;

  const fetchPage = (query: { cursor?: string; size: string }) =>
    client().call('GET /reception/comment/list', { query: { postId, sort, ...query }, ...silent });

  const first = useLoad(isOn ? list : null, async () => beginTalk(await fetchPage({ size: String(size) })), {
    keepsPrevious: true,
  });
  const { data: talk, fault, change, retry } = first;

  useFollowed(postId, isOn, change);

  // Threads of the order before stay on screen until the others arrive; nothing is added to them.
  const { state: moreState, more } = useMore(
    list,
    first.isStale ? null : (talk?.cursor ?? null),
    (cursor) => fetchPage({ cursor, size: String(size) }),
    (page) => change((now) => addPage(now, page)),
  );

  async function moreReplies(rootId: string, cursor: string) {
    const query = { id: rootId, cursor, size: String(size) };
    const replies = await client().call('GET /reception/comment/replies', { query, ...silent });
    change((now) => addReplies(now, rootId, replies));
  }

  function like({ id, liked, likes }: Comment) {
    const put = (isOn: boolean, count: number) => change((now) => setLike(now, id, isOn, count));
    put(!liked, likes + (liked ? -1 : 1));
    const key = liked ? 'POST /member/unlikeComment' : 'POST /member/likeComment';
    client()
      .call(key, { body: { id }, ...silent })
      .then(
        (answer) => put(!liked, answer.likes),
        (failure) => {
          put(liked, likes);
          toasts.error(messageOf(failure));
        },
      );
  }

  async function remove(id: string) {
    try {
      await client().call('POST /member/deleteComment', { body: { id }, ...silent });
      change((now) => dropOwn(now, id));
      return true;
    } catch (failure) {
      toasts.error(messageOf(failure));
      return false;
    }
  }

  return {
    talk,
    state: fault ? 'failed' : talk ? 'ready' : 'loading',
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

type StreamEvent = Partial<Moved> & { type?: string; postId?: string };

/** Hears what happens to the piece's comments while they are on screen; after a gap the count is asked for. */
function useFollowed(postId: string, isOn: boolean, change: Load<Talk>['change']): void {
  const client = useClient();
  const { site } = useSurroundings();
  const address = `${site.apiBase}/reception/liveNews?tenantId=${site.tenantId}&post=${postId}`;
  const hear = useEffectEvent((event: StreamEvent) => {
    const { type, total, ...moved } = event;
    if (type === 'comments' && event.postId === postId && total !== undefined)
      change((now) => follow(now, { total, ...moved }));
    return false;
  });
  const recount = useEffectEvent(() => {
    client()
      .call('GET /reception/comment/list', { query: { postId, size: '1' }, ...silent })
      .then(
        ({ total }) => change((now) => ({ ...now, total })),
        // The next event or the next look tells.
        (failure) => void messageOf(failure),
      );
  });
  useEffect(() => {
    if (!isOn) return;
    return watchNews<StreamEvent>({ address, isWanted: (event) => hear(event), look: () => recount() });
  }, [address, isOn]);
}
