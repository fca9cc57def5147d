import { useCallback, useEffect, useState } from 'react';
import { CallError } from '#client/call-error.ts';
import { DEFAULT_MESSAGE } from '#client/error-catalogue.ts';
import type { OutboxMessage } from '#features/outbox/schema.ts';
import { useClient } from '../../client-context.ts';

export type Outbox =
  | { state: 'loading' }
  | { state: 'shown'; messages: OutboxMessage[] }
  /** Not for this caller, or real senders are configured. */
  | { state: 'closed'; message: string }
  | { state: 'failed'; message: string };

// A code is waited for by somebody who has just asked for it.
const EVERY_MS = 3000;

/** The outbox, looked at again every few seconds while its page is in sight. */
export function useOutbox(): { outbox: Outbox; refresh: () => void } {
  const client = useClient();
  const [outbox, setOutbox] = useState<Outbox>({ state: 'loading' });

  const refresh = useCallback(async () => {
    try {
      const messages = await client().call('GET /reception/outbox', { silent: true });
      setOutbox({ state: 'shown', messages });
    } catch (failure) {
      setOutbox((known) => (known.state === 'shown' ? known : readFailure(failure)));
    }
  }, [client]);

  const isClosed = outbox.state === 'closed';
  useEffect(() => {
    if (isClosed) return;
    void refresh();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refresh();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [isClosed, refresh]);

  return { outbox, refresh: () => void refresh() };
}

function readFailure(failure: unknown): Outbox {
  if (!(failure instanceof CallError)) return { state: 'failed', message: DEFAULT_MESSAGE };
  const isClosed = failure.status === 403 || failure.status === 404;
  return { state: isClosed ? 'closed' : 'failed', message: failure.message };
}
