import type { Client } from '#client/client.ts';
import { readMemberStream } from '#client/member-stream.ts';
import { useDataCount } from '#client/stores.ts';
import type { ApiCalls } from '#features/calls.ts';
import type { StreamEvent } from '#features/notifications/schema.ts';
import type { Site } from '../../site.ts';

/**
 * Keeps a member's counts (docs/product.md §3, dataCount) in sync: loads them at once and whenever the stream
 * reconnects, and takes unread notices live from the stream. Loaded only for logged-in members. Returns a function that
 * stops it.
 */
export function syncMemberCounts(client: Client<ApiCalls>, site: Site): () => void {
  const stopped = new AbortController();
  let isFirst = true;
  let eventCount = 0;

  // A failed load shows no alert; the next load corrects the counts. Stopping aborts the call, so that its 401 cannot
  // expire a session that has already ended.
  function refresh() {
    const eventCountBefore = eventCount;
    client.call('GET /member/dataCount', { silent: true, signal: stopped.signal }).then(
      ({ avatar, msgNotReadCount, ...counts }) => {
        if (stopped.signal.aborted) return;
        useDataCount.setState({ ...counts, avatar: avatar ?? '' });
        // The count from the stream is newer than this answer.
        if (eventCount === eventCountBefore) useDataCount.setState({ msgNotReadCount });
      },
      () => undefined,
    );
  }

  refresh();
  const stop = readMemberStream({
    address: `${site.apiBase}/member/stream`,
    client: site.client,
    tenantId: site.tenantId,
    token: client.session.freshToken,
    onOpen: () => {
      if (!isFirst) refresh();
      isFirst = false;
    },
    onEvent: (event) => {
      if (isUnreadEvent(event)) {
        eventCount += 1;
        useDataCount.setState({ msgNotReadCount: event.unread });
      } else if (isApprovalsEvent(event)) refresh();
    },
    // The server closes the stream of an expired session. This call never answers 401: it reports a dead token in the
    // `x-session` header, which opens the dialog (docs/product.md §14).
    isStillLoggedIn: () => client.call('GET /reception/isLogin', { silent: true }).catch(() => true),
  });
  return () => {
    stopped.abort();
    stop();
  };
}

/** True if the member's approvals (to give, or returned to them) may have changed. */
const isApprovalsEvent = (event: unknown): boolean =>
  ((event ?? {}) as Partial<StreamEvent>).type === 'approvals';

type UnreadEvent = Extract<StreamEvent, { type: 'notices' }>;

function isUnreadEvent(event: unknown): event is UnreadEvent {
  const { type, unread } = (event ?? {}) as Partial<UnreadEvent>;
  return type === 'notices' && typeof unread === 'number';
}
