import { describe, expect, test } from 'vitest';
import { checkLogin, cleanMobile } from './check-login.ts';

describe('a mobile number', () => {
  test.each([
    ['138 0000 0000', '13800000000'],
    ['138-0000-0000', '13800000000'],
    ['１３８００００００００', '13800000000'],
    ['　13800000000\n', '13800000000'],
  ])('%j is sent as %s', (written, sent) => {
    expect(cleanMobile(written)).toBe(sent);
    expect(checkLogin({ mobile: written, password: 'x' })).toEqual({});
  });

  test.each([
    ['', '请填写手机号'],
    ['1380000', '手机号应为 11 位数字，还差 4 位'],
    ['138000000001', '手机号应为 11 位数字，多了 1 位'],
    ['23800000000', '手机号应以 1 开头'],
    ['𠮷3800000000', '手机号只能是数字'],
    ['1380000000a', '手机号只能是数字'],
  ])('%j is refused with %s', (mobile, error) => {
    expect(checkLogin({ mobile, password: 'x' })).toEqual({ mobile: error });
  });
});

test('an empty password is asked for, one of blanks is the person’s own', () => {
  expect(checkLogin({ mobile: '13800000000', password: '' })).toEqual({ password: '请填写密码' });
  expect(checkLogin({ mobile: '13800000000', password: '  ' })).toEqual({});
});
