import { useEffect } from 'react';
import { readMemberStream } from '#client/member-stream.ts';
import { useDataCount } from '#client/stores.ts';
import type { StreamEvent } from '#features/notifications/schema.ts';
import { call, client, portal } from '../api.ts';

/** Keeps the numbers beside a person (seed §3) in line with the server: asked for at once, and when the stream says so. */
export function useApprovals(): void {
  useEffect(() => {
    const stopped = new AbortController();
    // A number that fails to arrive is nobody's alert; the next one comes.
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
      isStillThere: () => call('GET /reception/isLogin', { silent: true }).catch(() => true),
    });
    return () => {
      stopped.abort();
      stop();
    };
  }, []);
}
