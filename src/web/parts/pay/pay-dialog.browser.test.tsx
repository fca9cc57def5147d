import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OrderDetail } from '#features/orders/schema.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { loadingMask } from '#testing/browser/loading-mask.ts';
import { openSite } from '#testing/browser/open-site.ts';
import { logInWithProfile, pageOf, pendingOrder } from '#testing/browser/personal.ts';
import { button } from '#testing/browser/sign-in.ts';
import { widths } from '#testing/browser/widths.ts';
import { openPayDialog } from './pay-request.ts';

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

const dialog = () => page.getByRole('dialog', { name: /订单|支付/ });

beforeEach(async () => {
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
  answer('GET /member/quoteOrder', {
    title: pendingOrder.title,
    listPrice: 4800,
    isVipPrice: false,
    discount: 0,
    amount: 4800,
    couponName: null,
    couponFault: '',
    pendingOrderId: null,
  });
  answer('GET /member/order', pendingOrder);
  answer('GET /member/getPayState', payState('pending'));
  answer('POST /member/payOrder', payStart);
});

describe.for(widths)('%i px wide', (width) => {
  test('the button that pays is on screen at once, and the only filled control', async () => {
    await page.viewport(width, 740);
    await openSite('/personal/purchase');
    openPayDialog({ preselected: 'vip' });
    const payButton = dialog().getByRole('button', { name: '去支付 ¥48' });
    await expect.element(payButton).toBeInViewport({ ratio: 1 });
    const method = dialog().getByRole('radio', { name: '微信支付' }).element().closest('label');
    expect(method).not.toBeNull();
    for (const part of method?.querySelectorAll('*') ?? [])
      expect(getComputedStyle(part).backgroundColor, part.outerHTML).toBe('rgba(0, 0, 0, 0)');
    await payButton.click();
    await expect.element(dialog().getByText('请先确认再支付')).toBeInViewport();
    await expectAccessible();
    expectNoSidewaysScroll();
  });

  test('shows the order to pay with the code and the check', async () => {
    await page.viewport(width, 740);
    await openSite('/personal/purchase');
    openPayDialog({ preselected: 'vip', orderId: '7' });
    await expect.element(dialog().getByRole('img', { name: '用微信支付扫一扫' })).toBeVisible();
    await expect.element(button('我已支付')).toBeVisible();
    await expectAccessible();
    expectNoSidewaysScroll();
  });
});

test('an order cannot be cancelled while its payment starts, which would then fail', async () => {
  const { promise, resolve: reply } = Promise.withResolvers<typeof payStart>();
  answer('POST /member/payOrder', () => promise);
  await openSite('/personal/purchase');
  openPayDialog({ preselected: 'vip', orderId: '7' });
  await expect.element(dialog().getByText('正在联系微信支付 …')).toBeVisible();
  await expect.element(button('取消订单')).toBeDisabled();
  reply(payStart);
  await expect.element(button('取消订单')).toBeEnabled();
});

test('an order that takes long covers the pop-up, and the focus returns to what opened it', async () => {
  const { promise, resolve: reply } = Promise.withResolvers<OrderDetail>();
  answer('POST /member/createOrder', () => promise);
  await openSite('/personal/purchase');
  await button('开通 VIP').click();
  const opener = button('开通 VIP').element();
  await dialog()
    .getByRole('checkbox', { name: /不适用七天无理由退货/ })
    .click();
  await dialog().getByRole('button', { name: '去支付 ¥48' }).click();
  await expect.element(loadingMask()).toBeVisible();
  expect(document.elementFromPoint(720, 450)?.closest('dialog')).toBe(loadingMask().element());
  await userEvent.keyboard('{Escape}{Escape}');
  await expect.element(loadingMask()).toBeVisible();
  await expect.element(page.getByRole('dialog', { name: '确认订单' })).toBeInTheDocument();
  reply(pendingOrder);
  await expect.element(page.getByRole('dialog', { name: '支付订单' })).toBeVisible();
  await expect.element(loadingMask()).not.toBeInTheDocument();
  expect(dialog().element().contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(document.activeElement).toBe(opener);
});

describe('我已支付', () => {
  beforeEach(async () => {
    await openSite('/personal/purchase');
    openPayDialog({ preselected: 'vip', orderId: '7' });
    await expect.element(dialog().getByRole('img')).toBeVisible();
  });

  test('says while it checks, that nothing has arrived, and goes on once it has', async () => {
    const { promise, resolve: reply } = Promise.withResolvers<ReturnType<typeof payState>>();
    answer('POST /member/checkPayment', () => promise);
    await button('我已支付').click();
    await expect.element(button('正在查询付款结果 …')).toHaveAttribute('aria-disabled', 'true');
    reply(payState('pending'));
    await expect
      .element(dialog().getByText(/^还没有收到付款。没付完的话，请先在微信支付里付完；/))
      .toBeInViewport();
    expect(callsTo('POST /member/checkPayment').map(({ body }) => body)).toEqual([{ id: '7' }]);

    answer('POST /member/checkPayment', payState('paid'));
    answer('GET /member/order', { ...pendingOrder, state: 'paid', endsAt: '2026-12-20T08:00:00+08:00' });
    await button('我已支付').click();
    await expect.element(page.getByRole('dialog', { name: '支付成功' })).toMatchTextContent('VIP 已开通');
  });

  test('says that the result cannot be found out now', async () => {
    answer('POST /member/checkPayment', refuse(503, '服务繁忙'));
    await button('我已支付').click();
    await expect.element(dialog().getByRole('alert')).toMatchTextContent('暂时查不到付款结果，请稍后再查');
  });
});
