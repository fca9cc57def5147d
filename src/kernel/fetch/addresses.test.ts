import { expect, test } from 'vitest';
import { isPublic, publicOr } from './addresses.ts';

test.each([
  ['8.8.8.8', true],
  ['2400:3200::1', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.255.255', false],
  ['192.168.0.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['fd00::1', false],
  ['0.0.0.0', false],
  ['::127.0.0.1', false],
  ['::ffff:0:7f00:1', false],
  ['fec0::1', false],
  ['64:ff9b:1::1', false],
  ['2001::1', false],
  ['3fff::1', false],
  ['2606:4700::1111', true],
  ['240e::1', true],
  ['192.88.99.1', false],
  ['192.175.48.1', false],
  ['4000::1', false],
  ['8000::1', false],
  ['fe00::1', false],
  ['::ffff:0:8.8.8.8', false],
  ['0x7f.1', false],
  ['010.0.0.1', false],
  ['abc', false],
])('%s is public: %s', (address, expected) => expect(isPublic(address)).toBe(expected));

test('also accepts the operator’s listed private addresses, and no others', () => {
  const may = publicOr(['10.1.2.3', '192.168.7.0/24', 'fd00::5']);
  const asked = [
    '10.1.2.3',
    '10.1.2.4',
    '192.168.7.200',
    '192.168.8.1',
    '::ffff:10.1.2.3',
    'fd00::5',
    'fd00::6',
    '8.8.8.8',
    '127.0.0.1',
  ];
  expect(asked.filter(may)).toEqual(['10.1.2.3', '192.168.7.200', '::ffff:10.1.2.3', 'fd00::5', '8.8.8.8']);
  expect(() => publicOr(['intranet'])).toThrow('intranet');
});
