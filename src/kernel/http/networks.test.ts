import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressOf, networkOf, readAddress } from './networks.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
  ['203.0.113.7:50001', '203.0.113.7'],
  ['203.0.113.7:', '203.0.113.7'],
  ['"203.0.113.7:_obfuscated"', '203.0.113.7'],
  ['\t 203.0.113.7:80 ', '203.0.113.7'],
  ['[203.0.113.7]:80', '203.0.113.7'],
  ['::ffff:203.0.113.7:50001', '203.0.113.7'],
  ['[::ffff:cb00:7107]:443', '203.0.113.7'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['"[2001:db8:1:2::9]:4711"', '2001:db8:1:2::/64'],
  ['[fe80::1%25eth0]:80', 'fe80:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6:50001', '2001:db8:1:2::/64'],
  ['unknown', ''],
  ['_hidden7', ''],
  ['203.0.113', ''],
  ['3405803783', ''],
  ['0313.0.0161.7', ''],
  ['203.0.113.7:port', ''],
  ['203.0.113.7 9', ''],
  ['[203.0.113.7', ''],
  [`203.0.113.7:${'1'.repeat(100)}`, ''],
])('counts %j as %j', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

const hextet = fc.integer({ min: 0, max: 0xffff }).map((part) => part.toString(16));
const address = fc.oneof(
  fc.ipV4(),
  fc.array(hextet, { minLength: 8, maxLength: 8 }).map((parts) => parts.join(':')),
);
const number = fc.integer({ min: 1, max: 65_535 });
const space = fc.constantFrom('', ' ', '\t', '\u00a0');

test('one client has one subject, however a proxy writes its address and whatever its port', () => {
  const form = fc.constantFrom<(address: string, port: number) => string>(
    (given) => given,
    (given, port) => `${given}:${port}`,
    (given) => `[${given}]`,
    (given, port) => `[${given}]:${port}`,
    (given, port) => `"[${given}]:${port}"`,
    (given, port) => (given.includes('.') ? `::ffff:${given}` : `[${given}%eth${port}]:${port}`),
  );
  fc.assert(
    fc.property(address, form, number, space, space, (given, write, port, before, after) => {
      expect(networkOf(before + write(given, port) + after)).toBe(networkOf(given));
    }),
  );
});

test('a text that a client chooses never becomes a subject of its own', () => {
  const garbage = fc.oneof(
    fc.string({ maxLength: 120 }),
    fc.string({ unit: fc.constantFrom(...'0123:.[]%"_, f') }),
  );
  fc.assert(
    fc.property(garbage, (text) => {
      const network = networkOf(text);
      if (network !== '') expect(network).toMatch(/^(?:(?:\d{1,3}\.){3}\d{1,3}|(?:[0-9a-f]{1,4}:){4}:\/64)$/);
      expect(readAddress(network.replace('/64', '')) === undefined).toBe(network === '');
    }),
  );
});

test('a forwarded text that is no address counts as the proxy that sent it', () => {
  const socket = { remoteAddress: '::ffff:10.0.0.2' } as never;
  expect(addressOf({ ip: '203.0.113.7:50001', socket })).toBe('203.0.113.7');
  for (const ip of ['unknown', '', 'x'.repeat(9000)]) expect(addressOf({ ip, socket })).toBe('10.0.0.2');
  expect(addressOf({ ip: 'unknown', socket: {} as never })).toBe('');
});
