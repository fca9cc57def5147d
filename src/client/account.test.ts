// @vitest-environment jsdom
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  envelope,
  openPageAt,
  type StandInServer,
  startStandInServer,
  tokenGrant,
} from '#testing/stand-in-server.ts';
import type { Client, ClientOptions } from './client.ts';
import { useDialogs } from './dialogs.ts';
import { readStored, removeStored } from './storage.ts';

type Answers = { 'GET /reception/list': { data: string[] } };

let server: StandInServer;
let createClient: (options: ClientOptions) => Client<Answers>;

beforeAll(async () => {
  server = await startStandInServer();
  openPageAt(server.origin);
  ({ createClient } = await import('./client.ts'));
});

afterAll(() => server.close());

beforeEach(() => {
  server.requests.length = 0;
  removeStored('token', 'menuIds');
  useDialogs.setState({ waiting: [] });
});

const start = () =>
  createClient({ goTo: vi.fn(), wantedAddress: () => '/login', visitorAddress: () => undefined });
const password = { grant_type: 'password', username: '13800000000', password: 'p&ss 密' } as const;

describe('docs/product.md §18: the token call', () => {
  test('sends a log-in as a form in the body, never in the address, and saves the session', async () => {
    server.answer(() => ({ body: tokenGrant('t1') }));
    const { account, session } = start();
    expect(await account.logIn(password)).toEqual({ isLoggedIn: true, deletionDueAt: null });
    expect(server.requests[0]?.url).toBe('/api/blade-auth/oauth/token');
    expect(Object.fromEntries(new URLSearchParams(server.requests[0]?.body))).toEqual({
      ...password,
      tenantId: '000000',
      scope: 'all',
    });
    expect(session.token()).toBe('t1');
    expect(readStored('menuIds')).toEqual(['post.publish']);
  });

  test("returns the form's message for a wrong password", async () => {
    server.answer(() => ({ body: { error_code: 400, error_description: '手机号或密码不正确' } }));
    const { account, session } = start();
    expect(await account.logIn(password)).toEqual({ isLoggedIn: false, message: '手机号或密码不正确' });
    expect(session.token()).toBeUndefined();
    expect(useDialogs.getState().waiting).toEqual([]);
  });

  test('returns the name of the missing requirement and its data', async () => {
    const refusal = { error_code: 400, error_description: '请绑定手机号', error: 'bind_required' };
    server.answer(() => ({ body: { ...refusal, bindTicket: 'b1', nickname: '潮生' } }));
    const { account } = start();
    const scanned = { grant_type: 'social', source: 'wechat', code: 'c', state: 's' } as const;
    expect(await account.logIn(scanned)).toEqual({
      isLoggedIn: false,
      message: '请绑定手机号',
      requirement: 'bind_required',
      bindTicket: 'b1',
      nickname: '潮生',
    });
  });

  test('returns when an account with a pending deletion will be deleted', async () => {
    const deletionDueAt = '2026-12-01T08:00:00+08:00';
    server.answer(() => ({ body: { ...tokenGrant('t1'), deletion_due_at: deletionDueAt } }));
    expect(await start().account.logIn(password)).toEqual({ isLoggedIn: true, deletionDueAt });
  });

  test('a log-in sends no stored token, so an expired one cannot end the new session', async () => {
    server.answer(({ headers }) => ({
      body: tokenGrant('alive'),
      headers: headers['blade-auth'] ? { 'x-session': 'expired' } : {},
    }));
    const { account, session } = start();
    await account.logIn(password);
    await account.logIn(password);
    expect(session.token()).toBe('alive');
  });

  test('renews a session past half of its lifetime before the next call', async () => {
    const { account, call } = start();
    vi.useFakeTimers({ toFake: ['Date'] });
    server.answer(({ url, body }) => {
      if (!url.includes('/token')) return { body: envelope(['好']) };
      return {
        body: tokenGrant(new URLSearchParams(body).get('refresh_token') === 'refresh-t1' ? 't2' : 't1'),
      };
    });
    await account.logIn(password);
    vi.setSystemTime(Date.now() + 1_800_000);
    await call('GET /reception/list');
    vi.useRealTimers();
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/api/blade-auth/oauth/token',
      '/api/blade-auth/oauth/token',
      '/api/reception/list',
    ]);
    expect(server.requests[2]?.headers['blade-auth']).toBe('bearer t2');
  });

  test('revokes and removes the token on log-out, even if the server does not answer', async () => {
    server.answer(() => ({ body: tokenGrant('t1') }));
    const { account, session } = start();
    await account.logIn(password);
    server.answer(() => ({ status: 401, body: envelope(null, 401, '') }));
    await account.logOut();
    expect(server.requests[1]).toMatchObject({
      url: '/api/blade-auth/oauth/logout',
      headers: { 'blade-auth': 'bearer t1' },
    });
    expect(session.token()).toBeUndefined();
    expect(readStored('menuIds')).toBeUndefined();
    expect(useDialogs.getState().waiting).toEqual([]);
    await account.logOut();
    expect(server.requests).toHaveLength(2);
  });
});
