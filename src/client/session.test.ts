// @vitest-environment jsdom
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { grant as rawGrant } from '#testing/stand-in-server.ts';
import { closeDialog, useDialogs } from './dialogs.ts';
import type { TokenGrant } from './envelope.ts';
import { holdContent } from './screen.ts';
import { changeUser, createSession, followSession, isLoggedIn, type SessionOptions } from './session.ts';
import { readStored, removeStored } from './storage.ts';
import { useDataCount, useUser } from './stores.ts';

const grant = (token: string, more: Partial<TokenGrant> = {}) =>
  rawGrant(token, more) as unknown as TokenGrant;

let letGo: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  useDialogs.setState({ waiting: [] });
});

afterEach(() => {
  vi.runAllTimers();
  for (const release of letGo) release();
  letGo = [];
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
    currentAddress: () => '/vip/detail?id=3#p',
    renew: async () => undefined,
    ...more,
  });
  return { session, goTo };
}

describe('seed §4: 401', () => {
  test('warns, and after 1.5 s goes to /login with the way back', () => {
    const { session, goTo } = start();
    session.begin(grant('t'));
    session.refused('t');
    expect(warnings()).toEqual(['登录状态过期，请重新登录！']);
    expect(isLoggedIn()).toBe(false);
    vi.advanceTimersByTime(1499);
    expect(goTo).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(goTo.mock.calls).toEqual([[`/login?returnTo=${encodeURIComponent('/vip/detail?id=3#p')}`]]);
    expect(dialogs()).toEqual([]);
  });

  test('a late answer does not bring the dialog back that was put away, nor tell who logged out', () => {
    letGo.push(holdContent());
    const { session } = start();
    session.begin(grant('t'));
    session.refused('t');
    expect(dialogs()).toHaveLength(1);
    closeDialog(false);
    session.refused('t');
    session.expired('t');
    expect(dialogs()).toEqual([]);
    session.begin(grant('u'));
    session.forget();
    session.refused('u');
    expect(dialogs()).toEqual([]);
    session.begin(grant('u'));
    session.refused('u');
    expect(dialogs()).toHaveLength(1);
  });

  test('many calls failing at once are one warning and one redirect', () => {
    const { session, goTo } = start();
    for (let n = 0; n < 10; n += 1) session.refused(undefined);
    expect(warnings()).toHaveLength(1);
    vi.runAllTimers();
    expect(goTo).toHaveBeenCalledTimes(1);
  });

  test('a log-in within the 1.5 s keeps people where they are', () => {
    const { session, goTo } = start();
    session.refused(undefined);
    session.begin(grant('fresh'));
    vi.runAllTimers();
    expect(goTo).not.toHaveBeenCalled();
    expect(session.token()).toBe('fresh');
  });

  test('a warning already given is not followed by a dialog', () => {
    const { session, goTo } = start();
    session.refused(undefined);
    letGo.push(holdContent());
    session.refused(undefined);
    vi.runAllTimers();
    expect([warnings().length, dialogs(), goTo.mock.calls.length]).toEqual([1, [], 1]);
  });

  test('on /login itself nothing is warned of', () => {
    const { session, goTo } = start({ currentAddress: () => '/login?returnTo=%2Fvip' });
    session.refused(undefined);
    vi.runAllTimers();
    expect(warnings()).toEqual([]);
    expect(goTo).not.toHaveBeenCalled();
  });

  test('the late answer to a replaced token ends nothing', () => {
    const { session, goTo } = start();
    session.begin(grant('new'));
    session.refused('old');
    session.expired('old');
    vi.runAllTimers();
    expect(session.token()).toBe('new');
    expect([warnings(), dialogs(), goTo.mock.calls]).toEqual([[], [], []]);
  });
});

