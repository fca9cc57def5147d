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
  test,
} from './buying.ts';
import { pay, payAtGateway } from './pay.ts';

test('a locked post is bought on its page and opens in place; after its refund the column is subscribed to, which opens all of its posts', {
  tag: '@smoke',
}, async ({ page, context, request, token, edition }) => {
  const post = edition.post('deep-02');
  await open(page, post.address);
  await page.getByRole('button', { name: '购买本篇' }).click();
  await expect(payDialog(page).getByRole('radio', { name: /只买这一篇/ })).toBeChecked();
  await payDialog(page).getByRole('button', { name: '去支付' }).click();
  await expect(payDialog(page).getByRole('alert')).toHaveText('请先确认再支付');

  await pay(page, context);
  await closeSuccessDialog(page, '永久可读');
  await expect(page.locator('.paywall')).toHaveCount(0);
  await expect(page.getByRole('article').first()).toContainText(post.lockedRuns[0] ?? '');

  await requestRefund(page, post.title);
  await approveRefund(request, post.title);
  await expectRefunded(request, post.id, token);

  await test.step('a column is subscribed to', async () => {
    const other = edition.post('deep-01');
    await open(page, other.address);
    await page.getByRole('button', { name: '订阅栏目' }).click();
    await expect(
      payDialog(page)
        .getByRole('radio', { name: /订阅产业深潜/ })
        .first(),
    ).toBeChecked();
    await pay(page, context);
    await closeSuccessDialog(page, '栏目已订阅，有效期至');
    for (const one of [other, post]) {
      await open(page, one.address);
      await expect(page.getByRole('article').first()).toContainText(one.lockedRuns[0] ?? '');
    }
  });
});

test('VIP begins with the payment and is renewed from its end; a failed payment is repeated', async ({
  page,
  context,
  request,
  token,
}) => {
  await open(page, '/personal/purchase');
  await page.getByRole('button', { name: '开通 VIP' }).click();
  await payDialog(page).getByRole('radio', { name: /包月/ }).check();
  await expect(payDialog(page)).toContainText('48.00');
  await pay(page, context, /模拟支付失败/);
  await expect(payDialog(page, '支付订单')).toContainText('后订单自动关闭');
  await payAtGateway(page, context);
  await closeSuccessDialog(page, 'VIP 已开通');
  const first = await membershipEnd(request, token);

  await page.getByRole('button', { name: /续费/ }).click();
  await payDialog(page).getByRole('radio', { name: /包季/ }).check();
  await pay(page, context);
  await closeSuccessDialog(page, 'VIP 已开通');
  expect(monthsBetween(first, await membershipEnd(request, token))).toBe(3);
});

test('a pending order is resumed, another cancelled; a column is given as a gift and redeemed', async ({
  page,
  context,
  edition,
}) => {
  const post = edition.post('deep-02');
  await open(page, post.address);
  await page.getByRole('button', { name: '购买本篇' }).click();
  await order(page);
  await expect(payDialog(page, '支付订单').getByRole('img', { name: /扫一扫/ })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: '购买本篇' }).click();
  await payDialog(page).getByRole('button', { name: '继续支付' }).click();
  await payDialog(page, '支付订单').getByRole('button', { name: '取消订单' }).click();
  await expect(payDialog(page).getByRole('button', { name: '去支付' })).toBeVisible();

  await payDialog(page)
    .getByRole('radio', { name: /订阅产业深潜 · 包月/ })
    .check();
  await payDialog(page)
    .getByRole('checkbox', { name: /送给别人/ })
    .check();
  await pay(page, context);
  const code = await giftCode(page);
  await closeSuccessDialog(page, '把兑换码发给对方');

  await redeem(page, code);
  await expect(page.getByRole('group', { name: /产业深潜/ })).toContainText('有效期至');
  await open(page, post.address);
  await expect(page.locator('.paywall')).toHaveCount(0);
});
