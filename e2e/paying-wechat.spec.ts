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
import { headersOf } from './calls.ts';
import { expectNoSidewaysScroll } from './checks.ts';
import { phone, scan, test } from './merchants.ts';

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

  test('a failing gateway, an order closed elsewhere and a lost notice are reported and recovered from', {
    tag: '@deep',
  }, async ({ page, request, token, edition, wechat, allowed }) => {
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
});

test.describe('on a phone, through the H5 page', { tag: '@deep' }, () => {
  test.use(phone);

  test('a VIP order abandoned at the gateway is resumed and paid', async ({ page, wechat }) => {
    await open(page, '/personal/purchase');
    await page.getByRole('button', { name: '开通 VIP' }).click();
    await payDialog(page).getByRole('radio', { name: /包月/ }).check();
    await order(page, wechatPay);
    await expect(page).toHaveURL(new RegExp(`^${wechat.origin}/pay`));
    await page.getByRole('button', { name: '模拟支付失败' }).click();
    await page.getByRole('link', { name: '返回商家' }).click();
    await expect(payDialog(page, '支付订单')).toContainText('还没有收到付款');
    await expect(page).toHaveURL('/personal/purchase');
    await expectNoSidewaysScroll(page);

    await payDialog(page, '支付订单').getByRole('button', { name: '继续支付' }).click();
    await page.getByRole('button', { name: /^支付 ¥/ }).click();
    await page.getByRole('link', { name: '返回商家' }).click();
    await closeSuccessDialog(page, 'VIP 已开通');
    expect(wechat.store.trades().at(-1)).toMatchObject({ type: 'H5', state: 'SUCCESS' });
  });
});
