import type { Comment, CommentPage, CommentStanding, Thread } from '#features/comments/schema.ts';

/** What the reader has of a piece's comments. */
export type Talk = {
  threads: Thread[];
  cursor: string | null;
  total: number;
  /** The reader's own that others do not see. */
  own: Comment[];
  standing: CommentStanding;
  /** Seen by others since the list was fetched, and not in it. */
  arrivals: string[];
};

/** A first page as it came. */
export const beginTalk = ({ records, ...page }: CommentPage): Talk => ({
  ...page,
  threads: records,
  arrivals: [],
});

/** The next page; what has moved into it from the one before is there already. */
export function addPage(talk: Talk, { records, cursor }: CommentPage): Talk {
  const known = new Set(talk.threads.map(({ id }) => id));
  return { ...talk, cursor, threads: [...talk.threads, ...records.filter(({ id }) => !known.has(id))] };
}

/** A thread that a link led to, before all others. */
export const addThread = (talk: Talk, thread: Thread): Talk => ({
  ...talk,
  threads: [thread, ...without(talk.threads, thread.id)],
});

/** More answers of a thread, in the order they were written. */
export function addReplies(
  talk: Talk,
  rootId: string,
  { records, cursor }: { records: Comment[]; cursor: string | null },
): Talk {
  return changeThread(talk, rootId, (thread) => ({
    ...thread,
    firstReplies: merge(thread.firstReplies, records),
    repliesCursor: cursor,
  }));
}

/** What the reader has just written: seen where it stands, or waiting among their own. */
export function addOwn(talk: Talk, comment: Comment): Talk {
  if (comment.state !== 'visible') return { ...talk, own: [comment, ...without(talk.own, comment.id)] };
  const arrivals = talk.arrivals.filter((id) => id !== comment.id);
  // The event stream may have told of it before the answer came.
  const total = talk.total + (talk.arrivals.length === arrivals.length ? 1 : 0);
  const next = { ...talk, arrivals, total };
  if (comment.rootId === null) {
    const thread = { ...comment, replies: 0, firstReplies: [], repliesCursor: null };
    return { ...next, threads: [thread, ...without(talk.threads, comment.id)] };
  }
  return changeThread(next, comment.rootId, (thread) => ({
    ...thread,
    replies: thread.replies + 1,
    firstReplies: merge(thread.firstReplies, [comment]),
  }));
}

/** A comment that is gone: it leaves its place where answers stand below it, and nothing otherwise. */
export function takeOut(talk: Talk, id: string, state: 'hidden' | 'deleted'): Talk {
  const next = {
    ...talk,
    own: without(talk.own, id),
    arrivals: talk.arrivals.filter((arrival) => arrival !== id),
  };
  const root = talk.threads.find((thread) => thread.id === id);
  if (root && root.replies === 0) return { ...next, threads: without(talk.threads, id) };
  if (root) return changeThread(next, id, (thread) => ({ ...thread, ...emptied, state }));
  const home = talk.threads.find(({ firstReplies }) => firstReplies.some((reply) => reply.id === id));
  if (!home) return next;
  return changeThread(next, home.id, (thread) => ({
    ...thread,
    replies: thread.replies - 1,
    firstReplies: without(thread.firstReplies, id),
  }));
}

/** What the reader deleted; the event stream may have taken it out, and counted, before the answer came. */
export function dropOwn(talk: Talk, id: string): Talk {
  return { ...takeOut(talk, id, 'deleted'), total: talk.total - (isThere(talk, id) ? 1 : 0) };
}

/** The reader's like, as it should look at once or as it turned out. */
export function setLike(talk: Talk, id: string, liked: boolean, likes: number): Talk {
  const put = <C extends Comment>(comment: C): C =>
    comment.id === id ? { ...comment, liked, likes } : comment;
  return {
    ...talk,
    threads: talk.threads.map((thread) => ({ ...put(thread), firstReplies: thread.firstReplies.map(put) })),
  };
}

/** What the event stream says happened to the piece's comments. */
export type Moved = { total: number; shown?: string; hidden?: string };

export function follow(talk: Talk, { total, shown, hidden }: Moved): Talk {
  const next = hidden ? takeOut(talk, hidden, 'hidden') : talk;
  if (!shown || isThere(talk, shown)) return { ...next, total };
  return { ...next, total, arrivals: [...talk.arrivals.filter((id) => id !== shown), shown] };
}

const emptied = { writer: null, body: '', mentions: [], province: '', likes: 0, liked: false, isOwn: false };

const without = <C extends { id: string }>(list: readonly C[], id: string): C[] =>
  list.filter((one) => one.id !== id);

const isThere = ({ threads }: Talk, id: string): boolean =>
  threads.some((thread) => thread.id === id || thread.firstReplies.some((reply) => reply.id === id));

function changeThread(talk: Talk, id: string, change: (thread: Thread) => Thread): Talk {
  return { ...talk, threads: talk.threads.map((thread) => (thread.id === id ? change(thread) : thread)) };
}

function merge(list: readonly Comment[], more: readonly Comment[]): Comment[] {
  const all = new Map([...list, ...more].map((comment) => [comment.id, comment]));
  return [...all.values()].sort((one, other) => Number(BigInt(one.id) - BigInt(other.id)));
}
