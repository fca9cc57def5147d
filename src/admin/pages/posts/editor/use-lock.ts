import { useEffect, useState } from 'react';
import { call } from '../../../api.ts';

/** How often the server hears that the piece is still open; it forgets after a minute. */
const beatMs = 20_000;

/** Says that this person has the piece open while `isWriting`, and answers who had it open before them. */
export function useLock(id: string, isWriting: boolean, first: string | undefined): string | undefined {
  const [other, setOther] = useState(first);
  useEffect(() => {
    if (!isWriting) return;
    const beat = () =>
      call('POST /admin/post/open', { body: { id }, silent: true }).then(
        ({ openedBy }) => setOther(openedBy?.name),
        // Without a connection nobody knows; the save state says so already.
        () => undefined,
      );
    void beat();
    const timer = setInterval(() => void beat(), beatMs);
    return () => {
      clearInterval(timer);
      call('POST /admin/post/close', { body: { id }, silent: true }).catch(() => undefined);
    };
  }, [id, isWriting]);
  return other;
}
