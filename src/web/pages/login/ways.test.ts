import { expect, test } from 'vitest';
import { wayOf } from './ways.ts';

const all = { sms: true, wechat: true };

test.each([
  [null, all, 'password'],
  ['password', all, 'password'],
  ['sms', all, 'sms'],
  ['register', all, 'register'],
  ['wechat', all, 'wechat'],
  ['magic', all, 'password'],
  ['wechat', { sms: true, wechat: false }, 'password'],
  ['sms', { sms: false, wechat: true }, 'password'],
  ['register', { sms: false, wechat: true }, 'password'],
])('the way %j of %j opens %s', (asked, offered, way) => {
  expect(wayOf(asked, offered)).toBe(way);
});
