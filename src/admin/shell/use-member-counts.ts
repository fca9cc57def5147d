import { useEffect } from 'react';
import { readMemberStream } from '#client/member-stream.ts';
import { useDataCount } from '#client/stores.ts';
import type { StreamEvent } from '#features/notifications/schema.ts';
import { call, client, portal } from '../api.ts';

/**
 * Keeps the member's counts (docs/product.md §3) in sync with the server: loads them when the event stream opens and on
 * every `approvals` event.
 */
export function useMemberCounts(): void {
  useEffect(() => {
    const stopped = new AbortController();
    // A failed refresh shows no alert; the next event refreshes again.
    const refresh = () => {
      call('GET /member/dataCount', { silent: true, signal: stopped.signal }).then(
        ({ avatar, ...counts }) => {
          if (!stopped.signal.aborted) useDataCount.setState({ ...counts, avatar: avatar ?? '' });
        },
        () => undefined,
      );
    };
    const stop = readMemberStream({
      address: `${portal.apiBase}/member/stream`,
      client: portal.client,
      tenantId: portal.tenantId,
      token: client.session.freshToken,
      onOpen: refresh,
      onEvent: (event) => {
        if (((event ?? {}) as Partial<StreamEvent>).type === 'approvals') refresh();
      },
      isStillLoggedIn: () => call('GET /reception/isLogin', { silent: true }).catch(() => true),
    });
    return () => {
      stopped.abort();
      stop();
    };
  }, []);
}
