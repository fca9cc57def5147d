import type { Client } from '#client/client.ts';
import { readMemberStream } from '#client/member-stream.ts';
import { useDataCount } from '#client/stores.ts';
import type { ApiCalls } from '#features/calls.ts';
import type { StreamEvent } from '#features/notifications/schema.ts';
import type { Site } from '../../site.ts';

/**
 * Keeps the numbers beside a logged-in person (seed §3, dataCount) in line with the server: asked for at once and
 * whenever the stream opens again, unread notices live in between. Loaded only when somebody is logged in.
 * Returns how to stop.
 */
export function followNotices(client: Client<ApiCalls>, site: Site): () => void {
  const stopped = new AbortController();
  let isFirst = true;
  let heard = 0;

  // A number that fails to arrive is nobody's alert; the next one comes. What is asked when the person leaves is given
  // up: its answer would end a session that is over already.
  function refresh() {
    const before = heard;
    client.call('GET /member/dataCount', { silent: true, signal: stopped.signal }).then(
      ({ avatar, msgNotReadCount, ...counts }) => {
        if (stopped.signal.aborted) return;
        useDataCount.setState({ ...counts, avatar: avatar ?? '' });
        // What the stream said meanwhile is newer.
        if (heard === before) useDataCount.setState({ msgNotReadCount });
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
      if (isUnread(event)) {
        heard += 1;
        useDataCount.setState({ msgNotReadCount: event.unread });
      } else if (isOfApprovals(event)) refresh();
    },
    // The server ends the stream of a session that is over. This call is never answered 401: a dead token is told
    // by the header that makes the dialog appear (PRODUCT §4).
    isStillThere: () => client.call('GET /reception/isLogin', { silent: true }).catch(() => true),
  });
  return () => {
    stopped.abort();
    stop();
  };
}

/** What waits for this person's approval, or came back to them, may have changed. */
const isOfApprovals = (event: unknown): boolean =>
  ((event ?? {}) as Partial<StreamEvent>).type === 'approvals';

type Unread = Extract<StreamEvent, { type: 'notices' }>;

function isUnread(event: unknown): event is Unread {
  const { type, unread } = (event ?? {}) as Partial<Unread>;
  return type === 'notices' && typeof unread === 'number';
}
