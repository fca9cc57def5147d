// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Client } from '#client/client.ts';
import { useDialogs } from '#client/dialogs.ts';
import type { TokenGrant } from '#client/envelope.ts';
import { isLoggedIn, syncSession } from '#client/session.ts';
import { removeStored } from '#client/storage.ts';
import { useDataCount } from '#client/stores.ts';
import type { ApiCalls } from '#features/calls.ts';
import {
  envelope,
  openPageAt,
  type StandInServer,
  startStandInServer,
  tokenGrant,
} from '#testing/stand-in-server.ts';
import { waitFor } from '#testing/wait-for.ts';
import type { Site } from '../../site.ts';
import { syncMemberCounts } from './sync-member-counts.ts';

let server: StandInServer;
let client: Client<ApiCalls>;
let stop: () => void = () => undefined;
let stopSync: () => void = () => undefined;

const counts = { msgNotReadCount: 2, myApprovalCount: 0, avatar: null, name: '读者', mobile: '139****0011' };
const events = { 'content-type': 'text/event-stream' };

beforeEach(async () => {
  server = await startStandInServer();
  openPageAt(server.origin);
  const { createClient } = await import('#client/client.ts');
  client = createClient<ApiCalls>({
    baseURL: `${server.origin}/api`,
    goTo: () => undefined,
    wantedAddress: () => '/index',
    visitorAddress: () => undefined,
  });
  stopSync = syncSession();
  client.session.begin(tokenGrant('t') as unknown as TokenGrant);
});

afterEach(async () => {
  stop();
  stopSync();
  removeStored('token', 'menuIds');
  useDialogs.setState({ waiting: [] });
  await server.close();
});

const startSync = () => {
  const site = { apiBase: `${server.origin}/api`, client: 'guanlan:guanlan', tenantId: '000000' } as Site;
  stop = syncMemberCounts(client, site);
};
const unread = () => useDataCount.getState().msgNotReadCount;

test('docs/product.md §3: loads dataCount at once, updates unread notices live and ignores unknown events', async () => {
  server.answer(({ url }) =>
    url.endsWith('/member/dataCount')
      ? { body: envelope(counts) }
      : url.endsWith('/member/stream')
        ? {
            headers: events,
            body: ': \n\ndata: {"type":"weather"}\n\ndata: 3\n\ndata: {"type":"notices","unread":100}\n\n',
          }
        : { body: envelope(true) },
  );
  startSync();
  await waitFor(() =>
    expect(useDataCount.getState()).toMatchObject({
      name: '读者',
      mobile: '139****0011',
      msgNotReadCount: 100,
    }),
  );
  const stream = server.requests.find(({ url }) => url.startsWith('/api/member/stream'));
  expect(stream?.url).toBe('/api/member/stream');
  expect(stream?.headers['blade-auth']).toBe('bearer t');
});

test('does not replace a count from the stream with an older count from a call', async () => {
  const late = Promise.withResolvers<void>();
  server.answer(async ({ url }) => {
    if (url.endsWith('/member/stream'))
      return { headers: events, body: 'data: {"type":"notices","unread":3}\n\n' };
    await late.promise;
    return { body: envelope({ ...counts, name: '晚到的' }) };
  });
  startSync();
  await waitFor(() => expect(unread()).toBe(3));
  late.resolve();
  await waitFor(() => expect(useDataCount.getState().name).toBe('晚到的'));
  expect(unread()).toBe(3);
});

test('shows the session-expired dialog once when the session was revoked elsewhere', async () => {
  server.answer(({ url }) =>
    url.endsWith('/member/stream')
      ? { headers: events, body: ': \n\n' }
      : url.endsWith('/reception/isLogin')
        ? { headers: { 'x-session': 'expired' }, body: envelope(false) }
        : { body: envelope(counts) },
  );
  startSync();
  await waitFor(() => expect(useDialogs.getState().waiting).toHaveLength(1));
  expect(useDialogs.getState().waiting[0]).toMatchObject({ kind: 'session-expired' });
  expect(isLoggedIn()).toBe(false);
  expect(unread(), 'the counts of the previous member are cleared').toBe(0);
});

test('does not end the session with a call that was in flight at log-out', async () => {
  let refuse: () => void = () => undefined;
  const requests = new Promise<void>((isDone) => {
    server.answer(({ url }) => {
      if (!url.endsWith('/member/dataCount')) return null;
      isDone();
      return new Promise((resolve) => {
        refuse = () => resolve({ status: 401, body: envelope(null, 401, '请先登录') });
      });
    });
  });
  startSync();
  await requests;
  client.session.forget();
  stop();
  refuse();
  server.answer(() => ({ body: envelope(true) }));
  await client.call('GET /reception/isLogin', { silent: true });
  expect(useDialogs.getState().waiting).toEqual([]);
});
