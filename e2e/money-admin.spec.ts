import { readFileSync } from 'node:fs';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { open, openScreen } from './journey.ts';
import { baseURL } from './portal.ts';
import { expect, pageOf, row, test } from './selling.ts';

// The stand-in for the gateway has one port, and some of these journeys change settings that affect every sale.
test.describe.configure({ mode: 'default' });

const long = '一个长得在任何一列里都放不下、要折成好几行才看得完的标题';

test('one requested refund is approved, another refused with a reason, and an admin makes a partial refund', async ({
  page,
  request,
  shop,
}) => {
  const one = await shop.sell(`post:${await shop.publish(`退得回的${long}`, 1800)}`);
  const other = await shop.sell(`post:${await shop.publish('退不回的一篇', 2600)}`);
  for (const { id } of [one, other])
    await shop.call(request, 'POST /member/requestRefund', { id, reason: '买错了' }, shop.buyer.token);
  const order = (id: string) => shop.call(request, 'GET /member/order', { id }, shop.buyer.token);

  await open(page, '/admin/refunds');
  await page.getByRole('button', { name: `同意“${one.title}”` }).click();
  await page.getByRole('button', { name: '同意退 ¥18' }).click();
  await expect(row(page, one.number)).toHaveCount(0);
  await page.getByRole('button', { name: `拒绝“${other.title}”` }).click();
  const refusal = page.getByRole('dialog', { name: '拒绝退款' });
  await refusal.getByLabel('拒绝原因').fill('已经读完了全文');
  await refusal.getByRole('button', { name: '拒绝' }).click();
  await expect(row(page, other.number)).toHaveCount(0);
  await expect.poll(async () => (await order(one.id)).state).toBe('refunded');
  expect(await order(other.id)).toMatchObject({
    state: 'paid',
    refunds: [{ state: 'rejected', note: '已经读完了全文' }],
  });

  await open(page, `/admin/orders?keyword=${other.number}`);
  await row(page, other.number).getByRole('button', { name: other.title }).click();
  const drawer = page.getByRole('dialog', { name: '订单' });
  await drawer.getByRole('button', { name: '退款' }).click();
  const refund = page.getByRole('dialog', { name: '退款' });
  await refund.getByLabel('退款金额（元）').fill('10.50');
  await refund.getByLabel('退款原因').fill('缺了一个附件');
  await refund.getByRole('button', { name: '退 ¥10.50' }).click();
  await expect.poll(async () => (await order(other.id)).refundedAmount).toBe(1050);
  await open(page, `/admin/orders?keyword=${other.number}`);
  await row(page, other.number).getByRole('button', { name: other.title }).click();
  await expect(drawer).toContainText('¥10.50，余 ¥15.50');
  await expect(drawer.getByRole('region', { name: '分录' })).toContainText(`作者 ${shop.writer.authorName}`);
  await expectAccessible(page);
});

test('an order is found by its number and by a mobile number, and its invoice reaches the buyer', async ({
  page,
  request,
  shop,
  browser,
}) => {
  const sold = await shop.sell(`post:${await shop.publish('要发票的一篇', 3200)}`);
  const company = '一家名字很长很长的有限责任公司上海自由贸易试验区分公司';
  await shop.call(
    request,
    'POST /member/requestInvoice',
    {
      id: sold.id,
      titleKind: 'company',
      title: company,
      taxNumber: '91310000MA1FL0TEST',
      email: 'a@example.cn',
    },
    shop.buyer.token,
  );

  await open(page, '/admin/orders');
  const search = page.getByRole('searchbox', { name: '查找订单' });
  await search.fill(sold.number);
  await search.press('Enter');
  // Until the address has changed, the search that it names would replace what is typed next.
  await expect(page).toHaveURL(new RegExp(sold.number));
  await expect(page.getByRole('button', { name: sold.title })).toHaveCount(1);
  await search.fill(shop.buyer.mobile);
  await search.press('Enter');
  await expect(page).toHaveURL(new RegExp(shop.buyer.mobile));
  await expect(row(page, sold.number)).toContainText(`${shop.buyer.mobile.slice(0, 3)}****`);
  await search.fill('G000000000000000000000000');
  await search.press('Enter');
  await expect(page.getByText('没有符合条件的订单')).toBeVisible();

  await open(page, '/admin/refunds?tab=invoices');
  await page.getByRole('button', { name: `开票“${company}”` }).click();
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: '发票.pdf', mimeType: 'application/pdf', buffer: pdf });
  await expectAccessible(page);
  await page.getByRole('button', { name: '交给买家' }).click();
  await expect(page.getByRole('button', { name: `开票“${company}”` })).toHaveCount(0);

  const own = await pageOf(browser, request, shop.buyer);
  await open(own, `/personal/purchase?order=${sold.id}`);
  const [download] = await Promise.all([
    own.waitForEvent('download'),
    own.getByRole('button', { name: '下载发票' }).click(),
  ]);
  expect(readFileSync(await download.path())).toEqual(pdf);
  await own.context().close();
});

