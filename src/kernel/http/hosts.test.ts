import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '#testing/runs.ts';
import { hasSeveralHosts, normaliseHost } from './hosts.ts';

test.each([
  ['b.example.cn', 'b.example.cn'],
  ['B.Example.CN', 'b.example.cn'],
  ['b.example.cn.', 'b.example.cn'],
  ['b.example.cn:8443', 'b.example.cn'],
  ['B.EXAMPLE.cn.:80', 'b.example.cn'],
  ['新闻.例子.cn', 'xn--efvy88h.xn--fsqu00a.cn'],
  ['新闻。例子。cn', 'xn--efvy88h.xn--fsqu00a.cn'],
  ['[::1]:3000', '[::1]'],
  ['[0:0::1]', '[::1]'],
  ['127.0.0.1:3000', '127.0.0.1'],
  ['', null],
  ['.', null],
  ['b.example.cn:port', null],
  ['a.example.cn, b.example.cn', null],
  ['a.example.cn@b.example.cn', null],
  ['b.example.cn/', null],
  ['b.example.cn#', null],
  ['b.exa\tmple.cn', null],
  ['%62.example.cn', null],
])('the host %s is compared as %s', (text, host) => {
  expect(normaliseHost(text)).toBe(host);
});

test('case, port and a final dot never change the host', () => {
  const cased = fc.array(fc.boolean(), { minLength: 253, maxLength: 253 });
  fc.assert(
    fc.property(
      fc.domain(),
      cased,
      fc.boolean(),
      fc.option(fc.nat(65_535)),
      (domain, upper, hasDot, port) => {
        const text = [...domain].map((letter, at) => (upper[at] ? letter.toUpperCase() : letter)).join('');
        const given = text + (hasDot ? '.' : '') + (port === null ? '' : `:${port}`);
        expect(normaliseHost(given)).toBe(normaliseHost(domain));
      },
    ),
    { numRuns: runs(200) },
  );
});

test.each([
  [['Host', 'a'], false],
  [['Accept', 'host', 'host', 'a'], false],
  [['Host', 'a', 'hOST', 'a'], true],
  [['host', 'a', 'x', 'y', 'Host', 'b'], true],
])('of the headers %j, several hosts: %s', (rawHeaders, expected) => {
  expect(hasSeveralHosts({ rawHeaders })).toBe(expected);
});
