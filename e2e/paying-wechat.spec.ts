import type { BrowserContext, Page } from '@playwright/test';
import type { WechatPayStandIn } from '../src/testing/wechat-pay.ts';
import {
  approveRefund,
  askBack,
  dialog,
  expect,
  expectReturned,
  finish,
  giftCode,
  membershipEnd,
  monthsBetween,
  open,
  order,
  redeem,
} from './buying.ts';
import { headersOf } from './calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { insideWechat, phone, scan, test } from './merchants.ts';

// The stand-ins have ports of their own.
test.describe.configure({ mode: 'default' });

const wechatPay = '微信支付';

test.describe('at a desk, by a code', () => {
  test('a piece is paid by who scans, opens without a reload, and is paid back', async ({
    page,
    request,
    token,
    edition,
    wechat,
  }) => {
    const piece = edition.piece('deep-02');
    await open(page, piece.address);
    await page.getByRole('button', { name: '购买本篇' }).click();
    await order(page, wechatPay);
    const trade = await scan(page, wechat);
    expect(trade).toMatchObject({ type: 'NATIVE', state: 'NOTPAY', title: piece.title });
    await expectAccessible(page);
    // Who only says that it was paid is not believed.
    const lie = { trade_state: 'SUCCESS', transaction_id: '42', success_time: new Date().toISOString() };
    const { headers, body } = wechat.gateway.noticeOf(trade.number, lie);
    const altered = body.replace('EV-', 'EV_');
    const forged = await request.post('/api/pay/notify/wechat', { headers, data: Buffer.from(altered) });
    expect(forged.status()).toBe(400);
    wechat.pay(trade.number);
    await finish(page, '永久可读');
    await expect(page.getByRole('article').first()).toContainText(piece.lockedRuns[0] ?? '');

    await askBack(page, piece.title);
    await approveRefund(request, piece.title);
    await expectReturned(request, piece.id, token);
    const returned = wechat.book.refunds().find(({ tradeNumber }) => tradeNumber === trade.number);
    expect(returned).toMatchObject({ amount: trade.amount, state: 'SUCCESS' });
    await expect.poll(() => wechat.book.refund(returned?.number ?? '')?.isTold).toBe(true);
    await open(page, '/personal/purchase');
    await expect(page.getByRole('main')).toContainText('已退款');
    await open(page, piece.address);
    await expect(page.getByRole('button', { name: '购买本篇' })).toBeVisible();
  });

  test('a column is given away, and its code redeemed', async ({ page, edition, wechat }) => {
    const piece = edition.piece('deep-02');
    await open(page, piece.address);
    await page.getByRole('button', { name: '订阅栏目' }).click();
    await dialog(page)
      .getByRole('checkbox', { name: /送给别人/ })
      .check();
    await order(page, wechatPay);
    wechat.pay((await scan(page, wechat)).number);
    await expect(dialog(page, '支付成功')).toBeVisible();
    await redeem(page, await giftCode(page));
    await expect(page.getByRole('group', { name: /产业深潜/ })).toContainText('有效期至');
    await open(page, piece.address);
    await expect(page.locator('.paywall')).toHaveCount(0);
  });

  test('a gateway that fails, an order closed elsewhere and a notice that is lost are told and mended', async ({
    page,
    request,
    token,
    edition,
    wechat,
    allowed,
  }) => {
    allowed.expect(/status of 503/);
    await open(page, edition.piece('deep-02').address);
    await page.getByRole('button', { name: '购买本篇' }).click();
    wechat.control.failStarts = 1;
    await order(page, wechatPay);
    await expect(dialog(page, '支付订单').getByRole('alert')).toHaveText(/微信支付暂时不可用/);
    await dialog(page, '支付订单').getByRole('button', { name: '再试一次' }).click();
    const first = await scan(page, wechat);

    // In another window the order is cancelled: this one says so, and the code is worth nothing.
    const orders = await request.get('/api/member/orders?size=1', { headers: headersOf(token) });
    const [{ id }] = (await orders.json()).data.records;
    await request.post('/api/member/cancelOrder', { headers: headersOf(token), data: { id } });
    await expect(dialog(page, '订单已关闭').getByRole('alert')).toContainText('会原路退回');
    await expectAccessible(page);
    await expect.poll(() => wechat.book.trade(first.number)?.state).toBe('CLOSED');

    await dialog(page, '订单已关闭').getByRole('button', { name: '重新下单' }).click();
    await order(page, wechatPay);
    const second = await scan(page, wechat);
    expect(second.number).not.toBe(first.number);
    wechat.control.lose = 1;
    wechat.pay(second.number);
    // Nobody told the portal, so it asks.
    await expect(dialog(page, '支付成功')).toBeVisible({ timeout: 20_000 });
  });

  test.describe('by the clock', () => {
    test.use({ ownContext: true });

    test('a code whose time is over is taken away', async ({ page, edition, wechat }) => {
      await page.clock.install();
      await open(page, edition.piece('deep-02').address);
      await page.getByRole('button', { name: '购买本篇' }).click();
      await order(page, wechatPay);
      await scan(page, wechat);
      await page.clock.fastForward('30:01');
      await expect(dialog(page, '支付订单').getByRole('alert')).toContainText('支付时间已过');
      await expect(dialog(page, '支付订单').getByRole('img')).toHaveCount(0);
    });
  });
});

