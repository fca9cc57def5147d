import type { BrowserContext, Page } from '@playwright/test';
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
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { phone, scan, test } from './merchants.ts';
import { baseURL } from './portal.ts';

// The stand-ins have ports of their own.
test.describe.configure({ mode: 'default' });

/** Goes to the cashier in a window of its own, and pays there. */
async function payInWindow(page: Page, context: BrowserContext): Promise<Page> {
  const [cashier] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: '去支付宝付款' }).click(),
  ]);
  await cashier.getByRole('button', { name: '确认付款' }).click();
  // A window that is closed at once takes the payment with it before Alipay has heard of it.
  await cashier.waitForURL(`${baseURL}/**`);
  return cashier;
}

test.describe('at a desk', () => {
  test('a piece is paid in another window, opens in both, and is paid back', async ({
    page,
    context,
    request,
    token,
    edition,
    alipay,
  }) => {
    const piece = edition.piece('sea-01');
    await open(page, piece.address);
    await page.getByRole('button', { name: '购买本篇' }).click();
    await order(page, '支付宝');
    const cashier = await payInWindow(page, context);
    await expect(dialog(cashier, '支付成功')).toContainText('永久可读');
    await expect(cashier, 'nothing of Alipay’s stays in the address').toHaveURL(piece.address);
    await cashier.close();
    await finish(page, '永久可读');
    await expect(page.getByRole('article').first()).toContainText(piece.lockedRuns[0] ?? '');

    await askBack(page, piece.title);
    await approveRefund(request, piece.title);
    await expectReturned(request, piece.id, token);
    const trade = [...alipay.trades.values()].find(({ subject }) => subject === piece.title);
    expect(trade?.refunds.map(({ amount }) => amount)).toEqual([trade?.amount]);
    await expect
      .poll(() => trade?.answers, 'payment and refund were told and taken')
      .toEqual(['success', 'success']);
    await open(page, '/personal/purchase');
    await expect(page.getByRole('main')).toContainText('已退款');
    await open(page, piece.address);
    await expect(page.getByRole('button', { name: '购买本篇' })).toBeVisible();
  });

  test('a column is subscribed to, and given away and redeemed', async ({ page, context, edition }) => {
    const piece = edition.piece('deep-02');
    await open(page, piece.address);
    await page.getByRole('button', { name: '订阅栏目' }).click();
    await order(page, '支付宝');
    await (await payInWindow(page, context)).close();
    await finish(page, '栏目已订阅');
    await expect(page.locator('.paywall')).toHaveCount(0);

    await open(page, '/personal/purchase');
    await page.getByRole('button', { name: '续费：产业深潜' }).click();
    await dialog(page)
      .getByRole('checkbox', { name: /送给别人/ })
      .check();
    await order(page, '支付宝');
    await (await payInWindow(page, context)).close();
    await expect(dialog(page, '支付成功')).toBeVisible();
    await redeem(page, await giftCode(page));
    await expect(page.getByText('兑换成功：产业深潜')).toBeVisible();
  });

  test('an order begun by a code is paid by Alipay instead, and the code is worth nothing then', async ({
    page,
    context,
    edition,
    wechat,
  }) => {
    await open(page, edition.piece('deep-02').address);
    await page.getByRole('button', { name: '购买本篇' }).click();
    await order(page, '微信支付');
    const trade = await scan(page, wechat);
    await dialog(page, '支付订单').getByRole('radio', { name: '支付宝' }).check();
    await expect(page.getByRole('link', { name: '去支付宝付款' })).toBeVisible();
    await page.keyboard.press('Escape');

    await open(page, '/personal/purchase');
    await page.getByRole('button', { name: /^继续支付/ }).click();
    await expect(dialog(page, '支付订单').getByRole('radio', { name: '支付宝' })).toBeChecked();
    await expectAccessible(page);
    await (await payInWindow(page, context)).close();
    await finish(page, '永久可读');
    await expect.poll(() => wechat.book.trade(trade.number)?.state).toBe('CLOSED');
  });
});

test.describe('on a phone', () => {
  test.use(phone);

  test('VIP is left unpaid at the cashier, taken up again, and renewed', async ({ page, request, token }) => {
    await open(page, '/personal/purchase');
    await page.getByRole('button', { name: '开通 VIP' }).click();
    await dialog(page).getByRole('radio', { name: /包月/ }).check();
    await order(page, '支付宝');
    await page.getByRole('button', { name: '取消付款' }).click();
    await expect(dialog(page, '支付订单')).toContainText('还没有收到付款');
    await expect(page).toHaveURL('/personal/purchase');
    await expectNoSidewaysScroll(page);

    await dialog(page, '支付订单').getByRole('button', { name: '继续支付' }).click();
    await page.getByRole('button', { name: '确认付款' }).click();
    await finish(page, 'VIP 已开通');
    await expect(page).toHaveURL('/personal/purchase');
    const first = await membershipEnd(request, token);

    await page.getByRole('button', { name: /续费/ }).click();
    await dialog(page).getByRole('radio', { name: /包季/ }).check();
    await order(page, '支付宝');
    await page.getByRole('button', { name: '确认付款' }).click();
    await finish(page, 'VIP 已开通');
    expect(monthsBetween(first, await membershipEnd(request, token))).toBe(3);
  });
});
