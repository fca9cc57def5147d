// @vitest-environment jsdom
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { tokenGrant as rawGrant } from '#testing/stand-in-server.ts';
import { closeDialog, useDialogs } from './dialogs.ts';
import type { TokenGrant } from './envelope.ts';
import { changeUser, createSession, isLoggedIn, type SessionOptions, syncSession } from './session.ts';
import { readStored, removeStored } from './storage.ts';
import { useDataCount, useUser } from './stores.ts';

const grant = (token: string, more: Partial<TokenGrant> = {}) =>
  rawGrant(token, more) as unknown as TokenGrant;

let releaseRenewal: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  useDialogs.setState({ waiting: [] });
});

afterEach(() => {
  vi.runAllTimers();
  for (const releaseLock of releaseRenewal) releaseLock();
  releaseRenewal = [];
  toast.dismiss();
  removeStored('token', 'menuIds');
  vi.useRealTimers();
});

const warnings = () => toast.getToasts().map((shown) => ('title' in shown ? shown.title : undefined));
const dialogs = () => useDialogs.getState().waiting;

function start(more: Partial<SessionOptions> = {}) {
  const goTo = vi.fn();
  const session = createSession({
    goTo,
    wantedAddress: () => '/vip/detail?id=3#p',
    visitorAddress: () => undefined,
    renew: async () => undefined,
    ...more,
  });
  return { session, goTo };
}

describe('docs/product.md §4: 401', () => {
  test('warns, and after 1.5 s redirects to /login with the address to return to', () => {
    const { session, goTo } = start();
    session.begin(grant('t'));
    session.onUnauthorized('t');
    expect(warnings()).toEqual(['登录状态过期，请重新登录！']);
    expect(isLoggedIn()).toBe(false);
    vi.advanceTimersByTime(1499);
    expect(goTo).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(goTo.mock.calls).toEqual([[`/login?returnTo=${encodeURIComponent('/vip/detail?id=3#p')}`]]);
    expect(dialogs()).toEqual([]);
  });

  test('returns to the page that a navigation leads to, even if it began after the call', () => {
    let address = '/index';
    const { session, goTo } = start({ wantedAddress: () => address });
    session.onUnauthorized(undefined);
    address = '/personal/collect?kind=news';
    vi.runAllTimers();
    expect(goTo.mock.calls).toEqual([
      [`/login?returnTo=${encodeURIComponent('/personal/collect?kind=news')}`],
    ]);
  });

  test('ignores a late 401 after the member logged out', () => {
    const { session } = start();
    session.begin(grant('u'));
    session.forget();
    session.onUnauthorized('u');
    expect([warnings(), dialogs()]).toEqual([[], []]);
    session.begin(grant('u'));
    session.onUnauthorized('u');
    expect(warnings()).toHaveLength(1);
  });

  test('shows one warning and one redirect for many failing calls', () => {
    const { session, goTo } = start();
    for (let n = 0; n < 10; n += 1) session.onUnauthorized(undefined);
    expect(warnings()).toHaveLength(1);
    vi.runAllTimers();
    expect(goTo).toHaveBeenCalledTimes(1);
  });

  test('does not redirect after a log-in within the 1.5 s', () => {
    const { session, goTo } = start();
    session.onUnauthorized(undefined);
    session.begin(grant('fresh'));
    vi.runAllTimers();
    expect(goTo).not.toHaveBeenCalled();
    expect(session.token()).toBe('fresh');
  });

  test('takes precedence over the dialog that announces the end of the same session', () => {
    const { session, goTo } = start();
    session.begin(grant('t'));
    session.onExpired('t');
    expect(dialogs()).toHaveLength(1);
    session.onUnauthorized('t');
    expect(warnings()).toHaveLength(1);
    vi.runAllTimers();
    expect([dialogs(), goTo.mock.calls.length]).toEqual([[], 1]);
  });

  test('shows no warning on /login itself', () => {
    const { session, goTo } = start({ wantedAddress: () => '/login?returnTo=%2Fvip' });
    session.onUnauthorized(undefined);
    vi.runAllTimers();
    expect(warnings()).toEqual([]);
    expect(goTo).not.toHaveBeenCalled();
  });

  test('ignores a late 401 for a replaced token', () => {
    const { session, goTo } = start();
    session.begin(grant('new'));
    session.onUnauthorized('old');
    session.onExpired('old');
    vi.runAllTimers();
    expect(session.token()).toBe('new');
    expect([warnings(), dialogs(), goTo.mock.calls]).toEqual([[], [], []]);
  });
});

