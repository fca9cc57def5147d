import { expect, test } from 'vitest';
import { readLoginMethod } from './login-methods.ts';

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
])('the parameter %j with %j opens %s', (requested, options, method) => {
  expect(readLoginMethod(requested, options)).toBe(method);
});
