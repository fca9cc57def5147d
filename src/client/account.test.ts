// @vitest-environment jsdom
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { envelope, grant, openPageAt, type StandIn, startStandIn } from '#testing/stand-in-server.ts';
import type { Client, ClientOptions } from './client.ts';
import { useDialogs } from './dialogs.ts';
import { readStored, removeStored } from './storage.ts';

type Answers = { 'GET /reception/list': { data: string[] } };

let server: StandIn;
let createClient: (options: ClientOptions) => Client<Answers>;

beforeAll(async () => {
  server = await startStandIn();
  openPageAt(server.origin);
  ({ createClient } = await import('./client.ts'));
});

afterAll(() => server.close());

beforeEach(() => {
  server.arrivals.length = 0;
  removeStored('token', 'menuIds');
  useDialogs.setState({ waiting: [] });
});

const start = () => createClient({ goTo: vi.fn(), currentAddress: () => '/login' });
const password = { grant_type: 'password', username: '13800000000', password: 'p&ss 密' } as const;

describe('PROTOCOLS: the token call', () => {
  test('a log-in goes out as a form, in the body and not in the address, and is remembered', async () => {
    server.answer(() => ({ body: grant('t1') }));
    const { account, session } = start();
    expect(await account.logIn(password)).toEqual({ isLoggedIn: true, deletionDueAt: null });
    expect(server.arrivals[0]?.url).toBe('/api/blade-auth/oauth/token');
    expect(Object.fromEntries(new URLSearchParams(server.arrivals[0]?.body))).toEqual({
      ...password,
      tenantId: '000000',
      scope: 'all',
    });
    expect(session.token()).toBe('t1');
    expect(readStored('menuIds')).toEqual(['post.publish']);
  });

  test('a wrong password comes back as the form’s message', async () => {
    server.answer(() => ({ body: { error_code: 400, error_description: '手机号或密码不正确' } }));
    const { account, session } = start();
    expect(await account.logIn(password)).toEqual({ isLoggedIn: false, message: '手机号或密码不正确' });
    expect(session.token()).toBeUndefined();
    expect(useDialogs.getState().waiting).toEqual([]);
  });

  test('what a log-in lacks comes back by its name, with what goes along', async () => {
    const refusal = { error_code: 400, error_description: '请绑定手机号', error: 'bind_required' };
    server.answer(() => ({ body: { ...refusal, bindTicket: 'b1', nickname: '潮生' } }));
    const { account } = start();
    const scanned = { grant_type: 'social', source: 'wechat', code: 'c', state: 's' } as const;
    expect(await account.logIn(scanned)).toEqual({
      isLoggedIn: false,
      message: '请绑定手机号',
      lack: 'bind_required',
      bindTicket: 'b1',
      nickname: '潮生',
    });
  });

  test('an account that waits to be deleted says until when', async () => {
    const deletionDueAt = '2026-12-01T08:00:00+08:00';
    server.answer(() => ({ body: { ...grant('t1'), deletion_due_at: deletionDueAt } }));
    expect(await start().account.logIn(password)).toEqual({ isLoggedIn: true, deletionDueAt });
  });

  test('a log-in over a dead token is not undone by it', async () => {
    server.answer(({ headers }) => ({
      body: grant('alive'),
      headers: headers['blade-auth'] ? { 'x-session': 'expired' } : {},
    }));
    const { account, session } = start();
    await account.logIn(password);
    await account.logIn(password);
    expect(session.token()).toBe('alive');
  });

  test('a session past half of its life is renewed before the next call', async () => {
    const { account, call } = start();
    vi.useFakeTimers({ toFake: ['Date'] });
    server.answer(({ url, body }) => {
      if (!url.includes('/token')) return { body: envelope(['好']) };
      return { body: grant(new URLSearchParams(body).get('refresh_token') === 'refresh-t1' ? 't2' : 't1') };
    });
    await account.logIn(password);
    vi.setSystemTime(Date.now() + 1_800_000);
    await call('GET /reception/list');
    vi.useRealTimers();
    expect(server.arrivals.map(({ url }) => url)).toEqual([
      '/api/blade-auth/oauth/token',
      '/api/blade-auth/oauth/token',
      '/api/reception/list',
    ]);
    expect(server.arrivals[2]?.headers['blade-auth']).toBe('bearer t2');
  });

  test('a log-out revokes the token and forgets it, even without an answer', async () => {
    server.answer(() => ({ body: grant('t1') }));
    const { account, session } = start();
    await account.logIn(password);
    server.answer(() => ({ status: 401, body: envelope(null, 401, '') }));
    await account.logOut();
    expect(server.arrivals[1]).toMatchObject({
      url: '/api/blade-auth/oauth/logout',
      headers: { 'blade-auth': 'bearer t1' },
    });
    expect(session.token()).toBeUndefined();
    expect(readStored('menuIds')).toBeUndefined();
    expect(useDialogs.getState().waiting).toEqual([]);
    await account.logOut();
    expect(server.arrivals).toHaveLength(2);
  });
});
