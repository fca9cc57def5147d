import { askData, headersOf, logIn } from './calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { test as base, expect, open } from './journey.ts';
import { addNewcomer, logInAs, type Newcomer } from './newcomer.ts';
import { payDialog as dialog, pay, payAtGateway } from './pay.ts';
import { baseURL } from './portal.ts';

/** Every buyer is a person of their own. */
const test = base.extend<{ me: Newcomer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first argument.
  me: async ({}, use) => use(addNewcomer('买书人')),
  grant: async ({ me, playwright }, use) => {
    const request = await playwright.request.newContext({ baseURL });
    await use(await logInAs(request, me));
    await request.dispose();
  },
});
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a locked piece is bought where it stands, and opens in place; its money is asked back', async ({
  page,
  context,
  request,
  token,
  edition,
}) => {
  const piece = edition.piece('deep-02');
  await open(page, piece.address);
  await page.getByRole('button', { name: '购买本篇' }).click();
  await expect(dialog(page).getByRole('radio', { name: /只买这一篇/ })).toBeChecked();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: '去支付' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText('请先确认再支付');

  await pay(page, context);
  await expect(dialog(page, '支付成功')).toContainText('永久可读');
  await dialog(page, '支付成功').getByRole('button', { name: '接着读' }).click();
  await expect(page.locator('.paywall')).toHaveCount(0);
  await expect(page.getByRole('article').first()).toContainText(piece.lockedRuns[0] ?? '');

  await open(page, '/personal/purchase');
  await page.getByRole('link', { name: `订单详情：${piece.title}` }).click();
  const order = dialog(page, '订单详情');
  await expect(order).toContainText('已支付');
  await expectAccessible(page);
  await order.getByRole('button', { name: '申请退款' }).click();
  await order.getByRole('textbox', { name: /退款原因/ }).fill('买错了一篇');
  await order.getByRole('button', { name: '提交申请' }).click();
  await expect(order).toContainText('等待编辑部处理');

  const admin = await logIn(request, 'admin');
  const refunds = await askData<{ records: { id: string; orderTitle: string }[] }>(
    request,
    'GET /admin/refund/list',
    { state: 'requested' },
    admin.access_token,
  );
  const id = refunds.records.find(({ orderTitle }) => orderTitle === piece.title)?.id;
  const approved = await request.post('/api/admin/refund/approve', {
    headers: headersOf(admin.access_token),
    data: { id, note: '' },
  });
  expect((await approved.json()).code).toBe(200);
  // The gateway sends the money back and says so; the buyer’s access goes with it.
  await expect
    .poll(async () => {
      const detail = await askData<{ lockReason: string | null }>(
        request,
        'POST /reception/article/selectArticle',
        { id: piece.id },
        token,
      );
      return detail.lockReason;
    })
    .toBe('paid');
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
  await expect(dialog(page, '支付成功')).toContainText('VIP 已开通');
  await dialog(page, '支付成功').getByRole('button', { name: '完成' }).click();
  const first = await membershipEnd();

  await page.getByRole('button', { name: /续费/ }).click();
  await dialog(page).getByRole('radio', { name: /包季/ }).check();
  await pay(page, context);
  await expect(dialog(page, '支付成功')).toContainText('VIP 已开通');
  expect(monthsBetween(first, await membershipEnd())).toBe(3);

  async function membershipEnd(): Promise<Date> {
    const running = await askData<{ endsAt: string }[]>(request, 'GET /member/memberships', {}, token);
    return new Date(running[0]?.endsAt ?? 0);
  }
});

test('an order that waits is gone on with, and cancelled; a column is given away and redeemed', async ({
  page,
  context,
  edition,
}) => {
  const piece = edition.piece('deep-02');
  await open(page, piece.address);
  await page.getByRole('button', { name: '购买本篇' }).click();
  await dialog(page)
    .getByRole('checkbox', { name: /不适用七天/ })
    .check();
  await dialog(page).getByRole('button', { name: '去支付' }).click();
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
  const code = ((await dialog(page, '支付成功').locator('code').textContent()) ?? '').replace(/\s/g, '');
  await dialog(page, '支付成功').getByRole('button', { name: '完成' }).click();

  await open(page, '/personal/purchase');
  await page.getByRole('button', { name: '去兑换' }).click();
  await page.getByRole('textbox', { name: '填写兑换码' }).fill(code);
  await page.getByRole('button', { name: '兑换', exact: true }).click();
  await expect(page.getByRole('group', { name: /产业深潜/ })).toContainText('有效期至');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await open(page, piece.address);
  await expect(page.locator('.paywall')).toHaveCount(0);
});

const monthsBetween = (from: Date, to: Date): number =>
  (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
