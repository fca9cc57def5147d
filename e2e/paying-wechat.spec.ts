import type { BrowserContext, Page } from '@playwright/test';
import type { WechatPayStandIn } from '../src/testing/wechat-pay.ts';
import {
  approveRefund,
  closeSuccessDialog,
  expect,
  expectRefunded,
  giftCode,
  membershipEnd,
  monthsBetween,
  open,
  order,
  payDialog,
  redeem,
  requestRefund,
} from './buying.ts';
import { headersOf } from './calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { insideWechat, phone, scan, test } from './merchants.ts';

// All of these journeys share the ports of the stand-ins.
test.describe.configure({ mode: 'default' });

const wechatPay = '微信支付';

test.describe('on a computer, by QR code', () => {
  test('a post is paid for by scanning, opens without a reload, and is refunded', async ({
    page,
    request,
    token,
    edition,
    wechat,
  }) => {
    const post = edition.post('deep-02');
    await open(page, post.address);
    await page.getByRole('button', { name: '购买本篇' }).click();
    await order(page, wechatPay);
    const trade = await scan(page, wechat);
    expect(trade).toMatchObject({ type: 'NATIVE', state: 'NOTPAY', title: post.title });
    await expectAccessible(page);
    // A notice whose signature does not match its body is rejected.
    const lie = { trade_state: 'SUCCESS', transaction_id: '42', success_time: new Date().toISOString() };
    const { headers, body } = wechat.gateway.noticeOf(trade.number, lie);
    const altered = body.replace('EV-', 'EV_');
    const forged = await request.post('/api/pay/notify/wechat', { headers, data: Buffer.from(altered) });
    expect(forged.status()).toBe(400);
    wechat.pay(trade.number);
    await closeSuccessDialog(page, '永久可读');
    await expect(page.getByRole('article').first()).toContainText(post.lockedRuns[0] ?? '');

    await requestRefund(page, post.title);
    await approveRefund(request, post.title);
    await expectRefunded(request, post.id, token);
    const returned = wechat.store.refunds().find(({ tradeNumber }) => tradeNumber === trade.number);
    expect(returned).toMatchObject({ amount: trade.amount, state: 'SUCCESS' });
    await expect.poll(() => wechat.store.refund(returned?.number ?? '')?.isTold).toBe(true);
    await open(page, '/personal/purchase');
    await expect(page.getByRole('main')).toContainText('已退款');
    await open(page, post.address);
    await expect(page.getByRole('button', { name: '购买本篇' })).toBeVisible();
  });

  test('a column is given as a gift, and its code redeemed', async ({ page, edition, wechat }) => {
    const post = edition.post('deep-02');
    await open(page, post.address);
    await page.getByRole('button', { name: '订阅栏目' }).click();
    await payDialog(page)
      .getByRole('checkbox', { name: /送给别人/ })
      .check();
    await order(page, wechatPay);
    wechat.pay((await scan(page, wechat)).number);
    await expect(payDialog(page, '支付成功')).toBeVisible();
    await redeem(page, await giftCode(page));
    await expect(page.getByRole('group', { name: /产业深潜/ })).toContainText('有效期至');
    await open(page, post.address);
    await expect(page.locator('.paywall')).toHaveCount(0);
  });

  test('a failing gateway, an order closed elsewhere and a lost notice are reported and recovered from', async ({
    page,
    request,
    token,
    edition,
    wechat,
    allowed,
  }) => {
    allowed.expect(/status of 503/);
    await open(page, edition.post('deep-02').address);
    await page.getByRole('button', { name: '购买本篇' }).click();
    wechat.control.failStarts = 1;
    await order(page, wechatPay);
    await expect(payDialog(page, '支付订单').getByRole('alert')).toHaveText(/微信支付暂时不可用/);
    await payDialog(page, '支付订单').getByRole('button', { name: '再试一次' }).click();
    const first = await scan(page, wechat);

    // The order is cancelled in another window: this one reports it, and the code becomes invalid.
    const orders = await request.get('/api/member/orders?size=1', { headers: headersOf(token) });
    const [{ id }] = (await orders.json()).data.records;
    await request.post('/api/member/cancelOrder', { headers: headersOf(token), data: { id } });
    await expect(payDialog(page, '订单已关闭').getByRole('alert')).toContainText('会原路退回');
    await expectAccessible(page);
    await expect.poll(() => wechat.store.trade(first.number)?.state).toBe('CLOSED');

    await payDialog(page, '订单已关闭').getByRole('button', { name: '重新下单' }).click();
    await order(page, wechatPay);
    const second = await scan(page, wechat);
    expect(second.number).not.toBe(first.number);
    wechat.control.lose = 1;
    wechat.pay(second.number);
    // No notice arrived, so the portal queries the gateway.
    await expect(payDialog(page, '支付成功')).toBeVisible({ timeout: 20_000 });
  });

  test.describe('with a fake clock', () => {
    test.use({ ownContext: true });

    test('an expired code is removed', async ({ page, edition, wechat }) => {
      await page.clock.install();
      await open(page, edition.post('deep-02').address);
      await page.getByRole('button', { name: '购买本篇' }).click();
      await order(page, wechatPay);
      await scan(page, wechat);
      await page.clock.fastForward('30:01');
      await expect(payDialog(page, '支付订单').getByRole('alert')).toContainText('支付时间已过');
      await expect(payDialog(page, '支付订单').getByRole('img')).toHaveCount(0);
    });
  });
});