describe('docs/product.md §14: X-Session: expired', () => {
  test('removes the token and shows the dialog once, whose button leads to the log-in', () => {
    const { session, goTo } = start();
    session.begin(grant('t'));
    for (let n = 0; n < 5; n += 1) session.onExpired('t');
    expect(session.token()).toBeUndefined();
    expect(readStored('menuIds')).toBeUndefined();
    expect(dialogs()).toMatchObject([
      { kind: 'session-expired', message: '登录过期，请重新登录', confirmText: '登录' },
    ]);
    expect(warnings()).toEqual([]);
    closeDialog(true);
    expect(goTo.mock.calls).toEqual([[`/login?returnTo=${encodeURIComponent('/vip/detail?id=3#p')}`]]);
  });

  test('a dismissed dialog leaves a page open that visitors may see, and announces nothing again', () => {
    const { session, goTo } = start();
    session.begin(grant('t'));
    session.onExpired('t');
    closeDialog(false);
    session.onUnauthorized('t');
    session.onExpired('t');
    vi.runAllTimers();
    expect([dialogs(), warnings(), goTo.mock.calls]).toEqual([[], [], []]);
  });

  test('a dismissed dialog leaves a page that needs a log-in for one that visitors may see', () => {
    const { session, goTo } = start({ visitorAddress: () => '/index' });
    session.begin(grant('t'));
    session.onExpired('t');
    closeDialog(false);
    expect(goTo.mock.calls).toEqual([['/index']]);
  });

  test('has no effect for a visitor', () => {
    start().session.onExpired(undefined);
    expect(dialogs()).toEqual([]);
  });
});

describe('docs/product.md §3, §7: the stored session', () => {
  test('a log-in saves token and permission codes until they expire', () => {
    const { session } = start();
    session.begin(grant('t', { expires_in: 100, menuIds: ['a', 'b'] }));
    expect(session.token()).toBe('t');
    expect(readStored('menuIds')).toEqual(['a', 'b']);
    vi.setSystemTime(Date.now() + 100_000);
    expect(session.token()).toBeUndefined();
    expect(localStorage.getItem('token')).toBeNull();
    expect(readStored('menuIds')).toBeUndefined();
  });

  test('a grant without a lifetime does not expire', () => {
    const { session } = start();
    session.begin(grant('t', { expires_in: Number.NaN }));
    vi.setSystemTime(Date.now() + 1e12);
    expect(session.token()).toBe('t');
  });

  test('the stores follow the session, including log-ins and log-outs in other tabs', () => {
    const { session } = start();
    releaseRenewal.push(syncSession());
    session.begin(grant('t', { avatar: '/a.png' }));
    expect(useUser.getState().userInfo).toMatchObject({ id: '7', name: '𠮷祥' });
    expect(useDataCount.getState()).toMatchObject({ avatar: '/a.png', name: '𠮷祥' });
    localStorage.removeItem('token');
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    expect(useUser.getState().userInfo).toBeUndefined();
    expect(useDataCount.getState()).toMatchObject({ avatar: '', name: '' });
  });
});

test('docs/product.md §4: a restored page hears of a log-in that it missed', () => {
  releaseRenewal.push(syncSession());
  const session = {
    token: 't',
    refreshToken: 'r',
    user: { id: '7', account: '', name: '𠮷祥', avatar: '', roleName: '' },
  };
  localStorage.setItem('token', JSON.stringify({ value: session }));
  expect(useUser.getState().userInfo).toBeUndefined();
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(useUser.getState().userInfo).toMatchObject({ id: '7' });
});

