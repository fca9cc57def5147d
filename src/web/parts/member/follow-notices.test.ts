// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Client } from '#client/client.ts';
import { useDialogs } from '#client/dialogs.ts';
import type { TokenGrant } from '#client/envelope.ts';
import { followSession, isLoggedIn } from '#client/session.ts';
import { removeStored } from '#client/storage.ts';
import { useDataCount } from '#client/stores.ts';
import type { ApiCalls } from '#features/calls.ts';
import { envelope, grant, openPageAt, type StandIn, startStandIn } from '#testing/stand-in-server.ts';
import type { Site } from '../../site.ts';
import { followNotices } from './follow-notices.ts';

let server: StandIn;
let client: Client<ApiCalls>;
let stop: () => void = () => undefined;
let unfollow: () => void = () => undefined;

const counts = { msgNotReadCount: 2, myApprovalCount: 0, avatar: null, name: '读者', mobile: '139****0011' };
const events = { 'content-type': 'text/event-stream' };

beforeEach(async () => {
  server = await startStandIn();
  openPageAt(server.origin);
  const { createClient } = await import('#client/client.ts');
  client = createClient<ApiCalls>({
    baseURL: `${server.origin}/api`,
    goTo: () => undefined,
    currentAddress: () => '/index',
  });
  unfollow = followSession();
  client.session.begin(grant('t') as unknown as TokenGrant);
});

afterEach(async () => {
  stop();
  unfollow();
  removeStored('token', 'menuIds');
  useDialogs.setState({ waiting: [] });
  await server.close();
});

const follow = () => {
  const site = { apiBase: `${server.origin}/api`, client: 'guanlan:guanlan', tenantId: '000000' } as Site;
  stop = followNotices(client, site);
};
const unread = () => useDataCount.getState().msgNotReadCount;

test('seed §3: dataCount is filled at once, and unread notices come live; words it does not know are passed over', async () => {
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
  follow();
  await vi.waitFor(() =>
    expect(useDataCount.getState()).toMatchObject({
      name: '读者',
      mobile: '139****0011',
      msgNotReadCount: 100,
    }),
  );
  const stream = server.arrivals.find(({ url }) => url.startsWith('/api/member/stream'));
  expect(stream?.url).toBe('/api/member/stream');
  expect(stream?.headers['blade-auth']).toBe('bearer t');
});

test('an answer that was counted before the stream said more does not take it back', async () => {
  const late = Promise.withResolvers<void>();
  server.answer(async ({ url }) => {
    if (url.endsWith('/member/stream'))
      return { headers: events, body: 'data: {"type":"notices","unread":3}\n\n' };
    await late.promise;
    return { body: envelope({ ...counts, name: '晚到的' }) };
  });
  follow();
  await vi.waitFor(() => expect(unread()).toBe(3));
  late.resolve();
  await vi.waitFor(() => expect(useDataCount.getState().name).toBe('晚到的'));
  expect(unread()).toBe(3);
});

test('a session that was revoked elsewhere is told by the dialog, once, and nothing more is asked', async () => {
  server.answer(({ url }) =>
    url.endsWith('/member/stream')
      ? { headers: events, body: ': \n\n' }
      : url.endsWith('/reception/isLogin')
        ? { headers: { 'x-session': 'expired' }, body: envelope(false) }
        : { body: envelope(counts) },
  );
  follow();
  await vi.waitFor(() => expect(useDialogs.getState().waiting).toHaveLength(1), { timeout: 5000 });
  expect(useDialogs.getState().waiting[0]).toMatchObject({ kind: 'session-expired' });
  expect(isLoggedIn()).toBe(false);
  expect(unread(), 'the numbers were that person’s').toBe(0);
});

test('what is under way when the person logs out ends nothing', async () => {
  let refuse: () => void = () => undefined;
  const asked = new Promise<void>((arrived) => {
    server.answer(({ url }) => {
      if (!url.endsWith('/member/dataCount')) return null;
      arrived();
      return new Promise((resolve) => {
        refuse = () => resolve({ status: 401, body: envelope(null, 401, '请先登录') });
      });
    });
  });
  follow();
  await asked;
  client.session.forget();
  stop();
  refuse();
  server.answer(() => ({ body: envelope(true) }));
  await client.call('GET /reception/isLogin', { silent: true });
  expect(useDialogs.getState().waiting).toEqual([]);
});
