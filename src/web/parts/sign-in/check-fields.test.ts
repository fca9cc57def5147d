import { describe, expect, test } from 'vitest';
import {
  checkCode,
  checkConsent,
  checkMobile,
  checkNewPassword,
  checkPassword,
  checkTotp,
  cleanCode,
  cleanMobile,
  cleanTotp,
} from './check-fields.ts';

describe('checkMobile', () => {
  test.each([
    ['138 0000 0000', '13800000000'],
    ['138-0000-0000', '13800000000'],
    ['+86 138 0000 0000', '13800000000'],
    ['008613800000000', '13800000000'],
    ['１３８００００００００', '13800000000'],
    ['　13800000000\n', '13800000000'],
  ])('%j is sent as %s', (written, sent) => {
    expect(cleanMobile(written)).toBe(sent);
    expect(checkMobile(written)).toBeUndefined();
  });

  test.each([
    ['', '请填写手机号'],
    ['1380000', '手机号应为 11 位数字，还差 4 位'],
    ['138000000001', '手机号应为 11 位数字，多了 1 位'],
    ['23800000000', '手机号应以 1 开头'],
    ['𠮷3800000000', '手机号只能是数字'],
    ['1380000000a', '手机号只能是数字'],
  ])('%j is refused with %s', (mobile, error) => {
    expect(checkMobile(mobile)).toBe(error);
  });
});

test('requires a password but accepts one of spaces', () => {
  expect(checkPassword('')).toBe('请填写密码');
  expect(checkPassword('  ')).toBeUndefined();
});

test.each([
  ['', '请填写短信验证码'],
  ['12345', '验证码是 6 位数字'],
  ['1234567', '验证码是 6 位数字'],
  ['12345a', '验证码是 6 位数字'],
  ['１２３ ４５６', undefined],
])('checkCode(%j) returns %s', (code, error) => {
  expect(checkCode(code)).toBe(error);
});

test.each([
  ['【观澜】验证码123456，5分钟内有效', '123456'],
  ['你的验证码是 123 456，5 分钟内有效', '123456'],
  ['【１２３】你的验证码：１２３４５６', '123456'],
  ['订单 654321 的验证码为 123456。', '123456'],
  ['Your code is 123456', '123456'],
  ['13800000000 的验证码是 123456', '123456'],
  ['验证码 123456，再说一遍：123456', '123456'],
  [' 123-456 ', '123456'],
  ['123456-7', '1234567'],
])('cleanCode(%j) sends %s', (message, code) => {
  expect(cleanCode(message)).toBe(code);
  expect(checkCode(message)).toBe(checkCode(code));
});

test('finds no code where two can be meant', () => {
  expect(checkCode('123456 或者 654321')).toBe('验证码是 6 位数字');
});

test('keeps a recovery code whole', () => {
  expect(cleanTotp('ab-234567-cd')).toBe('ab234567cd');
  expect(cleanTotp(' １２３ ４５６ ')).toBe('123456');
  expect(cleanTotp('观澜：123 456（还有 20 秒）')).toBe('123456');
});

test.each([
  ['', '请设置密码'],
  ['1234567', '密码至少 8 个字符，还差 1 个'],
  ['好'.repeat(8), undefined],
  ['x'.repeat(101), '密码最多 100 个字符'],
])('checkNewPassword(%j) returns %s', (password, error) => {
  expect(checkNewPassword(password)).toBe(error);
});

test('requires a second factor and consent', () => {
  expect(checkTotp(' ')).toBe('请填写动态验证码或恢复码');
  expect(checkTotp('abcd-efgh')).toBeUndefined();
  expect(checkConsent(false)).toBe('请先阅读并勾选同意');
  expect(checkConsent(true)).toBeUndefined();
});