describe('renewal', () => {
  test('happens once on the first call past half of the lifetime, however many calls wait', async () => {
    const renew = vi.fn(async (refreshToken: string) => grant(`after-${refreshToken}`));
    const { session } = start({ renew });
    session.begin(grant('t', { expires_in: 100 }));
    expect(await session.freshToken()).toBe('t');
    vi.setSystemTime(Date.now() + 50_000);
    const tokens = await Promise.all([session.freshToken(), session.freshToken(), session.freshToken()]);
    expect(tokens).toEqual(Array(3).fill('after-refresh-t'));
    expect(renew).toHaveBeenCalledTimes(1);
  });

  test('keeps the token if refused, and is not attempted again on every call', async () => {
    const renew = vi.fn(() => Promise.reject(new Error('unreachable')));
    const { session } = start({ renew });
    session.begin(grant('t', { expires_in: 1000 }));
    vi.setSystemTime(Date.now() + 600_000);
    expect(await session.freshToken()).toBe('t');
    expect(await session.freshToken()).toBe('t');
    expect(renew).toHaveBeenCalledTimes(1);
    vi.setSystemTime(Date.now() + 60_000);
    await session.freshToken();
    expect(renew).toHaveBeenCalledTimes(2);
  });

  test('is repeated when the token is refused after a renewal without an answer', async () => {
    const renew = vi
      .fn<SessionOptions['renew']>()
      .mockRejectedValueOnce(new Error('no answer'))
      .mockResolvedValue(grant('successor'));
    const { session } = start({ renew });
    session.begin(grant('t', { expires_in: 1000 }));
    vi.setSystemTime(Date.now() + 600_000);
    expect(await session.freshToken()).toBe('t');
    expect(await session.freshToken('another')).toBe('t');
    expect(await Promise.all([session.freshToken('t'), session.freshToken('t')])).toEqual(
      Array(2).fill('successor'),
    );
    expect(renew.mock.calls.map(([refreshToken]) => refreshToken)).toEqual(['refresh-t', 'refresh-t']);
    expect(renew.mock.calls[0]?.[1]).toBeInstanceOf(AbortSignal);
  });

  test.each([
    ['three without an answer', 3, () => Promise.reject(new Error('no answer'))],
    ['one that was refused', 1, () => Promise.resolve(undefined)],
  ])('is not repeated after %s', async (_, times, answer) => {
    const renew = vi.fn<SessionOptions['renew']>(answer);
    const { session } = start({ renew });
    session.begin(grant('t', { expires_in: 1000 }));
    vi.setSystemTime(Date.now() + 600_000);
    await session.freshToken();
    expect(await session.freshToken('t')).toBe('t');
    expect(await session.freshToken('t')).toBe('t');
    expect(renew).toHaveBeenCalledTimes(times);
  });

  test('does not wait for another tab that renews for too long', async () => {
    const request = vi.fn(() => Promise.reject(new DOMException('', 'TimeoutError')));
    vi.stubGlobal('navigator', { locks: { request } });
    const { session } = start({ renew: async () => grant('successor') });
    session.begin(grant('t', { expires_in: 100 }));
    vi.setSystemTime(Date.now() + 60_000);
    expect(await session.freshToken()).toBe('successor');
    expect(request).toHaveBeenCalledTimes(1);
    vi.unstubAllGlobals();
  });

  test('a member who logs out during a renewal stays logged out', async () => {
    const { session } = start({
      renew: async () => {
        session.forget();
        return grant('late');
      },
    });
    session.begin(grant('t', { expires_in: 100 }));
    vi.setSystemTime(Date.now() + 60_000);
    expect(await session.freshToken()).toBeUndefined();
    expect(session.token()).toBeUndefined();
  });
});

test('a changed name is shown at once and keeps token and expiry', () => {
  const { session } = start();
  session.begin(grant('t'));
  releaseRenewal.push(syncSession());
  changeUser({ name: '看潮的𠮷' });
  expect(useUser.getState().userInfo?.name).toBe('看潮的𠮷');
  expect(useDataCount.getState().name).toBe('看潮的𠮷');
  expect(session.token()).toBe('t');
});
