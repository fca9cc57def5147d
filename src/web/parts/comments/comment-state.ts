import type { Comment, CommentPage, CommentStanding, Thread } from '#features/comments/schema.ts';

export type CommentsState = {
  threads: Thread[];
  cursor: string | null;
  total: number;
  /** The reader's own comments that other people cannot see. */
  own: Comment[];
  standing: CommentStanding;
  /** Ids of comments that became visible after the list was fetched and are not in it. */
  arrivals: string[];
};

export const createCommentsState = ({ records, ...page }: CommentPage): CommentsState => ({
  ...page,
  threads: records,
  arrivals: [],
});

/** Adds the next page, without threads that moved into it from an earlier page. */
export function addPage(comments: CommentsState, { records, cursor }: CommentPage): CommentsState {
  const known = new Set(comments.threads.map(({ id }) => id));
  return {
    ...comments,
    cursor,
    threads: [...comments.threads, ...records.filter(({ id }) => !known.has(id))],
  };
}

/** Puts a thread that a link led to before all others. */
export const addThread = (comments: CommentsState, thread: Thread): CommentsState => ({
  ...comments,
  threads: [thread, ...without(comments.threads, thread.id)],
});

/** Adds replies to a thread, in the order they were written. */
export function addReplies(
  comments: CommentsState,
  rootId: string,
  { records, cursor }: { records: Comment[]; cursor: string | null },
): CommentsState {
  return changeThread(comments, rootId, (thread) => ({
    ...thread,
    firstReplies: mergeById(thread.firstReplies, records),
    repliesCursor: cursor,
  }));
}

/** Adds the comment the reader just wrote: in its place if it is visible, else among their own. */
export function addOwn(comments: CommentsState, comment: Comment): CommentsState {
  if (comment.state !== 'visible')
    return { ...comments, own: [comment, ...without(comments.own, comment.id)] };
  const arrivals = comments.arrivals.filter((id) => id !== comment.id);
  // The event stream may have counted the comment before the call returned.
  const total = comments.total + (comments.arrivals.length === arrivals.length ? 1 : 0);
  const next = { ...comments, arrivals, total };
  if (comment.rootId === null) {
    const thread = { ...comment, replies: 0, firstReplies: [], repliesCursor: null };
    return { ...next, threads: [thread, ...without(comments.threads, comment.id)] };
  }
  return changeThread(next, comment.rootId, (thread) => ({
    ...thread,
    replies: thread.replies + 1,
    firstReplies: mergeById(thread.firstReplies, [comment]),
  }));
}

/** Removes a comment. A root with replies leaves a placeholder. */
export function removeComment(
  comments: CommentsState,
  id: string,
  state: 'hidden' | 'deleted',
): CommentsState {
  const next = {
    ...comments,
    own: without(comments.own, id),
    arrivals: comments.arrivals.filter((arrival) => arrival !== id),
  };
  const root = comments.threads.find((thread) => thread.id === id);
  if (root && root.replies === 0) return { ...next, threads: without(comments.threads, id) };
  if (root) return changeThread(next, id, (thread) => ({ ...thread, ...removedFields, state }));
  const parentThread = comments.threads.find(({ firstReplies }) =>
    firstReplies.some((reply) => reply.id === id),
  );
  if (!parentThread) return next;
  return changeThread(next, parentThread.id, (thread) => ({
    ...thread,
    replies: thread.replies - 1,
    firstReplies: without(thread.firstReplies, id),
  }));
}

/** Removes the reader's own comment. The event stream may have removed and counted it before the call returned. */
export function removeOwn(comments: CommentsState, id: string): CommentsState {
  return {
    ...removeComment(comments, id, 'deleted'),
    total: comments.total - (isLoaded(comments, id) ? 1 : 0),
  };
}

/** Sets the reader's like, both for the optimistic update and for the server's result. */
export function setLike(comments: CommentsState, id: string, liked: boolean, likes: number): CommentsState {
  const update = <C extends Comment>(comment: C): C =>
    comment.id === id ? { ...comment, liked, likes } : comment;
  return {
    ...comments,
    threads: comments.threads.map((thread) => ({
      ...update(thread),
      firstReplies: thread.firstReplies.map(update),
    })),
  };
}

/** An event of the stream about the comments of a post. */
export type CommentsEvent = { total: number; shown?: string; hidden?: string };

export function applyEvent(comments: CommentsState, { total, shown, hidden }: CommentsEvent): CommentsState {
  const next = hidden ? removeComment(comments, hidden, 'hidden') : comments;
  if (!shown || isLoaded(comments, shown)) return { ...next, total };
  return { ...next, total, arrivals: [...comments.arrivals.filter((id) => id !== shown), shown] };
}

const removedFields = {
  writer: null,
  body: '',
  mentions: [],
  province: '',
  likes: 0,
  liked: false,
  isOwn: false,
};

const without = <C extends { id: string }>(list: readonly C[], id: string): C[] =>
  list.filter((item) => item.id !== id);

const isLoaded = ({ threads }: CommentsState, id: string): boolean =>
  threads.some((thread) => thread.id === id || thread.firstReplies.some((reply) => reply.id === id));

function changeThread(
  comments: CommentsState,
  id: string,
  change: (thread: Thread) => Thread,
): CommentsState {
  return {
    ...comments,
    threads: comments.threads.map((thread) => (thread.id === id ? change(thread) : thread)),
  };
}

function mergeById(list: readonly Comment[], more: readonly Comment[]): Comment[] {
  const all = new Map([...list, ...more].map((comment) => [comment.id, comment]));
  return [...all.values()].sort((a, b) => Number(BigInt(a.id) - BigInt(b.id)));
}
