import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { candidatesOf, locationOf, normalisePath, readAddress, writeAddress } from './old-address.ts';

const spell = (address: string) => {
  const read = readAddress(address);
  return read && writeAddress(read);
};

describe('the spelling of an address', () => {
  test.each([
    ['/2010/08/06/slug/', '/2010/08/06/slug'],
    ['//2010//08///slug', '/2010/08/slug'],
    ['/About/Us', '/About/Us'],
    ['/%e4%bd%a0%E5%A5%BD/', '/你好'],
    ['/你好', '/你好'],
    ['/a%2Fb', '/a%2Fb'],
    ['/a%2fb', '/a%2Fb'],
    ['/100%', '/100%25'],
    ['/100%25', '/100%25'],
    ['/%C4%E3', '/你'],
    ['/%c4%e3', '/你'],
    ['/%E9F', '/镕'],
    ['/x?name=%C4%E3', '/x?name=你'],
    ['/%ff', '/%FF'],
    ['/a b', '/a%20b'],
    ['/x/*', '/x/%2A'],
    ['/a/../b', '/b'],
    ['/?p=568', '/?p=568'],
    ['/?', '/'],
    ['/x?a=%E4%BD%A0&b=%26', '/x?a=你&b=%26'],
    ['/', '/'],
  ])('%s is %s', (given, expected) => expect(spell(given)).toBe(expected));

  test('of other text is none', () => {
    expect(readAddress('slug')).toBeNull();
    expect(readAddress('https://old.example/slug')).toBeNull();
  });

  test('does not change when it is read again', () => {
    const paths = fc.string({
      unit: fc.constantFrom('/', '%', '2', 'f', 'F', 'e', '*', 'a', '你', ' ', '.'),
    });
    fc.assert(
      fc.property(paths, (text) => {
        const once = normalisePath(text);
        expect(normalisePath(once)).toBe(once);
      }),
    );
  });
});

describe('the sources that match an address', () => {
  const matched = (address: string) => candidatesOf(readAddress(address) ?? { path: '/', query: '' });

  test('are the address with its query, the address, and patterns, the longest first', () => {
    expect(matched('/ab/c?x=1')).toEqual(['/ab/c?x=1', '/ab/c', '/ab/c/*', '/ab/c*', '/ab/*', '/ab*', '/a*']);
  });

  test('of the home page need a query', () => {
    expect(matched('/')).toEqual([]);
    expect(matched('/?p=568')).toEqual(['/?p=568']);
  });

  test('ignore what an app added to the number of a post', () => {
    expect(matched('/?p=568&from=timeline')).toEqual(['/?p=568&from=timeline', '/?p=568']);
    expect(matched('/?xp=568')).toEqual(['/?xp=568']);
  });

  test.each([
    'id=5&from=singlemessage&isappinstalled=0',
    'from=timeline&id=5',
    'id=5&scene=126&clicktime=1',
    'utm_source=x&utm_medium=y&id=5',
    'id=5&spm=1.2',
  ])('ignore what WeChat, other apps and campaigns added: %s', (query) => {
    expect(matched(`/show.asp?${query}`).slice(0, 3)).toEqual([
      `/show.asp?${query}`,
      '/show.asp?id=5',
      '/show.asp',
    ]);
  });

  test('keep a parameter that only begins like one of an app', () => {
    expect(matched('/s?fromage=1&utm=2')).toContain('/s?fromage=1&utm=2');
    expect(matched('/s?fromage=1&utm=2')).not.toContain('/s?utm=2');
  });

  test('are bounded for any address', () => {
    expect(matched(`/${'a/'.repeat(3000)}?p=1`).length).toBeLessThanOrEqual(205);
  });
});

describe('the location of a redirect', () => {
  test.each([
    ['/old', '/vip', '/old', '/vip'],
    ['/blog/*', '/rined', '/blog/a/b', '/rined'],
    ['/blog/*', '/news/*', '/blog/a/b', '/news/a/b'],
    ['/blog/*', '/news/*', '/blog', '/news/'],
    ['/blog*', '/news/*', '/blog/a', '/news/a'],
    ['/blog*', '/*', '/blog/evil.example', '/evil.example'],
    ['/blog/*', '/news/*.html', '/blog/你', '/news/%E4%BD%A0.html'],
    ['/tag/*', '/search?keyword=*', '/tag/a&b', '/search?keyword=a%26b'],
    ['/blog/*', 'https://archive.example/*', '/blog/a', 'https://archive.example/a'],
    ['/old', '/专题#一', '/old', '/%E4%B8%93%E9%A2%98#%E4%B8%80'],
    ['/old', '/.//evil.example', '/old', '/evil.example'],
    ['/%CE%C4/*', '/news/*', '/文/a', '/news/a'],
  ])('%s → %s for %s is %s', (source, target, path, expected) =>
    expect(locationOf({ source, target }, path)).toBe(expected),
  );

  test('stays on its host whatever the rest of a pattern', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('/*', '/news/*', '/news*', '/search?keyword=*', 'https://archive.example/x*'),
        fc.constantFrom('/b*', '/b/*'),
        fc.string({ unit: fc.constantFrom('/', '\\', '.', ':', '@', '%2f', '%5C', 'a', '你', '?', '#') }),
        (target, source, rest) => {
          const path = readAddress(`/b/${rest}`)?.path ?? '/b';
          const base = 'http://own.example';
          const location = locationOf({ source, target }, path);
          expect(new URL(location, base).origin).toBe(new URL(target, base).origin);
          expect(location).toMatch(/^[\x21-\x7e]+$/);
        },
      ),
    );
  });
});
