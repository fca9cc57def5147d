import { expect, test } from 'vitest';
import { surfaceOf, waysOf } from './channels.ts';

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
const used = (surface: 'desktop' | 'phone' | 'wechat', given = channels) =>
  waysOf(given, surface).map(({ channel }) => channel);

test('a desk scans and opens pages, a phone opens the application, WeChat pays inside itself', () => {
  expect(used('desktop')).toEqual(['native', 'page']);
  expect(used('phone')).toEqual(['h5', 'wap']);
  expect(used('wechat')).toEqual(['jsapi']);
});

test('inside WeChat without an application of the publisher there is the code', () => {
  expect(used('wechat', { ...channels, wechatAppId: null })).toEqual(['native']);
});

test('inside WeChat, which opens no page of Alipay, that stands for want of another alone', () => {
  const gateways = channels.gateways.filter(({ name }) => name === 'alipay');
  expect(used('wechat', { gateways, wechatAppId: null })).toEqual(['wap']);
});

test('where the buyer sits is told by the browser’s name and width', () => {
  const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148';
  expect(surfaceOf({ userAgent: iphone, isNarrow: true })).toBe('phone');
  expect(surfaceOf({ userAgent: `${iphone} MicroMessenger/8.0`, isNarrow: true })).toBe('wechat');
  expect(surfaceOf({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130', isNarrow: false })).toBe(
    'desktop',
  );
});
