import type { BrowserContext, Page } from '@playwright/test';
import {
  approveRefund,
  closeSuccessDialog,
  expect,
  expectRefunded,
  open,
  order,
  payDialog,
  requestRefund,
} from './buying.ts';
import { expectNoSidewaysScroll } from './checks.ts';
import { phone, scan, test } from './merchants.ts';
import { baseURL } from './portal.ts';

// All of these journeys share the ports of the stand-ins.
test.describe.configure({ mode: 'default' });

/** Opens Alipay's cashier page in another window, and pays there. */
async function payInWindow(page: Page, context: BrowserContext): Promise<Page> {
  const [cashier] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: '去支付宝付款' }).click(),
  ]);
  await cashier.getByRole('button', { name: '确认付款' }).click();
  // Closing the window at once would abort the payment before it reaches Alipay.
  await cashier.waitForURL(`${baseURL}/**`);
  return cashier;
}

test.describe('on a computer', () => {
  test('a post is paid for in another window, opens in both, and is refunded', async ({
    page,
    context,
    request,
    token,
    edition,
    alipay,
  }) => {
    const post = edition.post('sea-01');
    await open(page, post.address);
    await page.getByRole('button', { name: '购买本篇' }).click();
    await order(page, '支付宝');
    const cashier = await payInWindow(page, context);
    await expect(payDialog(cashier, '支付成功')).toContainText('永久可读');
    await expect(cashier, 'no parameter of Alipay stays in the address').toHaveURL(post.address);
    await cashier.close();
    await closeSuccessDialog(page, '永久可读');
    await expect(page.getByRole('article').first()).toContainText(post.lockedRuns[0] ?? '');

    await requestRefund(page, post.title);
    await approveRefund(request, post.title);
    await expectRefunded(request, post.id, token);
    const trade = [...alipay.trades.values()].find(({ subject }) => subject === post.title);
    expect(trade?.refunds.map(({ amount }) => amount)).toEqual([trade?.amount]);
    await expect
      .poll(() => trade?.answers, 'the notices of payment and refund were accepted')
      .toEqual(['success', 'success']);
    await open(page, '/personal/purchase');
    await expect(page.getByRole('main')).toContainText('已退款');
    await open(page, post.address);
    await expect(page.getByRole('button', { name: '购买本篇' })).toBeVisible();
  });

  test('an order started with a WeChat code is paid through Alipay, and the code becomes invalid', {
    tag: '@deep',
  }, async ({ page, context, edition, wechat }) => {
    await open(page, edition.post('deep-02').address);
    await page.getByRole('button', { name: '购买本篇' }).click();
    await order(page, '微信支付');
    const trade = await scan(page, wechat);
    await payDialog(page, '支付订单').getByRole('radio', { name: '支付宝' }).check();
    await expect(page.getByRole('link', { name: '去支付宝付款' })).toBeVisible();
    await page.keyboard.press('Escape');

    await open(page, '/personal/purchase');
    await page.getByRole('button', { name: /^继续支付/ }).click();
    await expect(payDialog(page, '支付订单').getByRole('radio', { name: '支付宝' })).toBeChecked();
    await (await payInWindow(page, context)).close();
    await closeSuccessDialog(page, '永久可读');
    await expect.poll(() => wechat.store.trade(trade.number)?.state).toBe('CLOSED');
  });
});

test.describe('on a phone', { tag: '@deep' }, () => {
  test.use(phone);

  test('a VIP order abandoned at the cashier is resumed and paid', async ({ page }) => {
    await open(page, '/personal/purchase');
    await page.getByRole('button', { name: '开通 VIP' }).click();
    await payDialog(page).getByRole('radio', { name: /包月/ }).check();
    await order(page, '支付宝');
    await page.getByRole('button', { name: '取消付款' }).click();
    await expect(payDialog(page, '支付订单')).toContainText('还没有收到付款');
    await expect(page).toHaveURL('/personal/purchase');
    await expectNoSidewaysScroll(page);

    await payDialog(page, '支付订单').getByRole('button', { name: '继续支付' }).click();
    await page.getByRole('button', { name: '确认付款' }).click();
    await closeSuccessDialog(page, 'VIP 已开通');
    await expect(page).toHaveURL('/personal/purchase');
  });
});
