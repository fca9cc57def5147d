import { expect, test } from 'vitest';
import { detectPayEnvironment, payMethodsFor } from './channels.ts';

const channels = {
  gateways: [
    {
      name: 'wechat' as const,
      label: '微信支付',
      channels: ['native' as const, 'h5' as const, 'jsapi' as const],
    },
    { name: 'alipay' as const, label: '支付宝', channels: ['page' as const, 'wap' as const] },
  ],
  wechatAppId: 'wx1' as string | null,
};
const channelsFor = (environment: 'desktop' | 'phone' | 'wechat', given = channels) =>
  payMethodsFor(given, environment).map(({ channel }) => channel);

test('offers codes and pages on a desktop, app links on a phone, and JSAPI inside WeChat', () => {
  expect(channelsFor('desktop')).toEqual(['native', 'page']);
  expect(channelsFor('phone')).toEqual(['h5', 'wap']);
  expect(channelsFor('wechat')).toEqual(['jsapi']);
});

test('offers the code inside WeChat when the publisher has no WeChat app', () => {
  expect(channelsFor('wechat', { ...channels, wechatAppId: null })).toEqual(['native']);
});

test('offers Alipay inside WeChat, which cannot open its pages, only when there is no other gateway', () => {
  const gateways = channels.gateways.filter(({ name }) => name === 'alipay');
  expect(channelsFor('wechat', { gateways, wechatAppId: null })).toEqual(['wap']);
});

test('detects the environment from the user agent and the width', () => {
  const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148';
  expect(detectPayEnvironment({ userAgent: iphone, isNarrow: true })).toBe('phone');
  expect(detectPayEnvironment({ userAgent: `${iphone} MicroMessenger/8.0`, isNarrow: true })).toBe('wechat');
  expect(
    detectPayEnvironment({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130', isNarrow: false }),
  ).toBe('desktop');
});
