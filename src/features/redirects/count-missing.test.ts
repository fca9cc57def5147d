import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAddress } from '#shared/old-address.ts';
import { runs } from '#testing/runs.ts';
import { missingAddressOf, referrerHostOf } from './count-missing.ts';

const kept = (address: string) => missingAddressOf(readAddress(address) ?? { path: '/', query: '' });

describe('of addresses that nothing answers', () => {
  test.each([
    ['/2010/08/06/hello/', '/2010/08/06/hello'],
    ['/about.html', '/about.html'],
    ['/%E6%97%A7?utm_source=x', '/旧'],
    ['/%C4%E3.html', '/你.html'],
    ['/?p=568&from=timeline', '/?p=568'],
    ['/blog?page_id=2&token=secret', '/blog?page_id=2'],
    ['/index.php/2010/hello', '/index.php/2010/hello'],
    ['/v1.5-released', '/v1.5-released'],
  ])('%s is counted as %s', (address, expected) => expect(kept(address)).toBe(expected));

  test.each([
    '/',
    '/?utm_source=x',
    '/wp-login.php',
    '/.env',
    '/.git/config',
    '/a/.aws/credentials',
    '/wp-content/uploads/2010/08/a.jpg',
    '/wp-admin/setup-config.php',
    '/cgi-bin/test',
    '/vendor/phpunit/eval-stdin.php',
    '/backup.zip',
    '/image.png',
    '/app.js',
    '/%FF',
    `/${'long'.repeat(200)}`,
  ])('%s is not counted', (address) => expect(kept(address)).toBeNull());
});

test('of a private feed that was mistyped keep no token, however it is written', () => {
  const token = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => Buffer.from(bytes).toString('base64url'));
  const around = fc.constantFrom('', '/', '.', '/feed', '-x', 'x', '%20', '.html', '//', '/index.html');
  const before = fc.constantFrom(
    '/feed/private/',
    '/Feed/Private/',
    '/feed//private/',
    '/',
    '/api/feed/private/',
    '/x',
  );
  fc.assert(
    fc.property(before, token, around, (start, secret, end) => {
      // A token in one case is rarer than any collision.
      fc.pre(/[a-z]/.test(secret) && /[A-Z]/.test(secret));
      expect(kept(start + secret + end)).toBeNull();
    }),
    { numRuns: runs(100) },
  );
  expect(kept('/feed/private/short')).toBeNull();
  expect(kept('/a-long-title-of-a-post-that-is-still-a-slug-2019')).not.toBeNull();
});

test.each([
  ['https://www.example.com/a?b=c', 'www.example.com'],
  ['https://portal.example/index', ''],
  ['android-app://com.tencent.mm/', ''],
  ['nothing', ''],
  [undefined, ''],
])('the referrer %s is stored as %j', (referrer, host) =>
  expect(referrerHostOf(referrer, 'portal.example')).toBe(host),
);
