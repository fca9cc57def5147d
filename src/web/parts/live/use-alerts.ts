import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { playChime, startAudio } from './chime.ts';
import { useLiveChoices } from './live-choices.ts';
import { showNotification } from './notifications.ts';

export type AlertRecord = {
  id: string;
  title: string;
  summary: string;
  publishedAt: string;
  important: boolean;
};

// More than this many at once, as after a break of the connection, are one notification.
const maxNotifications = 3;

/**
 * Returns whether this tab alerts to new items: the reader has chosen sound or notifications, and no other tab alerts
 * under the same name.
 */
export function useIsAlerting(name: string): boolean {
  const { hasSound = false, hasNotifications = false } = useLiveChoices();
  const isChosen = hasSound || hasNotifications;
  const [isHolder, setIsHolder] = useState(false);
  useEffect(() => {
    if (!isChosen) return;
    const cancellation = new AbortController();
    const { promise: untilReleased, resolve: release } = Promise.withResolvers<void>();
    const hold = () => {
      setIsHolder(true);
      return untilReleased;
    };
    // Only a secure context has locks; without them every tab alerts.
    if (navigator.locks)
      navigator.locks.request(name, { signal: cancellation.signal }, hold).catch(() => undefined);
    else void hold();
    return () => {
      cancellation.abort();
      release();
      setIsHolder(false);
    };
  }, [name, isChosen]);
  return isChosen && isHolder;
}

/**
 * Alerts to items that are newer than all before them, by the reader's choices: with a sound, and with a notification
 * unless the reader is looking at the page. `onOpen` opens the item of a pressed notification.
 */
export function useAlerts<R extends AlertRecord>(
  newest: readonly R[],
  isAlerting: boolean,
  onOpen: (record: R) => void,
): void {
  const { hasSound = false, hasNotifications = false, isForAll = false } = useLiveChoices();
  const known = useRef(newest);
  const alertToNew = useEffectEvent((records: readonly R[]) => {
    const newItems = findNewer(records, known.current).filter(({ important }) => important || isForAll);
    known.current = records.length > 0 ? records : known.current;
    if (!isAlerting || newItems.length === 0) return;
    if (hasSound) playChime();
    if (!hasNotifications || document.hasFocus()) return;
    const [first] = newItems;
    if (newItems.length > maxNotifications && first)
      showNotification({
        id: first.id,
        title: `有 ${newItems.length} 条新资讯`,
        body: first.title,
        onPress: () => undefined,
      });
    else
      for (const record of newItems) {
        const { id, title, summary } = record;
        showNotification({ id, title, body: summary, onPress: () => onOpen(record) });
      }
  });
  useEffect(() => alertToNew(newest), [newest]);

  useEffect(() => {
    if (!hasSound) return;
    const stopWaiting = new AbortController();
    const { signal } = stopWaiting;
    // After a reload the audio has to be started again.
    for (const press of ['pointerdown', 'keydown'])
      document.addEventListener(press, () => void startAudio(), { once: true, signal });
    return () => stopWaiting.abort();
  }, [hasSound]);
}

/** Both lists are newest first. Items that moved up after others were withdrawn are not new. */
function findNewer<R extends AlertRecord>(records: readonly R[], known: readonly R[]): R[] {
  const ids = new Set(known.map(({ id }) => id));
  const latest = known[0]?.publishedAt ?? '';
  return records.filter(({ id, publishedAt }) => !ids.has(id) && publishedAt >= latest);
}
