import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDataCount } from '#client/stores.ts';
import { toasts } from '#client/toasts.ts';
import { useClient } from '#web/client-context.ts';
import { messageOf, silent, useAction } from '#web/parts/use-action.ts';
import { useInfiniteList } from '#web/parts/use-infinite-list.ts';
import { useRowErrors } from '#web/parts/use-row-errors.ts';
import { useFetchCall } from '#web/site.ts';
import type { Notice, NoticePage } from '../../schema.ts';
import { fetchNotices, type MessageKind } from './fetch-notices.ts';

// The server counts unread messages no further; at this number a change by one is not visible.
const MAX_COUNTED = 100;

/** The list of messages: adds new ones at the top, and sends what the member reads or deletes to the server. */
export function useMessages(kind: MessageKind, first: NoticePage) {
  const fetchCall = useFetchCall();
  const client = useClient();
  const list = useInfiniteList<Notice>(
    first,
    ({ id }) => id,
    (cursor) => fetchNotices(fetchCall, kind, cursor),
  );
  const { errors, setError } = useRowErrors();
  const readAllAction = useAction();
  const { arrived: newCount } = useNewMessages(kind, list.records, list.change);

  const updateNotice = (id: string, change: (notice: Notice) => Notice) =>
    list.change((records) => records.map((notice) => (notice.id === id ? change(notice) : notice)));

  async function read(id: string) {
    setError(id, undefined);
    updateNotice(id, (notice) => ({ ...notice, isRead: true }));
    countRead(1);
    try {
      await client().call('POST /member/readNotice', { query: { id }, ...silent });
    } catch (failure) {
      updateNotice(id, (notice) => ({ ...notice, isRead: false }));
      countRead(-1);
      setError(id, messageOf(failure));
    }
  }

  async function readAll() {
    const isDone = await readAllAction.run(async (call) => {
      await call('POST /member/readAllNotices', silent);
    });
    if (!isDone) return;
    list.change((records) => records.map((notice) => ({ ...notice, isRead: true })));
    useDataCount.setState({ msgNotReadCount: 0 });
    toasts.success('已全部标为已读');
  }

  async function remove(notice: Notice) {
    const { id } = notice;
    let index = 0;
    setError(id, undefined);
    list.change((records) => {
      index = records.findIndex((other) => other.id === id);
      return records.filter((other) => other.id !== id);
    });
    try {
      await client().call('POST /member/deleteNotice', { query: { id }, ...silent });
      if (!notice.isRead) countRead(1);
    } catch (failure) {
      list.change((records) => records.toSpliced(index, 0, notice));
      setError(id, messageOf(failure));
    }
  }

  return { list, errors, read, readAll, readingAll: readAllAction, remove, arrived: newCount };
}

// Updates the badge at once; the stream sends the true number a moment later.
function countRead(delta: number): void {
  const { msgNotReadCount } = useDataCount.getState();
  if (msgNotReadCount >= MAX_COUNTED) return;
  useDataCount.setState({ msgNotReadCount: Math.max(0, msgNotReadCount - delta) });
}

/** Loads the first page when the unread count grows, and puts its new messages on top of the list. */
function useNewMessages(
  kind: MessageKind,
  records: readonly Notice[],
  change: (to: (records: Notice[]) => Notice[]) => void,
) {
  const fetchCall = useFetchCall();
  const unread = useDataCount(({ msgNotReadCount }) => msgNotReadCount);
  const previousUnread = useRef(unread);
  const [newCount, setNewCount] = useState(0);

  const fetchNewest = useEffectEvent(async (isCancelled: () => boolean) => {
    // A repeated notice has a new time and moves to the top.
    const knownTimes = new Map(records.map(({ id, createdAt }) => [id, createdAt]));
    // If this load fails, the next one catches up.
    const newest = await fetchNotices(fetchCall, kind).catch(() => undefined);
    const newNotices = newest?.records.filter(({ id, createdAt }) => knownTimes.get(id) !== createdAt) ?? [];
    if (isCancelled() || newNotices.length === 0) return;
    change((current) => [
      ...newNotices,
      ...current.filter(({ id }) => !newNotices.some((other) => other.id === id)),
    ]);
    setNewCount((count) => count + newNotices.length);
  });

  useEffect(() => {
    const hasGrown = unread > previousUnread.current;
    previousUnread.current = unread;
    if (!hasGrown) return;
    let isCancelled = false;
    void fetchNewest(() => isCancelled);
    return () => {
      isCancelled = true;
    };
  }, [unread]);

  return { arrived: newCount };
}
