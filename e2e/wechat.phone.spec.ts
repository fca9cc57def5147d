import type { APIRequestContext, BrowserContext } from '@playwright/test';
import type { WechatPayStandIn } from '../src/testing/wechat-pay.ts';
import { closeSuccessDialog, expect, open, order, payDialog } from './buying.ts';
import { expectNoSidewaysScroll } from './checks.ts';
import { fillCode, newMobile } from './codes.ts';
import { clearStorage, stored } from './journey.ts';
import { insideWechat, test } from './merchants.ts';

test.use({ ...insideWechat, storageState: { cookies: [], origins: [] } });

test('a link shared in WeChat is opened, logged in to by one tap, bought, read and shared again', async ({
  page,
  context,
  request,
  edition,
  wechat,
}) => {
  const post = edition.post('deep-02');
  const client = await simulateWechat(context, wechat, await findSandbox(request, post.address));
  const shared = `${post.address}&from=singlemessage`;

  // WeChat's client accepts the signature; the card of a locked post contains its teaser only.
  await open(page, shared);
  await expect.poll(() => client.cards.at(-1)).toBeDefined();
  const card = client.cards.at(-1);
  expect(client.verdicts).toEqual(['config:ok']);
  expect(card).toMatchObject({
    title: expect.stringContaining(post.title),
    desc: expect.stringMatching(/./),
  });
  expect(new URL(card?.link ?? '').pathname + new URL(card?.link ?? '').search).toBe(post.address);
  for (const locked of post.lockedRuns) expect(card?.desc).not.toContain(locked);
  const picture = await request.get(card?.imgUrl ?? '');
  expect(picture.headers()['content-type']).toMatch(/^image\//);

  // The first log-in: WeChat asks for name and picture, the site for a mobile number.
  await page.getByRole('link', { name: '登录' }).first().tap();
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: '微信一键登录' }).tap();
  await page.getByRole('link', { name: '允许' }).tap();
  const mobile = newMobile();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('绑定手机号');
  await page.getByRole('textbox', { name: '手机号' }).fill(mobile);
  await fillCode(page, request, mobile);
  await page.getByRole('checkbox', { name: '已阅读并同意' }).check();
  await page.getByRole('button', { name: '绑定并登录' }).tap();
  await expect(page).toHaveURL(post.address);

  // At the next visit one tap is enough, and leads back to the post.
  await clearStorage(page);
  await open(page, shared);
  await page.getByRole('link', { name: '登录' }).first().tap();
  await page.getByRole('button', { name: '微信一键登录' }).tap();
  await expect(page).toHaveURL(post.address);
  await expect.poll(() => stored(page, 'token')).toMatchObject({ user: { account: mobile } });

  // The user whom WeChat identifies pays with WeChat only; a payment sheet that they close opens again.
  await page.getByRole('button', { name: '购买本篇' }).tap();
  await expect(payDialog(page).getByRole('radio', { name: '支付宝' })).toHaveCount(0);
  await order(page);
  await expect(payDialog(page, '支付订单').getByRole('alert')).toContainText('没有完成支付');
  await expect(page).toHaveURL(post.address);
  await payDialog(page, '支付订单').getByRole('button', { name: '再次支付' }).tap();
  await closeSuccessDialog(page, '永久可读');
  await expect(page.getByRole('article').first()).toContainText(post.lockedRuns[0] ?? '');

  // The buyer's card still contains the teaser only.
  const count = client.cards.length;
  await open(page, post.address);
  await expect.poll(() => client.cards.length).toBeGreaterThan(count);
  expect(client.cards.at(-1)).toEqual(card);
  expect(new Set(client.verdicts)).toEqual(new Set(['config:ok']));
  expect(client.sheets).toEqual([':cancel', ':ok']);
});

type Card = { title: string; desc: string; link: string; imgUrl: string };
type Fields = Record<string, string>;

/** Returns the address of the portal's sandbox of WeChat, which the security policy of its pages contains. */
async function findSandbox(request: APIRequestContext, address: string): Promise<string> {
  const policy = (await request.get(address)).headers()['content-security-policy'] ?? '';
  const origin = /frame-src[^;]*(http:\/\/127\.0\.0\.1:\d+)/.exec(policy)?.[1];
  if (!origin) throw new Error(`no sandbox of WeChat in ${policy}`);
  return origin;
}

/**
 * Simulates WeChat's client around the page: it verifies the signature of the JS-SDK, receives the cards, identifies the
 * buyer, and opens its payment sheet for correctly signed parameters of an existing order only. The first time the sheet is
 * cancelled, then it pays.
 */
async function simulateWechat(context: BrowserContext, wechat: WechatPayStandIn, sandbox: string) {
  const cards: Card[] = [];
  const verdicts: string[] = [];
  const sheets: string[] = [];
  const client: Record<string, (fields: Fields, address: string) => Promise<object>> = {
    async preVerifyJSAPI({ verifyAppId, verifyNonceStr, verifyTimestamp, verifySignature }, address) {
      const query = new URLSearchParams({
        appId: verifyAppId ?? '',
        nonceStr: verifyNonceStr ?? '',
        timestamp: verifyTimestamp ?? '',
        signature: verifySignature ?? '',
        url: address,
      });
      const { errMsg } = await (await fetch(`${sandbox}/sandbox/verify?${query}`)).json();
      verdicts.push(errMsg);
      return { err_msg: errMsg.replace('config', 'preVerifyJSAPI') };
    },
    async checkJsApi() {
      const checkResult = { updateAppMessageShareData: true, updateTimelineShareData: true };
      return { err_msg: 'checkJsApi:ok', checkResult: JSON.stringify(checkResult) };
    },
    async updateAppMessageShareData({ title = '', desc = '', link = '', imgUrl = '' }) {
      cards.push({ title, desc, link, imgUrl });
      return { err_msg: 'updateAppMessageShareData:ok' };
    },
    async getBrandWCPayRequest(fields) {
      const trade = wechat.store.tradeByPrepay(fields.package?.replace('prepay_id=', '') ?? '');
      const isIdentified = trade?.type === 'JSAPI' && trade.openId.startsWith('oPayer');
      if (!wechat.verifyBrowser(fields) || !isIdentified) return { err_msg: 'get_brand_wcpay_request:fail' };
      const outcome = sheets.length === 0 ? ':cancel' : ':ok';
      sheets.push(outcome);
      if (outcome === ':ok') wechat.pay(trade.number);
      return { err_msg: `get_brand_wcpay_request${outcome}` };
    },
  };
  await context.route('https://open.weixin.qq.com/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const response = await route.fetch({ url: `${wechat.origin}${pathname}${search}`, maxRedirects: 0 });
    await route.fulfill({ response });
  });
  await context.exposeFunction(
    'callWechat',
    async (name: string, fields: Fields, address: string) =>
      (await client[name]?.(fields, address)) ?? { err_msg: `${name}:ok` },
  );
  await context.addInitScript(() => {
    type CallWechat = (name: string, fields: object, address: string) => Promise<object>;
    const { callWechat } = window as unknown as { callWechat: CallWechat };
    Object.assign(window, {
      WeixinJSBridge: {
        invoke: async (name: string, fields: object, done: (answer: object) => void) =>
          done(await callWechat(name, fields, location.href.split('#')[0] ?? '')),
        on: () => undefined,
      },
    });
  });
  return { cards, verdicts, sheets };
}
