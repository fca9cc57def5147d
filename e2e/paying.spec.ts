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
  test,
} from './buying.ts';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { pay, payAtGateway } from './pay.ts';

test('a locked piece is bought where it stands, and opens in place; its money is asked back', {
  tag: '@smoke',
}, async ({ page, context, request, token, edition }) => {
  const piece = edition.piece('deep-02');
  await open(page, piece.address);
  await page.getByRole('button', { name: '购买本篇' }).click();
  await expect(dialog(page).getByRole('radio', { name: /只买这一篇/ })).toBeChecked();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: '去支付' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText('请先确认再支付');

  await pay(page, context);
  await finish(page, '永久可读');
  await expect(page.locator('.paywall')).toHaveCount(0);
  await expect(page.getByRole('article').first()).toContainText(piece.lockedRuns[0] ?? '');

  await askBack(page, piece.title);
  await expectAccessible(page);
  await approveRefund(request, piece.title);
  await expectReturned(request, piece.id, token);
});

test('VIP begins with the payment and is renewed from its end; what failed is paid again', async ({
  page,
  context,
  request,
  token,
}) => {
  await open(page, '/personal/purchase');
  await page.getByRole('button', { name: '开通 VIP' }).click();
  await dialog(page).getByRole('radio', { name: /包月/ }).check();
  await expect(dialog(page)).toContainText('48.00');
  await pay(page, context, /模拟支付失败/);
  await expect(dialog(page, '支付订单')).toContainText('后订单自动关闭');
  await payAtGateway(page, context);
  await finish(page, 'VIP 已开通');
  const first = await membershipEnd(request, token);

  await page.getByRole('button', { name: /续费/ }).click();
  await dialog(page).getByRole('radio', { name: /包季/ }).check();
  await pay(page, context);
  await finish(page, 'VIP 已开通');
  expect(monthsBetween(first, await membershipEnd(request, token))).toBe(3);
});

test('an order that waits is gone on with, and cancelled; a column is given away and redeemed', async ({
  page,
  context,
  edition,
}) => {
  const piece = edition.piece('deep-02');
  await open(page, piece.address);
  await page.getByRole('button', { name: '购买本篇' }).click();
  await order(page);
  await expect(dialog(page, '支付订单').getByRole('img', { name: /扫一扫/ })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: '购买本篇' }).click();
  await dialog(page).getByRole('button', { name: '继续支付' }).click();
  await dialog(page, '支付订单').getByRole('button', { name: '取消订单' }).click();
  await expect(dialog(page).getByRole('button', { name: '去支付' })).toBeVisible();

  await dialog(page)
    .getByRole('radio', { name: /订阅产业深潜 · 包月/ })
    .check();
  await dialog(page)
    .getByRole('checkbox', { name: /送给别人/ })
    .check();
  await pay(page, context);
  const code = await giftCode(page);
  await finish(page, '把兑换码发给对方');

  await redeem(page, code);
  await expect(page.getByRole('group', { name: /产业深潜/ })).toContainText('有效期至');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await open(page, piece.address);
  await expect(page.locator('.paywall')).toHaveCount(0);
});

test('a column is subscribed to, and opens all it locks', async ({ page, context, edition }) => {
  const [piece, other] = ['deep-01', 'deep-02'].map(edition.piece);
  await open(page, piece?.address ?? '');
  await page.getByRole('button', { name: '订阅栏目' }).click();
  await expect(
    dialog(page)
      .getByRole('radio', { name: /订阅产业深潜/ })
      .first(),
  ).toBeChecked();
  await pay(page, context);
  await finish(page, '栏目已订阅，有效期至');
  for (const one of [piece, other]) {
    await open(page, one?.address ?? '');
    await expect(page.getByRole('article').first()).toContainText(one?.lockedRuns[0] ?? '');
  }
});
