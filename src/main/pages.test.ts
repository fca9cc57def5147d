import { expect, test } from 'vitest';
import { parseUrl } from './pages.ts';

test.each([
  ['/index', '/index'],
  ['/search?keyword=%F0%A0%AE%B7', '/search'],
  ['//', '//'],
  ['//evil.example/index', '//evil.example/index'],
  ['//[', '//['],
  ['//a:99999999/x', '//a:99999999/x'],
  ['/\\evil.example', '//evil.example'],
  ['http://evil.example/index', '/index'],
  ['http://[', '/404'],
  ['*', '/*'],
])('the address %s is the path %s of this site', (given, path) => {
  expect(parseUrl(given).pathname).toBe(path);
});
