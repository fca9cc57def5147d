import { type Dispatch, type SetStateAction, useEffect, useEffectEvent, useState } from 'react';
import { useIsLoggedIn } from '#client/session.ts';
import { toasts } from '#client/toasts.ts';
import type { Comment } from '#features/comments/schema.ts';
import { useClient } from '../../client-context.ts';
import { useSurroundings } from '../../site.ts';
import { messageOf, silent } from '../use-act.ts';
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
  moreState: 'idle' | 'loading' | 'failed' | 'end';
  /** Further answers of a thread. Rejects when they do not come. */
  moreReplies: (rootId: string, cursor: string) => Promise<void>;
  /** Shows the like at once and takes it back where it fails. */
  like: (comment: Comment) => void;
  /** @returns whether it succeeded */
  remove: (id: string) => Promise<boolean>;
  change: Dispatch<SetStateAction<Talk | undefined>>;
};

/** A piece's comments, from when the reader comes near them (`isOn`), followed by the event stream from then on. */
export function useTalk(postId: string, isOn: boolean): TalkActs {
  const client = useClient();
  const isMember = useIsLoggedIn();
  const [talk, change] = useState<Talk>();
  const [sort, setSort] = useState<Sort>('hottest');
  const [hasFailed, setHasFailed] = useState(false);
  const [turn, setTurn] = useState(0);
  const [moreState, setMoreState] = useState<'idle' | 'loading' | 'failed'>('idle');

  const list = (query: { cursor?: string; size: string }) =>
    client().call('GET /reception/comment/list', { query: { postId, sort, ...query }, ...silent });

  const fetchFirst = useEffectEvent(() => list({ size: String(size) }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order, person or turn is another list
  useEffect(() => {
    if (!isOn) return;
    let isLeft = false;
    setHasFailed(false);
    fetchFirst().then(
      (page) => {
        if (!isLeft) change(beginTalk(page));
      },
      (failure) => {
        messageOf(failure);
        if (!isLeft) setHasFailed(true);
      },
    );
    return () => {
      isLeft = true;
    };
  }, [isOn, sort, isMember, turn, postId]);

  useFollowed(postId, isOn, change);

  async function more() {
    if (!talk?.cursor || moreState === 'loading') return;
    setMoreState('loading');
    try {
      const page = await list({ cursor: talk.cursor, size: String(size) });
      change((now) => now && addPage(now, page));
      setMoreState('idle');
    } catch (failure) {
      messageOf(failure);
      setMoreState('failed');
    }
  }

  async function moreReplies(rootId: string, cursor: string) {
    const query = { id: rootId, cursor, size: String(size) };
    const replies = await client().call('GET /reception/comment/replies', { query, ...silent });
    change((now) => now && addReplies(now, rootId, replies));
  }

  function like({ id, liked, likes }: Comment) {
    const put = (isOn: boolean, count: number) => change((now) => now && setLike(now, id, isOn, count));
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
      change((now) => now && dropOwn(now, id));
      return true;
    } catch (failure) {
      toasts.error(messageOf(failure));
      return false;
    }
  }

  return {
    talk,
    state: hasFailed ? 'failed' : talk ? 'ready' : 'loading',
    sort,
    setSort,
    reload: () => setTurn((before) => before + 1),
    more: () => void more(),
    moreState: talk?.cursor === null ? 'end' : moreState,
    moreReplies,
    like,
    remove,
    change,
  };
}

type StreamEvent = Partial<Moved> & { type?: string; postId?: string };

/** Hears what happens to the piece's comments while they are on screen; after a gap the count is asked for. */
function useFollowed(
  postId: string,
  isOn: boolean,
  change: Dispatch<SetStateAction<Talk | undefined>>,
): void {
  const client = useClient();
  const { site } = useSurroundings();
  const address = `${site.apiBase}/reception/liveNews?tenantId=${site.tenantId}&post=${postId}`;
  const hear = useEffectEvent((event: StreamEvent) => {
    const { type, total, ...moved } = event;
    if (type === 'comments' && event.postId === postId && total !== undefined)
      change((now) => now && follow(now, { total, ...moved }));
    return false;
  });
  const recount = useEffectEvent(() => {
    client()
      .call('GET /reception/comment/list', { query: { postId, size: '1' }, ...silent })
      .then(
        ({ total }) => change((now) => now && { ...now, total }),
        // The next event or the next look tells.
        (failure) => void messageOf(failure),
      );
  });
  useEffect(() => {
    if (!isOn) return;
    return watchNews<StreamEvent>({ address, isWanted: (event) => hear(event), look: () => recount() });
  }, [address, isOn]);
}
