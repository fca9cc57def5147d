// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest';
import { removeStored, type StoredSession, writeStored } from '#client/storage.ts';
import type { Statistics } from '#shared/statistics.ts';
import { countVisits, mayRunForeignScripts } from './count-visits.ts';

const none: Statistics = { baidu: '', umamiScript: '', umamiSite: '', google: '' };
const baidu = 'a'.repeat(32);
const site = '01234567-89ab-cdef-0123-456789abcdef';

type Listener = (state: { location: object; navigation: { state: string } }) => void;
let listeners: Listener[] = [];
const locationOf = (pathname: string, search = '') => ({ pathname, search, hash: '', state: null, key: '' });
const router = {
  state: { location: locationOf('/index') },
  subscribe: (listener: Listener) => {
    listeners.push(listener);
    return () => undefined;
  },
} as unknown as Parameters<typeof countVisits>[1];
const navigate = (pathname: string, search = '', state = 'idle') => {
  for (const listener of listeners)
    listener({ location: locationOf(pathname, search), navigation: { state } });
};
const session = { token: 'a', refreshToken: 'b', user: { id: '1', roleName: '' } } as StoredSession;
const staff = { ...session, user: { id: '1', roleName: '编辑' } } as StoredSession;
const logInAs = (...permissions: string[]) => {
  writeStored('menuIds', permissions);
  writeStored('token', session);
};
const scripts = () => [...document.querySelectorAll('script')].map(({ src }) => src);

beforeEach(() => {
  listeners = [];
  document.head.replaceChildren();
  delete window._hmt;
  delete window.dataLayer;
  removeStored('token', 'menuIds');
  router.state.location = locationOf('/index') as never;
});

test('loads nothing without ids, and no Umami with half of its settings', () => {
  countVisits(none, router, () => undefined);
  countVisits({ ...none, umamiScript: 'https://stats.example.cn/script.js' }, router, () => undefined);
  expect(scripts()).toEqual([]);
  expect(window._hmt).toBeUndefined();
});

test('loads the scripts of the chosen services only', () => {
  countVisits(
    { ...none, umamiScript: 'https://stats.example.cn/script.js', umamiSite: site },
    router,
    () => undefined,
  );
  expect(scripts()).toEqual(['https://stats.example.cn/script.js']);
  expect({ ...document.querySelector('script')?.dataset }).toEqual({
    websiteId: site,
    hostUrl: 'https://stats.example.cn',
  });
});

test('configures Google before its script arrives, with objects that it reads', () => {
  countVisits({ ...none, google: 'G-ABCDEF1234' }, router, () => undefined);
  expect(scripts()).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-ABCDEF1234']);
  expect(window.dataLayer?.map((entry) => Array.from(entry as ArrayLike<unknown>)[0])).toEqual([
    'js',
    'config',
  ]);
  expect(window.dataLayer?.every((entry) => !Array.isArray(entry))).toBe(true);
});

test('tells Baidu of each navigation once, when it has ended', () => {
  countVisits({ ...none, baidu }, router, () => undefined);
  expect(scripts()).toEqual([`https://hm.baidu.com/hm.js?${baidu}`]);
  navigate('/index');
  navigate('/vip', '?tag=a', 'loading');
  expect(window._hmt).toEqual([]);
  navigate('/vip', '?tag=a');
  navigate('/vip', '?tag=a');
  navigate('/index');
  expect(window._hmt).toEqual([
    ['_trackPageview', '/vip?tag=a'],
    ['_trackPageview', '/index'],
  ]);
});

describe('scripts of others', () => {
  test.each([
    ['/index', undefined, undefined, true],
    ['/index', session, [], true],
    ['/index', session, ['content.view'], false],
    ['/index', session, ['*'], false],
    ['/index', session, undefined, false],
    ['/login', undefined, undefined, false],
    ['/Login/', undefined, undefined, false],
    ['/password', session, [], false],
    ['/unsubscribe', undefined, undefined, false],
    ['/loginx', undefined, undefined, true],
    // Staff who have not set up their second factor yet.
    ['/index', staff, [], false],
    ['/preview', undefined, undefined, false],
    ['/outbox', session, [], false],
    ['/personal/security', session, [], false],
  ])('at %s with the session %j and the permissions %j run: %s', (pathname, token, menuIds, expected) =>
    expect(mayRunForeignScripts(pathname, { token, menuIds })).toBe(expected),
  );

  test('are not loaded in a browser that holds a token of staff', () => {
    logInAs('content.view');
    countVisits({ ...none, baidu }, router, () => undefined);
    expect([scripts(), listeners]).toEqual([[], []]);
    logInAs();
    countVisits({ ...none, baidu }, router, () => undefined);
    expect(scripts()).toHaveLength(1);
  });

  test('leave with their document before a password is typed, and when a token of staff appears', () => {
    const loaded: string[] = [];
    countVisits({ ...none, baidu }, router, (address) => loaded.push(address));
    navigate('/vip');
    expect(loaded).toEqual([]);
    navigate('/login', '?returnTo=%2Fvip');
    expect(loaded).toEqual(['/login?returnTo=%2Fvip']);
    logInAs();
    expect(loaded).toHaveLength(1);
    logInAs('*');
    expect(loaded.at(-1)).toBe('/index');
  });
});
