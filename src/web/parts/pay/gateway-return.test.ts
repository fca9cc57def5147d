// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { openPageAt } from '#testing/stand-in-server.ts';
import { takeGatewayReturn } from './gateway-return.ts';

const openAddress = (address: string) => {
  history.replaceState(null, '', address);
  const result = takeGatewayReturn();
  return [result, location.pathname + location.search + location.hash];
};

test('removes all gateway parameters from the address and trusts only the order id and the WeChat code', () => {
  openPageAt('https://news.example.cn');
  expect(openAddress('/vip/detail?id=7&payOrder=12')).toEqual([{ orderId: '12' }, '/vip/detail?id=7']);
  expect(openAddress('/vip?payOrder=12&code=abc&state=12#wechat_redirect')).toEqual([
    { orderId: '12', code: 'abc' },
    '/vip',
  ]);
  expect(openAddress('/vip?payOrder=12&out_trade_no=P1&total_amount=0.01&sign=a%2Bb&sign_type=RSA2')).toEqual(
    [{ orderId: '12' }, '/vip'],
  );
});

test('ignores a code for another order, and leaves other addresses unchanged', () => {
  expect(openAddress('/vip?payOrder=12&code=abc&state=13')).toEqual([{ orderId: '12' }, '/vip']);
  expect(openAddress('/login?code=abc&state=xyz#top')).toEqual([null, '/login?code=abc&state=xyz#top']);
  expect(openAddress('/vip?payOrder=%3Cb%3E')).toEqual([null, '/vip?payOrder=%3Cb%3E']);
});
