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

describe('seed §3: stored values may carry an expiry time', () => {
  test('an entry without one stays', () => {
    writeStored('routerPath', '/search?keyword=𠮷');
    vi.setSystemTime(Date.now() + 1e12);
    expect(readStored('routerPath')).toBe('/search?keyword=𠮷');
  });

  test('an expired entry reads as empty and is deleted on read', () => {
    writeStored('menuIds', ['a'], Date.now() + 1000);
    vi.setSystemTime(Date.now() + 999);
    expect(readStored('menuIds')).toEqual(['a']);
    vi.setSystemTime(Date.now() + 1);
    expect(localStorage.getItem('menuIds')).not.toBeNull();
    expect(readStored('menuIds')).toBeUndefined();
    expect(localStorage.getItem('menuIds')).toBeNull();
  });

  test('an entry that is changed keeps its expiry, and one that is not there is not made', () => {
    writeStored('menuIds', ['a'], Date.now() + 1000);
    changeStored('menuIds', (codes) => [...codes, 'b']);
    expect(readStored('menuIds')).toEqual(['a', 'b']);
    vi.setSystemTime(Date.now() + 1000);
    changeStored('menuIds', (codes) => [...codes, 'c']);
    expect(readStored('menuIds')).toBeUndefined();
  });

  test('the keys are the seed’s', () => {
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

  test('the same entry reads as the same object', () => {
    writeStored('menuIds', ['a']);
    expect(readStored('menuIds')).toBe(readStored('menuIds'));
  });
});

describe('what storage holds is not ours alone', () => {
  test.each(['{', 'null', '5', '"text"', '{"other":1}', ''])('broken text %j reads as empty', (raw) => {
    localStorage.setItem('token', raw);
    expect(readStored('token')).toBeUndefined();
    expect(localStorage.getItem('token')).toBeNull();
  });

  test('a full or closed storage is replaced by the tab’s memory', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    writeStored('routerPath', '/vip');
    expect(readStored('routerPath')).toBe('/vip');
    removeStored('routerPath');
    expect(readStored('routerPath')).toBeUndefined();
  });

  test('storage that may not even be touched is no error', () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(readStored('token')).toBeUndefined();
    writeStored('routerPath', '/rined');
    expect(readStored('routerPath')).toBe('/rined');
    removeStored('routerPath');
    expect(readStored('routerPath')).toBeUndefined();
  });

  test('changes are announced, other tabs’ included', () => {
    const heard = vi.fn();
    const stop = subscribeToStored(heard);
    writeStored('routerPath', '/a');
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    stop();
    writeStored('routerPath', '/b');
    expect(heard).toHaveBeenCalledTimes(2);
  });
});
