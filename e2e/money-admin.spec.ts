import { readFileSync } from 'node:fs';
import { open } from './journey.ts';
import { expect, pageOf, row, test } from './selling.ts';

// The stand-in for the gateway has one port, and one of these journeys changes settings that affect every sale.
test.describe.configure({ mode: 'default' });

test('a requested refund is approved, an order is found and partly refunded, and an invoice reaches its buyer', async ({
  page,
  request,
  shop,
  browser,
}) => {
  const returned = await shop.sell(`post:${await shop.publish('退得回的一篇', 1800)}`);
  const kept = await shop.sell(`post:${await shop.publish('缺了附件的一篇', 2600)}`);
  const invoiced = await shop.sell(`post:${await shop.publish('要发票的一篇', 3200)}`);
  const order = (id: string) => shop.call(request, 'GET /member/order', { id }, shop.buyer.token);

  await test.step('staff approve a refund, and the gateway returns the money', async () => {
    const wish = { id: returned.id, reason: '买错了' };
    await shop.call(request, 'POST /member/requestRefund', wish, shop.buyer.token);
    await open(page, '/admin/refunds');
    await page.getByRole('button', { name: `同意“${returned.title}”` }).click();
    await page.getByRole('button', { name: '同意退 ¥18' }).click();
    await expect(row(page, returned.number)).toHaveCount(0);
    await expect.poll(async () => (await order(returned.id)).state).toBe('refunded');
  });

  await test.step('staff find an order by its number and refund a part', async () => {
    await open(page, '/admin/orders');
    const search = page.getByRole('searchbox', { name: '查找订单' });
    await search.fill(kept.number);
    await search.press('Enter');
    await row(page, kept.number).getByRole('button', { name: kept.title }).click();
    const drawer = page.getByRole('dialog', { name: '订单' });
    await drawer.getByRole('button', { name: '退款' }).click();
    const refund = page.getByRole('dialog', { name: '退款' });
    await refund.getByLabel('退款金额（元）').fill('10.50');
    await refund.getByLabel('退款原因').fill('缺了一个附件');
    await refund.getByRole('button', { name: '退 ¥10.50' }).click();
    await expect.poll(async () => (await order(kept.id)).refundedAmount).toBe(1050);
  });

  await test.step('staff upload an invoice, and the buyer downloads the same file', async () => {
    const company = '一家名字很长很长的有限责任公司上海自由贸易试验区分公司';
    const title = { titleKind: 'company', title: company, taxNumber: '91310000MA1FL0TEST' };
    const wish = { id: invoiced.id, ...title, email: 'a@example.cn' };
    await shop.call(request, 'POST /member/requestInvoice', wish, shop.buyer.token);
    await open(page, '/admin/refunds?tab=invoices');
    await page.getByRole('button', { name: `开票“${company}”` }).click();
    await page.getByRole('textbox', { name: '发票号码' }).fill('26312000000123456789');
    const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: '发票.pdf', mimeType: 'application/pdf', buffer: pdf });
    await page.getByRole('button', { name: '交给买家' }).click();
    await expect(page.getByRole('button', { name: `开票“${company}”` })).toHaveCount(0);

    const own = await pageOf(browser, request, shop.buyer);
    await open(own, `/personal/purchase?order=${invoiced.id}`);
    const [download] = await Promise.all([
      own.waitForEvent('download'),
      own.getByRole('button', { name: '下载发票' }).click(),
    ]);
    expect(readFileSync(await download.path())).toEqual(pdf);
    await own.context().close();
  });
});

test("an author's income is requested, approved, paid out and shown in their statement", async ({
  page,
  request,
  shop,
  token,
}) => {
  const settings = { group: 'trade' };
  const values = { authorShare: '70', refundDays: '0', withdrawalLeast: '10' };
  await shop.call(request, 'POST /admin/settings/reset', settings, token);
  await shop.call(request, 'POST /admin/settings/save', { ...settings, values, base: null }, token);
  await shop.sell(`post:${await shop.publish('挣钱的一篇', 60_000)}`);
  const income = () => shop.call(request, 'GET /member/getIncome', {}, shop.writer.token);
  await expect.poll(income).toMatchObject({ least: 1000, settling: 0 });
  const payee = '卖文人 中国工商银行上海市浦东新区世纪大道支行 6222 0000 0000 0000 000';
  const { available } = await income();
  await shop.call(request, 'POST /member/requestWithdrawal', { amount: 30_000, payee }, shop.writer.token);

  await open(page, '/admin/ledger?tab=withdrawals');
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
  await shop.call(request, 'POST /admin/settings/reset', settings, token);
});

test('a plan, a coupon for it and redeem codes are created, and readers can use them', async ({
  page,
  request,
  shop,
}) => {
  const name = `试读卡 ${Date.now() % 100_000}`;
  const code = `DESK${Date.now() % 1_000_000}`;
  await test.step('a plan', async () => {
    await open(page, '/admin/offers');
    await page.getByRole('button', { name: '新建套餐' }).click();
    const plan = page.getByRole('dialog', { name: '新建套餐' });
    await plan.getByLabel('名称').fill(name);
    await plan.getByLabel('价格（元）', { exact: true }).fill('33');
    await plan.getByRole('button', { name: '保存' }).click();
    await expect(row(page, name)).toContainText('¥33');
  });

  await test.step('a coupon, with which a reader pays less for it', async () => {
    await page.getByRole('tab', { name: '优惠券' }).click();
    await page.getByRole('button', { name: '新建优惠券' }).click();
    const coupon = page.getByRole('dialog', { name: '新建优惠券' });
    await coupon.getByLabel('优惠码').fill(code.toLowerCase());
    await coupon.getByLabel('名称').fill('开张立减');
    await coupon.getByLabel('减免金额（元）').fill('3');
    await coupon.getByLabel('适用范围').click();
    await page.getByTitle('VIP', { exact: true }).last().click();
    await coupon.getByLabel('VIP 套餐').click();
    await page.getByTitle(name, { exact: true }).click();
    await coupon.getByRole('button', { name: '保存' }).click();
    await expect(row(page, code)).toContainText(name);
    const plans = await shop.call(request, 'GET /reception/getPlans', {}, shop.buyer.token);
    const { id } = plans.find((one: { name: string }) => one.name === name);
    expect((await shop.sell(`plan:${id}`, { couponCode: code })).amount).toBe(3000);
  });

  await test.step('redeem codes, one of which gives a reader VIP', async () => {
    await page.getByRole('tab', { name: '兑换码' }).click();
    await page.getByRole('button', { name: '生成兑换码' }).click();
    const batch = page.getByRole('dialog', { name: '生成兑换码' });
    await batch.getByLabel('名称').fill('读者活动');
    await batch.getByLabel('数量').fill('2');
    await batch.getByRole('button', { name: '生成 2 个' }).click();
    const made = page.getByRole('dialog', { name: '2 个兑换码' });
    const shown = made.getByRole('list', { name: '兑换码' }).getByRole('listitem');
    await expect(shown).toHaveCount(2);
    const [first] = await shown.allTextContents();
    await shop.call(request, 'POST /member/redeemCode', { code: first }, shop.writer.token);
    const running = await shop.call(request, 'GET /member/memberships', {}, shop.writer.token);
    expect(running).toMatchObject([{ scope: 'vip' }]);
  });
});
