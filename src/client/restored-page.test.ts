// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { guardRestoredPage } from './restored-page.ts';
import { removeStored, writeStored } from './storage.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  document.documentElement.style.visibility = '';
  removeStored('token');
});

const user = (id: string) => ({ id, account: '', name: '', avatar: '', roleName: '' });
const logIn = (id: string, token = 't') => writeStored('token', { token, refreshToken: 'r', user: user(id) });
const isHidden = () => document.documentElement.style.visibility === 'hidden';
const pass = (type: 'pagehide' | 'pageshow', persisted = true) =>
  window.dispatchEvent(Object.assign(new Event(type), { persisted }));

/** Opens the page of a member or a visitor and freezes it. */
function freeze(shownId: string | undefined) {
  const [sync, reload] = [vi.fn(), vi.fn()];
  stops.push(guardRestoredPage(() => shownId, sync, reload));
  pass('pagehide');
  return { sync, reload };
}

test('a member’s page is hidden while it is frozen, and shown again to the same member', () => {
  logIn('7');
  const { sync, reload } = freeze('7');
  expect(isHidden()).toBe(true);
  logIn('7', 'renewed');
  pass('pageshow');
  expect([isHidden(), reload.mock.calls.length, sync.mock.calls.length]).toEqual([false, 0, 1]);
});

test.each([
  ['nobody', undefined],
  ['another member', '8'],
])('a member’s page is loaded again, still hidden, for %s', (_, id) => {
  logIn('7');
  const { sync, reload } = freeze('7');
  removeStored('token');
  if (id) logIn(id);
  pass('pageshow');
  expect([isHidden(), reload.mock.calls.length, sync.mock.calls.length]).toEqual([true, 1, 0]);
});

test('a visitor’s page stays and learns who is logged in now', () => {
  const { sync, reload } = freeze(undefined);
  expect(isHidden()).toBe(false);
  logIn('7');
  pass('pageshow');
  expect([reload.mock.calls.length, sync.mock.calls.length]).toEqual([0, 1]);
});

test('a page that is left or opened for good is not touched', () => {
  logIn('7');
  const { sync, reload } = freeze(undefined);
  stops.push(guardRestoredPage(() => '7', sync, reload));
  pass('pagehide', false);
  expect(isHidden()).toBe(false);
  removeStored('token');
  pass('pageshow', false);
  expect([reload.mock.calls.length, sync.mock.calls.length]).toEqual([0, 0]);
});