test('a price that changes while the pop-up is open is announced, and the next press orders at the new price', async ({
  browser,
  request,
  shop,
}) => {
  const id = await shop.publish('要涨价的一篇', 1800);
  const own = await pageOf(browser, request, shop.buyer);
  await open(own, `/rined/detail?id=${id}`);
  await own.getByRole('button', { name: '购买本篇' }).click();
  const orderDialog = own.getByRole('dialog', { name: '确认订单' });
  await expect(orderDialog.getByRole('definition').filter({ hasText: '18.00' })).toBeVisible();
  await shop.reprice(id, 2500);
  await orderDialog.getByRole('checkbox', { name: /不适用七天无理由退货/ }).check();
  await orderDialog.getByRole('button', { name: '去支付' }).click();
  await expect(orderDialog.getByRole('alert')).toContainText('价格已变动，现价 ¥25');
  await expect(orderDialog.getByRole('definition').filter({ hasText: '25.00' })).toBeVisible();
  await orderDialog.getByRole('button', { name: '去支付' }).click();
  await expect(own.getByRole('dialog', { name: '支付订单' })).toContainText('25.00');
  await own.context().close();
});

test("an author's income is requested, approved, paid out and shown in their statement", async ({
  page,
  request,
  shop,
  allowed,
}) => {
  allowed.expect(/status of 400/);
  await shop.sell(`post:${await shop.publish('挣钱的一篇', 60_000)}`);
  await open(page, '/admin/settings?group=trade');
  await page.getByRole('textbox', { name: '退款期限' }).fill('0');
  await page.getByRole('textbox', { name: '最低提现金额' }).fill('十块');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('最低提现金额应为 1 到 100000 的整数')).toBeVisible();
  await page.getByRole('textbox', { name: '最低提现金额' }).fill('10');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('已保存，马上生效')).toBeVisible();

  const income = () => shop.call(request, 'GET /member/getIncome', {}, shop.writer.token);
  await expect.poll(income).toMatchObject({ least: 1000, settling: 0 });
  const payee = '卖文人 中国工商银行上海市浦东新区世纪大道支行 6222 0000 0000 0000 000';
  const { available } = await income();
  await shop.call(request, 'POST /member/requestWithdrawal', { amount: 30_000, payee }, shop.writer.token);

  await openScreen(page, '/admin/ledger?tab=withdrawals');
  await expectAccessible(page);
  await page.getByRole('button', { name: `同意：${shop.writer.authorName} ¥300` }).click();
  await page.getByRole('button', { name: '同意付 ¥300' }).click();
  await page.getByText('待打款', { exact: true }).first().click();
  await page.getByRole('button', { name: `已打款：${shop.writer.authorName} ¥300` }).click();
  const paid = page.getByRole('dialog', { name: '记下打款' });
  await paid.getByLabel('打款凭证号').fill('网银 2026112100001');
  await paid.getByRole('button', { name: '已打款' }).click();
  await expect(page.getByText('没有这样的提现')).toBeVisible();
  expect(await income()).toMatchObject({ available: available - 30_000, paidOut: 30_000, open: null });
  const [month] = await shop.call(request, 'GET /member/incomeMonths', {}, shop.writer.token);
  expect(month).toMatchObject({ withdrawn: 30_000, balance: available - 30_000 });

  await open(page, '/admin/settings?group=trade');
  await page.getByRole('button', { name: '恢复环境变量的设置' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '恢复', exact: true }).click();
  await expect(page.getByText('现在用的是启动时环境变量里的设置')).toBeVisible();
});

