// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { changeStored, readStored, removeStored, subscribeToStored, writeStored } from './storage.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  removeStored('token', 'columnList', 'menuIds', 'routerPath', 'initialLocation');
});

describe('docs/product.md §3: stored values may have an expiry time', () => {
  test('keeps an entry without an expiry time', () => {
    writeStored('routerPath', '/search?keyword=𠮷');
    vi.setSystemTime(Date.now() + 1e12);
    expect(readStored('routerPath')).toBe('/search?keyword=𠮷');
  });

  test('reads an expired entry as empty and deletes it', () => {
    writeStored('menuIds', ['a'], Date.now() + 1000);
    vi.setSystemTime(Date.now() + 999);
    expect(readStored('menuIds')).toEqual(['a']);
    vi.setSystemTime(Date.now() + 1);
    expect(localStorage.getItem('menuIds')).not.toBeNull();
    expect(readStored('menuIds')).toBeUndefined();
    expect(localStorage.getItem('menuIds')).toBeNull();
  });

  test('keeps the expiry of a changed entry, and does not create a missing one', () => {
    writeStored('menuIds', ['a'], Date.now() + 1000);
    changeStored('menuIds', (codes) => [...codes, 'b']);
    expect(readStored('menuIds')).toEqual(['a', 'b']);
    vi.setSystemTime(Date.now() + 1000);
    changeStored('menuIds', (codes) => [...codes, 'c']);
    expect(readStored('menuIds')).toBeUndefined();
  });

  test('has the keys of docs/product.md §3', () => {
    writeStored('routerPath', '/index');
    writeStored('initialLocation', '/');
    writeStored('columnList', []);
    writeStored('menuIds', []);
    expect(Object.keys(localStorage).sort()).toEqual([
      'columnList',
      'initialLocation',
      'menuIds',
      'routerPath',
    ]);
  });

  test('returns the same object for the same entry', () => {
    writeStored('menuIds', ['a']);
    expect(readStored('menuIds')).toBe(readStored('menuIds'));
  });
});

describe('storage may contain invalid data', () => {
  test.each(['{', 'null', '5', '"text"', '{"other":1}', ''])('broken text %j reads as empty', (raw) => {
    localStorage.setItem('token', raw);
    expect(readStored('token')).toBeUndefined();
    expect(localStorage.getItem('token')).toBeNull();
  });

  test('full or disabled storage is replaced by the memory of the tab', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    writeStored('routerPath', '/vip');
    expect(readStored('routerPath')).toBe('/vip');
    removeStored('routerPath');
    expect(readStored('routerPath')).toBeUndefined();
  });

  test('storage that throws on access causes no error', () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(readStored('token')).toBeUndefined();
    writeStored('routerPath', '/rined');
    expect(readStored('routerPath')).toBe('/rined');
    removeStored('routerPath');
    expect(readStored('routerPath')).toBeUndefined();
  });

  test('changes notify listeners, including changes by other tabs', () => {
    const calls = vi.fn();
    const stop = subscribeToStored(calls);
    writeStored('routerPath', '/a');
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    stop();
    writeStored('routerPath', '/b');
    expect(calls).toHaveBeenCalledTimes(2);
  });
});
