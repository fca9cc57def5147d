// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest';
import { initialLocation, lastPath, rememberInitialLocation, rememberPath } from './places.ts';
import { removeStored } from './storage.ts';

afterEach(() => removeStored('routerPath', 'initialLocation'));

describe('seed §2, §3: where a person was', () => {
  test('the last non-404 path is remembered', () => {
    expect(lastPath('/index')).toBe('/index');
    rememberPath('/vip?page=2', false);
    rememberPath('/nowhere', true);
    expect(lastPath('/index')).toBe('/vip?page=2');
  });

  test('the initial location is remembered', () => {
    expect(initialLocation()).toBe('/');
    rememberInitialLocation('/1001/detail?id=5');
    expect(initialLocation()).toBe('/1001/detail?id=5');
  });

  test('what was tampered with is not followed', () => {
    localStorage.setItem('routerPath', JSON.stringify({ value: '//evil.example' }));
    localStorage.setItem('initialLocation', JSON.stringify({ value: { toString: 'x' } }));
    expect(lastPath('/index')).toBe('/index');
    expect(initialLocation('/index')).toBe('/index');
  });
});
