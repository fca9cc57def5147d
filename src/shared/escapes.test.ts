import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { runs } from '#testing/runs.ts';
import { decodeEscapes, escapeRawBytes, toDecodable } from './escapes.ts';

const pathOf = (address: string) => address.split(/[?#]/, 1)[0] ?? '';
const escapeBytes = (bytes: Iterable<number>) =>
  [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const hanzi = fc.string({ unit: fc.constantFrom(...'宁德时代镕年报业绩丂'), minLength: 1, maxLength: 8 });

describe('a request’s address', () => {
  test.each([
    ['/tag/%C4%FE%B5%C2', '/tag/宁德'],
    ['/tag/%c4%fe', '/tag/宁'],
    ['/%E9F', '/镕'],
    ['/%E4%BD%A0', '/你'],
    ['/100%', '/100%'],
    ['/%', '/%'],
    ['/%2', '/%2'],
    ['/%zz%41', '/%zzA'],
    ['/%FF', '/%FF'],
    ['/a%2Fb', '/a/b'],
    ['/%00', '/\ufffd'],
    ['/a%00b/feed.xml', '/a\ufffdb/feed.xml'],
  ])('%j has the path %j', (address, path) => {
    expect(decodeURIComponent(toDecodable(address))).toBe(path);
  });

  test.each(['/', '/index?x=%', '/a%2Fb?y=%C4', '/%E4%BD%A0#%', '/vip/detail?id=1'])(
    '%s stays as it is',
    (address) => {
      expect(toDecodable(address)).toBe(address);
    },
  );

  test('of any bytes has a path that decodes, without NUL, and is not changed again', () => {
    const unit = fc.oneof(
      fc.constantFrom(
        '/',
        '%',
        '%%',
        '%00',
        '%2f',
        '%25',
        '.',
        '..',
        '//',
        '\\',
        'tag',
        'feed.xml',
        '?',
        '#',
        ';',
      ),
      fc.integer({ min: 0, max: 255 }).map((byte) => escapeBytes([byte])),
      fc.integer({ min: 0x21, max: 0x7e }).map((byte) => String.fromCharCode(byte)),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 20 }), (units) => {
        const address = toDecodable(`/${units.join('')}`);
        expect(decodeURIComponent(pathOf(address))).not.toContain('\0');
        expect(toDecodable(address)).toBe(address);
      }),
      { numRuns: runs(300) },
    );
  });
});

test('escapes of GBK and of UTF-8 are the same words, also where a second byte stands unescaped', () => {
  fc.assert(
    fc.property(hanzi, fc.boolean(), (words, hasLetters) => {
      const bytes = iconv.encode(words, 'gbk');
      const written = hasLetters
        ? bytes.toString('latin1').replace(/[\x80-\xff]/g, (byte) => escapeBytes([byte.charCodeAt(0)]))
        : escapeBytes(bytes);
      // Some bytes of GBK are UTF-8 as well, and then mean that.
      fc.pre(iconv.decode(bytes, 'utf8').includes('\ufffd'));
      expect(decodeURIComponent(toDecodable(`/${written}`))).toBe(`/${words}`);
      expect(decodeURIComponent(toDecodable(escapeRawBytes(`/${bytes.toString('latin1')}`)))).toBe(
        `/${words}`,
      );
      expect(decodeEscapes(encodeURIComponent(words))).toBe(words);
    }),
    { numRuns: runs(100) },
  );
});
