import { expect, test } from 'vitest';
import { readLoginMethod } from './login-methods.ts';

const all = { sms: true, mail: true, wechat: true };

test.each([
  [null, all, 'password'],
  ['password', all, 'password'],
  ['sms', all, 'sms'],
  ['register', all, 'register'],
  ['wechat', all, 'wechat'],
  ['magic', all, 'password'],
  ['mail', all, 'mail'],
  ['mail', { sms: true, mail: false, wechat: true }, 'password'],
  ['wechat', { sms: true, mail: true, wechat: false }, 'password'],
  ['sms', { sms: false, mail: true, wechat: true }, 'password'],
  ['register', { sms: false, mail: true, wechat: true }, 'password'],
])('the parameter %j with %j opens %s', (requested, options, method) => {
  expect(readLoginMethod(requested, options)).toBe(method);
});
