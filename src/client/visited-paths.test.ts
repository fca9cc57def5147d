// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest';
import { removeStored } from './storage.ts';
import { initialLocation, lastPath, saveInitialLocation, saveLastPath } from './visited-paths.ts';

afterEach(() => removeStored('routerPath', 'initialLocation'));

describe('docs/product.md §2, §3: visited paths', () => {
  test('saves the last path that was not a 404', () => {
    expect(lastPath('/index')).toBe('/index');
    saveLastPath('/vip?page=2', false);
    saveLastPath('/nowhere', true);
    expect(lastPath('/index')).toBe('/vip?page=2');
  });

  test('saves the initial location', () => {
    expect(initialLocation()).toBe('/');
    saveInitialLocation('/1001/detail?id=5');
    expect(initialLocation()).toBe('/1001/detail?id=5');
  });

  test('ignores a stored address that was tampered with', () => {
    localStorage.setItem('routerPath', JSON.stringify({ value: '//evil.example' }));
    localStorage.setItem('initialLocation', JSON.stringify({ value: { toString: 'x' } }));
    expect(lastPath('/index')).toBe('/index');
    expect(initialLocation('/index')).toBe('/index');
  });
});
