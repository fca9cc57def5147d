import { useEffect, useState } from 'react';
import { call } from '#admin/api.ts';

/** Renewal interval of the soft lock in ms; the server expires the lock after a minute. */
const renewMs = 20_000;

/** Holds a soft lock on the post while `isWriting`. Returns the name of the person who opened it earlier, if any. */
export function useEditLock(
  id: string,
  isWriting: boolean,
  initialLockedBy: string | undefined,
): string | undefined {
  const [lockedBy, setLockedBy] = useState(initialLockedBy);
  useEffect(() => {
    if (!isWriting) return;
    const renew = () =>
      call('POST /admin/post/open', { body: { id }, silent: true }).then(
        ({ openedBy }) => setLockedBy(openedBy?.name),
        // Offline: the save state already shows it.
        () => undefined,
      );
    void renew();
    const timer = setInterval(() => void renew(), renewMs);
    return () => {
      clearInterval(timer);
      call('POST /admin/post/close', { body: { id }, silent: true }).catch(() => undefined);
    };
  }, [id, isWriting]);
  return lockedBy;
}
