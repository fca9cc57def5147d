// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { openPageAt } from '#testing/stand-in-server.ts';
import { takeReturn } from './coming-back.ts';

const comeTo = (address: string) => {
  history.replaceState(null, '', address);
  const taken = takeReturn();
  return [taken, location.pathname + location.search + location.hash];
};

test('what a gateway adds to the address is taken out of it, and nothing of it is believed', () => {
  openPageAt('https://news.example.cn');
  expect(comeTo('/vip/detail?id=7&payOrder=12')).toEqual([{ orderId: '12' }, '/vip/detail?id=7']);
  expect(comeTo('/vip?payOrder=12&code=abc&state=12#wechat_redirect')).toEqual([
    { orderId: '12', code: 'abc' },
    '/vip',
  ]);
  expect(comeTo('/vip?payOrder=12&out_trade_no=P1&total_amount=0.01&sign=a%2Bb&sign_type=RSA2')).toEqual([
    { orderId: '12' },
    '/vip',
  ]);
});

test('another order’s code is nobody’s, and other visits stay as they are', () => {
  expect(comeTo('/vip?payOrder=12&code=abc&state=13')).toEqual([{ orderId: '12' }, '/vip']);
  expect(comeTo('/login?code=abc&state=xyz#top')).toEqual([null, '/login?code=abc&state=xyz#top']);
  expect(comeTo('/vip?payOrder=%3Cb%3E')).toEqual([null, '/vip?payOrder=%3Cb%3E']);
});
