import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDataCount } from '#client/stores.ts';
import { toasts } from '#client/toasts.ts';
import type { Notice, NoticePage } from '#features/notifications/schema.ts';
import { useClient } from '../../../client-context.ts';
import { messageOf, silent, useAct } from '../../../parts/use-act.ts';
import { useEndless } from '../../../parts/use-endless.ts';
import { useAsk } from '../../../site.ts';
import { useRowErrors } from '../lists/use-row-errors.ts';
import { askNotices, type MessageKind } from './ask-notices.ts';

// Counted no further by the server: above it one read more or less is not seen.
const MOST_COUNTED = 100;

/** The list of messages: what arrives is put on top, what is read or deleted is told to the server. */
export function useMessages(kind: MessageKind, first: NoticePage) {
  const ask = useAsk();
  const client = useClient();
  const list = useEndless<Notice>(
    first,
    ({ id }) => id,
    (cursor) => askNotices(ask, kind, cursor),
  );
  const { errors, fail } = useRowErrors();
  const readingAll = useAct();
  const { arrived } = useArrivals(kind, list.records, list.change);

  const put = (id: string, change: (notice: Notice) => Notice) =>
    list.change((records) => records.map((notice) => (notice.id === id ? change(notice) : notice)));

  async function read(id: string) {
    fail(id, undefined);
    put(id, (notice) => ({ ...notice, isRead: true }));
    countRead(1);
    try {
      await client().call('POST /member/readNotice', { query: { id }, ...silent });
    } catch (failure) {
      put(id, (notice) => ({ ...notice, isRead: false }));
      countRead(-1);
      fail(id, messageOf(failure));
    }
  }

  async function readAll() {
    const isDone = await readingAll.run(async (call) => {
      await call('POST /member/readAllNotices', silent);
    });
    if (!isDone) return;
    list.change((records) => records.map((notice) => ({ ...notice, isRead: true })));
    useDataCount.setState({ msgNotReadCount: 0 });
    toasts.success('已全部标为已读');
  }

  async function remove(notice: Notice) {
    const { id } = notice;
    let place = 0;
    fail(id, undefined);
    list.change((records) => {
      place = records.findIndex((other) => other.id === id);
      return records.filter((other) => other.id !== id);
    });
    try {
      await client().call('POST /member/deleteNotice', { query: { id }, ...silent });
      if (!notice.isRead) countRead(1);
    } catch (failure) {
      list.change((records) => records.toSpliced(place, 0, notice));
      fail(id, messageOf(failure));
    }
  }

  return { list, errors, read, readAll, readingAll, remove, arrived };
}

// The stream tells the true number a moment later; the badge should not wait for it.
function countRead(by: number): void {
  const { msgNotReadCount } = useDataCount.getState();
  if (msgNotReadCount >= MOST_COUNTED) return;
  useDataCount.setState({ msgNotReadCount: Math.max(0, msgNotReadCount - by) });
}

/** When the unread count grows something has come: what is new of the first page goes on top of the list. */
function useArrivals(
  kind: MessageKind,
  records: readonly Notice[],
  change: (to: (records: Notice[]) => Notice[]) => void,
) {
  const ask = useAsk();
  const unread = useDataCount(({ msgNotReadCount }) => msgNotReadCount);
  const before = useRef(unread);
  const [arrived, setArrived] = useState(0);

  const fetchNewest = useEffectEvent(async (isLeft: () => boolean) => {
    // Told anew, a notice has another time and goes to the top again.
    const known = new Map(records.map(({ id, createdAt }) => [id, createdAt]));
    // What comes while the line is down is fetched with the next that comes.
    const newest = await askNotices(ask, kind).catch(() => undefined);
    const fresh = newest?.records.filter(({ id, createdAt }) => known.get(id) !== createdAt) ?? [];
    if (isLeft() || fresh.length === 0) return;
    change((now) => [...fresh, ...now.filter(({ id }) => !fresh.some((other) => other.id === id))]);
    setArrived((count) => count + fresh.length);
  });

  useEffect(() => {
    const hasGrown = unread > before.current;
    before.current = unread;
    if (!hasGrown) return;
    let isLeft = false;
    void fetchNewest(() => isLeft);
    return () => {
      isLeft = true;
    };
  }, [unread]);

  return { arrived };
}
