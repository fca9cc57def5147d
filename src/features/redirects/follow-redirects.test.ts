import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { candidatesOf, readAddress } from '#shared/old-address.ts';
import { followRedirects, type Redirect } from './follow-redirects.ts';
import { type RedirectStatus, readRedirect } from './read-redirect.ts';

const routes = ['/index', '/vip', '/vip/detail', '/search'];

/** Follows an address through a list of redirects, whatever they are. */
async function follow(address: string, redirects: Record<string, [RedirectStatus, string]>) {
  const rows = new Map<string, Redirect>(
    Object.entries(redirects).map(([source, [status, target]], at) => [
      source,
      { id: String(at + 1), source, status, target },
    ]),
  );
  const read = readAddress(address);
  if (!read) throw new Error(`${address} is no address`);
  const isRoute = async (given: string) => routes.includes(readAddress(given)?.path ?? '');
  const find = async (at: NonNullable<typeof read>) =>
    candidatesOf(at).flatMap((one) => rows.get(one) ?? [])[0];
  return followRedirects(read, { find, isRoute });
}

describe('an old address', () => {
  test('leads where the longest pattern says, and an exact source wins over patterns', async () => {
    const redirects = {
      '/blog/*': [301, '/search'],
      '/blog/2010/*': [302, '/vip?y=*'],
      '/blog/2010/x': [410, ''],
    } as const;
    const at = (address: string) => follow(address, redirects as never);
    expect(await at('/blog/a/')).toEqual({ id: '1', status: 301, location: '/search' });
    expect(await at('/blog')).toEqual({ id: '1', status: 301, location: '/search' });
    expect(await at('/blog/2010/y')).toEqual({ id: '2', status: 302, location: '/vip?y=y' });
    expect(await at('/blog/2010/x?utm=1')).toEqual({ id: '3', status: 410, location: '' });
    expect(await at('/blogs')).toBeNull();
  });

  test('of the home page leads only by its query', async () => {
    expect(await follow('/?p=568', { '/?p=568': [301, '/vip'] })).toMatchObject({ location: '/vip' });
    expect(await follow('/?p=569', { '/?p=568': [301, '/vip'] })).toBeNull();
    expect(await follow('/', { '/?p=568': [301, '/vip'] })).toBeNull();
  });

  test('is followed to the end of a chain in one hop, and a deleted end is deleted', async () => {
    expect(await follow('/a', { '/a': [301, '/b'], '/b': [302, '/vip'] })).toEqual({
      id: '1',
      status: 301,
      location: '/vip',
    });
    expect(await follow('/a', { '/a': [301, '/b'], '/b': [410, ''] })).toMatchObject({ status: 410 });
  });

  test('in a loop leads nowhere', async () => {
    expect(await follow('/a', { '/a': [301, '/b'], '/b': [301, '/a'] })).toBeNull();
    expect(await follow('/a/x', { '/a/*': [301, '/b/*'], '/b/*': [301, '/a/*'] })).toBeNull();
  });
});

const piece = fc.constantFrom('a', 'b', 'vip', 'index', 'detail', '*', '你');
const path = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => `/${pieces.join('/')}`);
const row = fc.tuple(
  fc.constantFrom<RedirectStatus>(301, 302, 410),
  fc.oneof(path, fc.constant('https://archive.example/*')),
);
const table = fc.dictionary(path, row, { maxKeys: 8 });

describe('with any redirects', () => {
  test('no route of the product is redirected', () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom(...routes), table, async (route, redirects) => {
        expect(await follow(route, redirects)).toBeNull();
        expect(await follow(`${route}/?p=1`, { ...redirects, [`${route}?p=1`]: [301, '/a'] })).toBeNull();
      }),
    ));

  test('no address is redirected to one that is redirected again', () => {
    // Few addresses, so that many of the targets are sources.
    const address = fc.constantFrom('/a', '/b', '/c', '/a/x', '/b/x');
    const source = fc.oneof(address, fc.constantFrom('/a/*', '/b/*', '/a*'));
    const target = fc.oneof(address, fc.constantFrom('/a/*', '/b/*', '/vip'));
    const entry = fc.tuple(fc.constantFrom<RedirectStatus>(301, 302, 410), target);
    return fc.assert(
      fc.asyncProperty(address, fc.dictionary(source, entry, { maxKeys: 8 }), async (from, redirects) => {
        const moved = await follow(from, redirects);
        if (moved?.location.startsWith('/')) expect(await follow(moved.location, redirects)).toBeNull();
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a redirect', () => {
  const options = { isExternal: false, ownHost: 'portal.example' };
  const read = (source: string, target: string, changes: Partial<typeof options> = {}, status = 301) =>
    readRedirect({ source, target, status: status as RedirectStatus }, { ...options, ...changes });

  test.each([
    ['/2010//x/', '/rined/', '/2010/x', '/rined'],
    ['/?p=568', '/rined/detail?id=7#c', '/?p=568', '/rined/detail?id=7#c'],
    ['/%E4%BD%A0/*', '/专题/*', '/你/*', '/专题/*'],
    ['/blog*', '/news*', '/blog*', '/news*'],
    ['/a', 'http://portal.example/vip', '/a', '/vip'],
    ['/a', '/.//evil.example', '/a', '/evil.example'],
  ])('from %s to %s is normalised', (source, target, normalSource, normalTarget) => {
    expect(read(source, target)).toEqual({ source: normalSource, target: normalTarget, status: 301 });
  });

  test('to another site needs a confirmation', () => {
    expect(read('/a/*', 'https://archive.example/*')).toMatchObject({
      field: 'target',
      message: expect.stringContaining('转到其他网站'),
    });
    expect(read('/a/*', 'https://archive.example/*', { isExternal: true })).toEqual({
      source: '/a/*',
      target: 'https://archive.example/*',
      status: 301,
    });
  });

  test('to nothing needs no target', () => {
    expect(read('/a', '/ignored', {}, 410)).toEqual({ source: '/a', target: '', status: 410 });
  });

  test.each([
    ['', '/b', 'source', '请填写来源'],
    ['https://old.example/a', '/b', 'source', '域名'],
    ['//old.example/a', '/b', 'source', '域名'],
    ['/a#b', '/b', 'source', '#'],
    ['a', '/b', 'source', '以 / 开头'],
    ['/', '/b', 'source', '首页'],
    ['/*', '/b', 'source', '所有地址'],
    ['*', '/b', 'source', '以 / 开头'],
    ['/a*b', '/b', 'source', '末尾'],
    ['/a?x=*', '/b', 'source', '不能带参数'],
    [`/${'a'.repeat(2000)}`, '/b', 'source', '2000'],
    [`/${'a'.repeat(200)}*`, '/b', 'source', '200'],
    ['/a', '', 'target', '请填写目标'],
    ['/a', `/${'b'.repeat(2000)}`, 'target', '2000'],
    ['/a', 'http://other.example/', 'target', 'https'],
    ['/a', '//other.example/', 'target', '以 / 开头'],
    ['/a', 'javascript:alert(1)', 'target', '以 / 开头'],
    ['/a', '/a/', 'target', '同一个地址'],
    ['/a', '/a?x=1', 'target', '同一个地址'],
    ['/a/*', '/a/b', 'target', '范围里'],
    ['/a/*', '/a/b/*', 'target', '范围里'],
    ['/a', '/b/*', 'target', '没有以 * 结尾'],
    ['/a/*', '/b/*/*', 'target', '最多一个'],
  ])('from %s to %s is refused, naming the field', (source, target, field, message) => {
    expect(read(source, target)).toEqual({ field, message: expect.stringContaining(message) });
  });
});