test.describe('on a phone, through the H5 page', () => {
  test.use(phone);

  test('an abandoned VIP order is resumed and paid, and VIP is renewed', async ({
    page,
    request,
    token,
    wechat,
  }) => {
    await open(page, '/personal/purchase');
    await page.getByRole('button', { name: '开通 VIP' }).click();
    await payDialog(page).getByRole('radio', { name: /包月/ }).check();
    await order(page, wechatPay);
    await expect(page).toHaveURL(new RegExp(`^${wechat.origin}/pay`));
    await page.getByRole('button', { name: '模拟支付失败' }).click();
    await page.getByRole('link', { name: '返回商家' }).click();
    await expect(payDialog(page, '支付订单')).toContainText('还没有收到付款');
    await expect(page).toHaveURL('/personal/purchase');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await payDialog(page, '支付订单').getByRole('button', { name: '继续支付' }).click();
    await payOnPage(page);
    await closeSuccessDialog(page, 'VIP 已开通');
    expect(wechat.store.trades().at(-1)).toMatchObject({ type: 'H5', state: 'SUCCESS' });
    const first = await membershipEnd(request, token);

    await page.getByRole('button', { name: /续费/ }).click();
    await payDialog(page).getByRole('radio', { name: /包季/ }).check();
    await order(page, wechatPay);
    await payOnPage(page);
    await closeSuccessDialog(page, 'VIP 已开通');
    expect(monthsBetween(first, await membershipEnd(request, token))).toBe(3);
  });
});

async function payOnPage(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^支付 ¥/ }).click();
  await page.getByRole('link', { name: '返回商家' }).click();
}

test.describe('inside WeChat', () => {
  test.use(insideWechat);

  test('a column is subscribed to by the user whom WeChat identifies; a closed sheet opens again', async ({
    page,
    context,
    edition,
    wechat,
  }) => {
    const sheets = await simulateWechat(context, wechat);
    const post = edition.post('deep-02');
    await open(page, post.address);
    await page.getByRole('button', { name: '订阅栏目' }).click();
    await expect(payDialog(page).getByRole('radio', { name: '支付宝' })).toHaveCount(0);
    await order(page);

    const paymentDialog = payDialog(page, '支付订单');
    await expect(paymentDialog.getByRole('alert')).toContainText('没有完成支付');
    await expect(page).toHaveURL(post.address);
    await expectAccessible(page);
    await paymentDialog.getByRole('button', { name: '再次支付' }).click();
    await closeSuccessDialog(page, '栏目已订阅');
    await expect(page.locator('.paywall')).toHaveCount(0);
    expect(sheets).toEqual([':cancel', ':ok']);
  });
});

/**
 * Simulates WeChat around the page: the page that identifies the buyer, and the payment sheet. The sheet opens only for
 * correctly signed parameters of an existing order. The first time it is cancelled, the second time it pays.
 */
async function simulateWechat(context: BrowserContext, wechat: WechatPayStandIn): Promise<string[]> {
  const sheets: string[] = [];
  await context.route('https://open.weixin.qq.com/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const response = await route.fetch({ url: `${wechat.origin}${pathname}${search}`, maxRedirects: 0 });
    await route.fulfill({ response });
  });
  await context.exposeFunction('openSheet', (name: string, fields: Record<string, string>) => {
    const trade = wechat.store.tradeByPrepay(fields.package?.replace('prepay_id=', '') ?? '');
    const isOurs = name === 'getBrandWCPayRequest' && wechat.verifyBrowser(fields);
    if (!isOurs || trade?.type !== 'JSAPI' || !trade.openId.startsWith('oPayer')) return ':fail';
    const outcome = sheets.length === 0 ? ':cancel' : ':ok';
    sheets.push(outcome);
    if (outcome === ':ok') wechat.pay(trade.number);
    return outcome;
  });
  await context.addInitScript(() => {
    type OpenSheet = (name: string, fields: object) => Promise<string>;
    const { openSheet } = window as unknown as { openSheet: OpenSheet };
    Object.assign(window, {
      WeixinJSBridge: {
        invoke: async (name: string, fields: object, done: (answer: object) => void) =>
          done({ err_msg: `get_brand_wcpay_request${await openSheet(name, fields)}` }),
      },
    });
  });
  return sheets;
}
