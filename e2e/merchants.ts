import type { APIRequestContext, Page } from '@playwright/test';
import { encode } from 'uqr';
import { type AlipayStandIn, startAlipay } from '../src/testing/alipay.ts';
import { startWechatPay, type WechatPayStandIn } from '../src/testing/wechat-pay.ts';
import { test as buyers, expect, payDialog } from './buying.ts';
import { headersOf, logIn } from './calls.ts';
import { phone as screen } from './journey.ts';
import { baseURL, gatewayPorts } from './portal.ts';

/** Buyers at a portal that takes payments through WeChat Pay and Alipay, with stand-ins for both on this machine. */
export const test = buyers.extend<object, { wechat: WechatPayStandIn; alipay: AlipayStandIn }>({
  wechat: [
    async ({ playwright }, use) => {
      const wechat = await startWechatPay({ port: gatewayPorts.wechat });
      const request = await playwright.request.newContext({ baseURL });
      const { settings } = wechat;
      await save(request, 'site', { name: '观澜', url: baseURL });
      await save(request, 'wechatPay', {
        provider: 'wechat',
        merchantId: settings.WECHAT_PAY_MCH_ID,
        appId: settings.WECHAT_PAY_APP_ID,
        serial: settings.WECHAT_PAY_SERIAL,
        privateKey: settings.WECHAT_PAY_PRIVATE_KEY,
        apiKey: settings.WECHAT_PAY_API_KEY,
        publicKeyId: settings.WECHAT_PAY_PUBLIC_KEY_ID,
        publicKey: settings.WECHAT_PAY_PUBLIC_KEY,
        appSecret: 'the-secret-of-the-stand-in',
      });
      await use(wechat);
      await reset(request, 'wechatPay');
      await reset(request, 'site');
      await request.dispose();
      await wechat.stop();
    },
    { scope: 'worker' },
  ],
  alipay: [
    // Set up after WeChat Pay, whose fixture sets the address that notices are sent to.
    async ({ playwright, wechat: _ }, use) => {
      const alipay = await startAlipay({ port: gatewayPorts.alipay });
      const request = await playwright.request.newContext({ baseURL });
      const { settings } = alipay;
      await save(request, 'alipay', {
        provider: 'alipay',
        appId: settings.ALIPAY_APP_ID,
        sellerId: settings.ALIPAY_SELLER_ID,
        privateKey: settings.ALIPAY_PRIVATE_KEY,
        publicKey: settings.ALIPAY_PUBLIC_KEY,
      });
      await use(alipay);
      await reset(request, 'alipay');
      await request.dispose();
      await alipay.close();
    },
    { scope: 'worker', auto: true },
  ],
});

/**
 * A phone, and one inside WeChat. The payment sheet of a gateway belongs to the browser context, so each journey has
 * its own.
 */
export const phone = {
  ...screen,
  ownContext: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; 23127PN0CC) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
};
export const insideWechat = { ...phone, userAgent: `${phone.userAgent} MicroMessenger/8.0.50` };

/** Returns the trade whose address is in the displayed QR code, which a scanning phone would open. */
export async function scan(page: Page, { store, origin }: WechatPayStandIn) {
  const code = payDialog(page, '支付订单').getByRole('img', { name: '用微信支付扫一扫' });
  const drawn = await code.locator('path').last().getAttribute('d');
  const trade = store.trades().find(({ prepayId }) => drawn === pathOf(`${origin}/pay?id=${prepayId}`));
  if (!trade) throw new Error('the displayed code belongs to no trade');
  return trade;
}

function pathOf(text: string): string {
  const { data } = encode(text, { border: 2, ecc: 'M' });
  return data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
}

async function save(request: APIRequestContext, group: string, values: object): Promise<void> {
  await reset(request, group);
  const { code, msg } = await callSettings(request, 'save', { group, values, base: null });
  expect(code, msg).toBe(200);
}

const reset = (request: APIRequestContext, group: string) => callSettings(request, 'reset', { group });

async function callSettings(request: APIRequestContext, call: string, data: object) {
  const { access_token } = await logIn(request, 'admin');
  const answer = await request.post(`/api/admin/settings/${call}`, {
    headers: headersOf(access_token),
    data,
  });
  return (await answer.json()) as { code: number; msg: string };
}