test.describe('on a phone, by its H5 page', () => {
  test.use(phone);

  test('VIP is left unpaid, taken up where it was left, and renewed', async ({
    page,
    request,
    token,
    wechat,
  }) => {
    await open(page, '/personal/purchase');
    await page.getByRole('button', { name: '开通 VIP' }).click();
    await dialog(page).getByRole('radio', { name: /包月/ }).check();
    await order(page, wechatPay);
    await expect(page).toHaveURL(new RegExp(`^${wechat.origin}/pay`));
    await page.getByRole('button', { name: '模拟支付失败' }).click();
    await page.getByRole('link', { name: '返回商家' }).click();
    await expect(dialog(page, '支付订单')).toContainText('还没有收到付款');
    await expect(page).toHaveURL('/personal/purchase');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await dialog(page, '支付订单').getByRole('button', { name: '继续支付' }).click();
    await payOnPage(page);
    await finish(page, 'VIP 已开通');
    expect(wechat.book.trades().at(-1)).toMatchObject({ type: 'H5', state: 'SUCCESS' });
    const first = await membershipEnd(request, token);

    await page.getByRole('button', { name: /续费/ }).click();
    await dialog(page).getByRole('radio', { name: /包季/ }).check();
    await order(page, wechatPay);
    await payOnPage(page);
    await finish(page, 'VIP 已开通');
    expect(monthsBetween(first, await membershipEnd(request, token))).toBe(3);
  });
});

async function payOnPage(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^支付 ¥/ }).click();
  await page.getByRole('link', { name: '返回商家' }).click();
}

test.describe('inside WeChat', () => {
  test.use(insideWechat);

  test('a column is subscribed to by who WeChat says it is; a closed sheet opens again', async ({
    page,
    context,
    edition,
    wechat,
  }) => {
    const sheets = await playWechat(context, wechat);
    const piece = edition.piece('deep-02');
    await open(page, piece.address);
    await page.getByRole('button', { name: '订阅栏目' }).click();
    await expect(dialog(page).getByRole('radio', { name: '支付宝' })).toHaveCount(0);
    await order(page);

    const sheet = dialog(page, '支付订单');
    await expect(sheet.getByRole('alert')).toContainText('没有完成支付');
    await expect(page).toHaveURL(piece.address);
    await expectAccessible(page);
    await sheet.getByRole('button', { name: '再次支付' }).click();
    await finish(page, '栏目已订阅');
    await expect(page.locator('.paywall')).toHaveCount(0);
    expect(sheets).toEqual([':cancel', ':ok']);
  });
});

/**
 * WeChat around the page: its page that names the buyer, and its sheet. The sheet opens for what the merchant signed, for
 * the order that was made; the first time it is closed, then it is paid in.
 */
async function playWechat(context: BrowserContext, wechat: WechatPayStandIn): Promise<string[]> {
  const sheets: string[] = [];
  await context.route('https://open.weixin.qq.com/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const response = await route.fetch({ url: `${wechat.origin}${pathname}${search}`, maxRedirects: 0 });
    await route.fulfill({ response });
  });
  await context.exposeFunction('openSheet', (name: string, fields: Record<string, string>) => {
    const trade = wechat.book.tradeByPrepay(fields.package?.replace('prepay_id=', '') ?? '');
    const isOurs = name === 'getBrandWCPayRequest' && wechat.verifyBrowser(fields);
    if (!isOurs || trade?.type !== 'JSAPI' || !trade.openId.startsWith('oPayer')) return ':fail';
    const outcome = sheets.length === 0 ? ':cancel' : ':ok';
    sheets.push(outcome);
    if (outcome === ':ok') wechat.pay(trade.number);
    return outcome;
  });
  await context.addInitScript(() => {
    type Sheet = (name: string, fields: object) => Promise<string>;
    const { openSheet } = window as unknown as { openSheet: Sheet };
    Object.assign(window, {
      WeixinJSBridge: {
        invoke: async (name: string, fields: object, done: (answer: object) => void) =>
          done({ err_msg: `get_brand_wcpay_request${await openSheet(name, fields)}` }),
      },
    });
  });
  return sheets;
}