test('a bill with an unknown trade is shown with the difference, and the daily revenue as a chart and a table', async ({
  page,
  shop,
  wechat,
}) => {
  const yesterday = Date.now() - 86_400_000;
  wechat.store.saveTrade({
    number: 'P-NOT-OURS',
    gatewayNumber: '4200000000000000000000000001',
    prepayId: 'not-ours',
    type: 'NATIVE',
    title: '别处的一笔',
    amount: 1234,
    notifyUrl: baseURL,
    expiresAt: yesterday,
    state: 'SUCCESS',
    paidAt: yesterday,
    refunded: 0,
    openId: 'somebody',
    isTold: true,
  });
  await open(page, '/admin/ledger?tab=bills');
  await page.getByRole('button', { name: '对一天的账' }).click();
  const reconcileDialog = page.getByRole('dialog', { name: '对一天的账' });
  await reconcileDialog.getByLabel('渠道').click();
  await page.getByTitle('微信支付', { exact: true }).last().click();
  await reconcileDialog.getByRole('button', { name: '对账' }).click();
  const day = row(page, '有差异').filter({ hasText: '微信支付' });
  await expect(day).toContainText('1 处');
  await day.getByRole('button', { name: '展开行' }).click();
  await expect(page.getByText('账单有，我们没有')).toBeVisible();
  await expect(page.getByText('我们 没有，渠道 ¥12.34')).toBeVisible();
  await expectAccessible(page);

  await shop.sell(`post:${await shop.publish('进了图表的一篇', 4500)}`);
  await open(page, '/admin/ledger');
  await expect(page.getByRole('img', { name: /全部收入走势图：共 ¥/ })).toBeVisible();
  await page.getByText('以表格查看每一天').click();
  await expect(page.getByRole('table').last()).toContainText('¥');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});

test('a plan, a coupon for it and redeem codes are created, and readers can use them', async ({
  page,
  request,
  shop,
}) => {
  const name = `试读卡 ${Date.now() % 100_000}`;
  await open(page, '/admin/offers');
  await page.getByRole('button', { name: '新建套餐' }).click();
  const plan = page.getByRole('dialog', { name: '新建套餐' });
  await plan.getByLabel('名称').fill(name);
  await plan.getByLabel('价格（元）', { exact: true }).fill('33');
  await plan.getByRole('button', { name: '保存' }).click();
  await expect(row(page, name)).toContainText('¥33');

  await page.getByRole('tab', { name: '优惠券' }).click();
  await page.getByRole('button', { name: '新建优惠券' }).click();
  const coupon = page.getByRole('dialog', { name: '新建优惠券' });
  const code = `DESK${Date.now() % 1_000_000}`;
  await coupon.getByLabel('优惠码').fill(code.toLowerCase());
  await coupon.getByLabel('名称').fill('开张立减');
  await coupon.getByLabel('减免金额（元）').fill('3');
  await coupon.getByLabel('适用范围').click();
  await page.getByTitle('VIP', { exact: true }).last().click();
  await coupon.getByLabel('VIP 套餐').click();
  await page.getByTitle(name, { exact: true }).click();
  await expectAccessible(page);
  await coupon.getByRole('button', { name: '保存' }).click();
  await expect(row(page, code)).toContainText(name);

  const plans = await shop.call(request, 'GET /reception/getPlans', {}, shop.buyer.token);
  const { id } = plans.find((one: { name: string }) => one.name === name);
  const sold = await shop.sell(`plan:${id}`, { couponCode: code });
  expect(sold.amount).toBe(3000);

  await page.getByRole('tab', { name: '兑换码' }).click();
  await page.getByRole('button', { name: '生成兑换码' }).click();
  const batch = page.getByRole('dialog', { name: '生成兑换码' });
  await batch.getByLabel('名称').fill('读者活动');
  await batch.getByLabel('数量').fill('2');
  await batch.getByRole('button', { name: '生成 2 个' }).click();
  const made = page.getByRole('dialog', { name: '2 个兑换码' });
  const shown = made.getByRole('list', { name: '兑换码' }).getByRole('listitem');
  await expect(shown).toHaveCount(2);
  const codes = await shown.allTextContents();
  await made.getByRole('button', { name: '关闭' }).last().click();
  await page.getByRole('button', { name: '已保存，关闭' }).click();
  await shop.call(request, 'POST /member/redeemCode', { code: codes[0] }, shop.writer.token);
  const running = await shop.call(request, 'GET /member/memberships', {}, shop.writer.token);
  expect(running).toMatchObject([{ scope: 'vip' }]);
});
