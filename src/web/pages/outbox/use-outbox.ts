import { useCallback } from 'react';
import type { OutboxMessage } from '#features/outbox/schema.ts';
import { useClient } from '../../client-context.ts';
import { silent } from '../../parts/use-act.ts';
import { useLoad } from '../../parts/use-load.ts';
import { useWhileVisible } from '../../parts/use-while-visible.ts';

export type Outbox =
  | { state: 'loading' }
  | { state: 'shown'; messages: OutboxMessage[] }
  /** Not for this caller, or real senders are configured. */
  | { state: 'closed'; message: string }
  | { state: 'failed'; message: string };

// A code is waited for by somebody who has just asked for it.
const everyMs = 3000;

/** The outbox, loaded again every few seconds while its page is in sight. */
export function useOutbox(): { outbox: Outbox; refresh: () => void } {
  const client = useClient();
  const { data, fault, reload } = useLoad('outbox', () => client().call('GET /reception/outbox', silent));
  const outbox = readOutbox(data, fault);
  useWhileVisible(reload, everyMs, outbox.state !== 'closed');
  return { outbox, refresh: useCallback(() => void reload(), [reload]) };
}

function readOutbox(
  messages: OutboxMessage[] | undefined,
  fault: { message: string; status: number | undefined } | undefined,
): Outbox {
  if (messages) return { state: 'shown', messages };
  if (!fault) return { state: 'loading' };
  const isClosed = fault.status === 403 || fault.status === 404;
  return { state: isClosed ? 'closed' : 'failed', message: fault.message };
}
