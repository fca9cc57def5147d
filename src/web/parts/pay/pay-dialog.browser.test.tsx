import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OrderDetail } from '#features/orders/schema.ts';
import { expectAccessible, expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { loadingMask } from '#testing/browser/loading-mask.ts';
import { openSite } from '#testing/browser/open-site.ts';
import { logInWithProfile, pageOf, pendingOrder } from '#testing/browser/personal.ts';
import { button } from '#testing/browser/sign-in.ts';
import { closePayDialog, openPayDialog } from './pay-request.ts';

const payState = (state: OrderDetail['state']) => ({
  orderId: '7',
  state,
  amount: 4800,
  expiresAt: pendingOrder.expiresAt,
  paidAt: null,
  attempt: null,
  hasSurplus: false,
});
const payStart = {
  orderId: '7',
  state: 'pending',
  gateway: 'wechat',
  channel: 'native',
  amount: 4800,
  expiresAt: pendingOrder.expiresAt,
  codeUrl: 'weixin://wxpay/bizpayurl?pr=7',
  redirectUrl: null,
  jsapi: null,
} as const;
const plan = (id: string, name: string, price: number) => ({
  id,
  scope: 'vip' as const,
  columnId: null,
  columnName: '',
  name,
  months: 1,
  days: null,
  price,
  firstPrice: null,
  isTrial: false,
  yourPrice: price,
  isAvailable: true,
});

const quote = {
  title: pendingOrder.title,
  listPrice: 4800,
  isVipPrice: false,
  discount: 0,
  amount: 4800,
  couponName: null,
  couponFault: '',
  pendingOrderId: null,
};
const dialog = () => page.getByRole('dialog', { name: /订单|支付/ });
const named = (name: string) => page.getByRole('dialog', { name });
const payCode = () => dialog().getByRole('img', { name: '用微信支付扫一扫' });

beforeEach(() => {
  logInWithProfile();
  answer('GET /member/orders', pageOf([]));
  answer('GET /member/memberships', []);
  answer('GET /reception/getPlans', [
    plan('3', '包月', 4800),
    plan('4', '包季', 12_800),
    plan('5', '包年', 48_000),
  ]);
  answer('GET /reception/getPayChannels', {
    gateways: [
      { name: 'wechat', label: '微信支付', channels: ['native'] },
      { name: 'alipay', label: '支付宝', channels: ['page', 'wap'] },
    ],
    wechatAppId: null,
  });
  answer('GET /member/quoteOrder', quote);
  answer('GET /member/order', pendingOrder);
  answer('GET /member/getPayState', payState('pending'));
  answer('POST /member/payOrder', payStart);
});

test('orders with a coupon at the price that the buyer saw, and returns the focus to what opened it', {
  tags: ['strict'],
}, async () => {
  answer('GET /member/quoteOrder', ({ query }) =>
    query.couponCode === 'SAVE8'
      ? { ...quote, discount: 800, amount: 4000, couponName: '新客立减' }
      : { ...quote, couponFault: query.couponCode ? '优惠码已过期' : '' },
  );
  await openSite('/personal/purchase');
  await button('开通 VIP').click();
  const opener = button('开通 VIP').element();
  const payButton = dialog().getByRole('button', { name: '去支付 ¥48' });
  for (const width of [360, 1440]) {
    await page.viewport(width, 740);
    await expect.element(payButton).toBeInViewport({ ratio: 1 });
  }
  // It is the only filled control.
  const method = dialog().getByRole('radio', { name: '微信支付' }).element().closest('label');
  expect(method).not.toBeNull();
  for (const part of method?.querySelectorAll('*') ?? [])
    expect(getComputedStyle(part).backgroundColor, part.outerHTML).toBe('rgba(0, 0, 0, 0)');

  await button('有优惠码？').click();
  const coupon = dialog().getByRole('textbox', { name: '优惠码' });
  await coupon.fill('OLD');
  await button('使用').click();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('优惠码已过期');
  await coupon.fill('SAVE8');
  await button('使用').click();
  await expect.element(dialog()).toMatchTextContent('新客立减−¥8');
  const payLess = dialog().getByRole('button', { name: '去支付 ¥40' });
  await payLess.click();
  await expect.element(dialog().getByText('请先确认再支付')).toBeInViewport();
  expect(callsTo('POST /member/createOrder')).toEqual([]);
  await expectWellMade();

  await dialog()
    .getByRole('checkbox', { name: /不适用七天无理由退货/ })
    .click();
  answer('POST /member/createOrder', refuse(409, '优惠码刚刚被用完'));
  await payLess.click();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('优惠码刚刚被用完');
  await expect.element(loadingMask()).not.toBeInTheDocument();
  const { promise, resolve: reply } = Promise.withResolvers<OrderDetail>();
  answer('POST /member/createOrder', () => promise);
  await payLess.click();
  await expect.element(loadingMask()).toBeVisible();
  expect(callsTo('POST /member/createOrder').at(-1)?.body).toEqual({
    thing: 'plan:3',
    isGift: false,
    agreed: true,
    couponCode: 'SAVE8',
    price: 4800,
  });
  expect(document.elementFromPoint(720, 450)?.closest('dialog')).toBe(loadingMask().element());
  await userEvent.keyboard('{Escape}{Escape}');
  await expect.element(loadingMask()).toBeVisible();
  await expect.element(named('确认订单')).toBeInTheDocument();
  reply({ ...pendingOrder, discount: 800, amount: 4000 });
  await expect.element(named('支付订单')).toMatchTextContent('优惠−¥8');
  await expect.element(loadingMask()).not.toBeInTheDocument();
  expect(dialog().element().contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(document.activeElement).toBe(opener);
});

test('checks a payment on 我已支付 and says what was found, and changes the method', async () => {
  const starting = Promise.withResolvers<typeof payStart>();
  answer('POST /member/payOrder', () => starting.promise);
  await openSite('/personal/purchase');
  openPayDialog({ preselected: 'vip', orderId: '7' });
  await expect.element(dialog().getByText('正在联系微信支付 …')).toBeVisible();
  // Cancelled now, the payment that starts would fail.
  await expect.element(button('取消订单')).toBeDisabled();
  starting.resolve(payStart);
  await expect.element(payCode()).toBeVisible();
  await expect.element(button('取消订单')).toBeEnabled();
  await expectAccessible();

  const checking = Promise.withResolvers<ReturnType<typeof payState>>();
  answer('POST /member/checkPayment', () => checking.promise);
  await button('我已支付').click();
  await expect.element(button('正在查询付款结果 …')).toHaveAttribute('aria-disabled', 'true');
  checking.resolve(payState('pending'));
  await expect
    .element(dialog().getByText(/^还没有收到付款。没付完的话，请先在微信支付里付完；/))
    .toBeInViewport();
  answer('POST /member/checkPayment', refuse(503, '服务繁忙'));
  await button('我已支付').click();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('暂时查不到付款结果，请稍后再查');

  answer('POST /member/payOrder', refuse(503, '服务繁忙'));
  await dialog().getByRole('radio', { name: '支付宝' }).click();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('支付宝暂时不可用');
  expect(payCode().query()).toBeNull();
  expect(callsTo('POST /member/payOrder').at(-1)?.body).toMatchObject({
    id: '7',
    gateway: 'alipay',
    channel: 'page',
  });
  answer('POST /member/payOrder', payStart);
  await dialog().getByRole('radio', { name: '微信支付' }).click();
  await expect.element(payCode()).toBeVisible();

  answer('POST /member/checkPayment', payState('paid'));
  answer('GET /member/order', { ...pendingOrder, state: 'paid', endsAt: '2026-12-20T08:00:00+08:00' });
  await button('我已支付').click();
  await expect.element(named('支付成功')).toMatchTextContent('VIP 已开通');
  expect(callsTo('POST /member/checkPayment').map(({ body }) => body)).toEqual(Array(3).fill({ id: '7' }));
});

test('shows no code of an order that was cancelled, here or elsewhere, or whose time is up', async () => {
  await openSite('/personal/purchase');
  const openOrder = () => openPayDialog({ preselected: 'vip', orderId: '7' });
  openOrder();
  await expect.element(payCode()).toBeVisible();
  answer('GET /member/getPayState', payState('closed'));
  answer('GET /member/order', { ...pendingOrder, state: 'closed', canPay: false });
  // The page asks at once when it becomes visible again.
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(named('订单已关闭')).toMatchTextContent('¥48 没有支付');
  expect(payCode().query()).toBeNull();
  closePayDialog();
  await expect.element(dialog()).not.toBeInTheDocument();

  answer('GET /member/getPayState', payState('pending'));
  answer('GET /member/order', { ...pendingOrder, secondsLeft: 1 });
  openOrder();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('支付时间已过');
  expect(payCode().query()).toBeNull();
  expect(button('我已支付').query()).toBeNull();
  answer('GET /member/order', { ...pendingOrder, state: 'closed', canPay: false });
  answer('POST /member/cancelOrder', true as never);
  await button('取消订单').click();
  await expect.element(named('订单已关闭')).toBeVisible();
  expect(callsTo('POST /member/cancelOrder').map(({ body }) => body)).toEqual([{ id: '7' }]);
  await button('重新下单').click();
  await expect.element(named('确认订单').getByRole('button', { name: '去支付 ¥48' })).toBeVisible();
});
