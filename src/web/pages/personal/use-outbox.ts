import { useEffect, useState } from 'react';
import { useAsk } from '../../site.ts';

/** Whether messages are shown on a page of the portal instead of being sent; false while that is not known. */
export function useHasOutbox(): boolean {
  const ask = useAsk();
  const [hasOutbox, setHasOutbox] = useState(false);
  useEffect(() => {
    ask('GET /reception/loginOptions', undefined, { isSilent: true }).then(
      ({ outbox }) => setHasOutbox(outbox),
      () => undefined,
    );
  }, [ask]);
  return hasOutbox;
}
