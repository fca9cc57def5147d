import { describe, expect, test } from 'vitest';
import { guardView, loginAddress, safeReturnPath } from './return-path.ts';

describe('docs/product.md §13: return paths must be on this site', () => {
  test.each([
    '/vip/detail?id=3',
    '/search?keyword=%E5%AE%81%E5%BE%B7#top',
    '/1001',
    '/',
    '/search?next=//evil.example',
    '/login-help',
  ])('%s is kept', (path) => {
    expect(safeReturnPath(path)).toBe(path);
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '@evil.example',
    ' /index',
    '',
    null,
    undefined,
    '/login',
    '/login?returnTo=%2Flogin',
  ])('%j is refused', (path) => {
    expect(safeReturnPath(path, '/index')).toBe('/index');
  });

  test('Han characters and emoji are percent-encoded', () => {
    expect(safeReturnPath('/search?keyword=𠮷😀')).toBe('/search?keyword=%F0%A0%AE%B7%F0%9F%98%80');
  });
});

test('the log-in address contains the exact address to return to', () => {
  expect(loginAddress('/vip/detail?id=3&x=%26#p')).toBe(
    `/login?returnTo=${encodeURIComponent('/vip/detail?id=3&x=%26#p')}`,
  );
  const back = new URL(loginAddress('/a?b=c&d=e'), 'http://x').searchParams.get('returnTo');
  expect(safeReturnPath(back)).toBe('/a?b=c&d=e');
});

test('the log-in address omits an address of another site', () => {
  expect(loginAddress('//evil.example')).toBe('/login');
  expect(loginAddress('/login?returnTo=%2Fvip')).toBe('/login');
});

test('docs/product.md §6: a view that needs a log-in redirects visitors and admits members', () => {
  expect(guardView({ auth: true }, false, '/vip?x=1')).toBe('/login?returnTo=%2Fvip%3Fx%3D1');
  expect(guardView({ auth: true }, true, '/vip')).toBeUndefined();
  expect(guardView({ auth: false }, false, '/index')).toBeUndefined();
});