describe('PRODUCT §4: with content on screen', () => {
  beforeEach(() => {
    letGo.push(holdContent());
  });

  test('the session-expired dialog appears instead of the redirect', () => {
    const { session, goTo } = start();
    session.begin(grant('t'));
    session.refused('t');
    vi.runAllTimers();
    expect(dialogs()).toMatchObject([
      { kind: 'session-expired', message: '登录过期，请重新登录', confirmText: '登录' },
    ]);
    expect([warnings(), goTo.mock.calls, session.token()]).toEqual([[], [], undefined]);
    closeDialog(true);
    expect(goTo).toHaveBeenCalledWith(`/login?returnTo=${encodeURIComponent('/vip/detail?id=3#p')}`);
  });

  test('many calls are one dialog; dismissed, the next dead call may show it again', () => {
    const { session, goTo } = start();
    for (let n = 0; n < 10; n += 1) session.refused(undefined);
    expect(dialogs()).toHaveLength(1);
    closeDialog(false);
    expect(goTo).not.toHaveBeenCalled();
    session.refused(undefined);
    expect(dialogs()).toHaveLength(1);
  });
});

describe('PRODUCT §4: X-Session: expired', () => {
  test('forgets the token and shows the dialog once', () => {
    const { session } = start();
    session.begin(grant('t'));
    for (let n = 0; n < 5; n += 1) session.expired('t');
    session.refused('t');
    expect(session.token()).toBeUndefined();
    expect(readStored('menuIds')).toBeUndefined();
    expect(dialogs()).toHaveLength(1);
    expect(warnings()).toEqual([]);
  });

  test('means nothing to a visitor', () => {
    start().session.expired(undefined);
    expect(dialogs()).toEqual([]);
  });
});

describe('seed §3, §7: the stored session', () => {
  test('a log-in stores token and permission codes until they expire', () => {
    const { session } = start();
    session.begin(grant('t', { expires_in: 100, menuIds: ['a', 'b'] }));
    expect(session.token()).toBe('t');
    expect(readStored('menuIds')).toEqual(['a', 'b']);
    vi.setSystemTime(Date.now() + 100_000);
    expect(session.token()).toBeUndefined();
    expect(localStorage.getItem('token')).toBeNull();
    expect(readStored('menuIds')).toBeUndefined();
  });

  test('a grant that does not say how long it lives stays', () => {
    const { session } = start();
    session.begin(grant('t', { expires_in: Number.NaN }));
    vi.setSystemTime(Date.now() + 1e12);
    expect(session.token()).toBe('t');
  });

  test('the stores follow the session, also of another tab', () => {
    const { session } = start();
    letGo.push(followSession());
    session.begin(grant('t', { avatar: '/a.png' }));
    expect(useUser.getState().userInfo).toMatchObject({ id: '7', name: '𠮷祥' });
    expect(useDataCount.getState()).toMatchObject({ avatar: '/a.png', name: '𠮷祥' });
    localStorage.removeItem('token');
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    expect(useUser.getState().userInfo).toBeUndefined();
    expect(useDataCount.getState()).toMatchObject({ avatar: '', name: '' });
  });
});

describe('renewal', () => {
  test('the first call past half of the life renews, however many calls wait', async () => {
    const renew = vi.fn(async (refreshToken: string) => grant(`after-${refreshToken}`));
    const { session } = start({ renew });
    session.begin(grant('t', { expires_in: 100 }));
    expect(await session.freshToken()).toBe('t');
    vi.setSystemTime(Date.now() + 50_000);
    const tokens = await Promise.all([session.freshToken(), session.freshToken(), session.freshToken()]);
    expect(tokens).toEqual(Array(3).fill('after-refresh-t'));
    expect(renew).toHaveBeenCalledTimes(1);
  });

  test('a refused renewal leaves the token its life and is not asked for at every call', async () => {
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

  test('who logs out during a renewal stays logged out', async () => {
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

test('a changed name is shown at once and leaves token and expiry as they are', () => {
  const { session } = start();
  session.begin(grant('t'));
  letGo.push(followSession());
  changeUser({ name: '看潮的𠮷' });
  expect(useUser.getState().userInfo?.name).toBe('看潮的𠮷');
  expect(useDataCount.getState().name).toBe('看潮的𠮷');
  expect(session.token()).toBe('t');
});
