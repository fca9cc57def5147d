import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { openSite } from '#testing/browser/open-site.ts';
import { logInWithProfile, pageOf, pendingOrder } from '#testing/browser/personal.ts';
import { openPayDialog } from './pay-request.ts';

const plan = {
  id: '3',
  scope: 'vip' as const,
  columnId: null,
  columnName: '',
  name: '包月',
  months: 1,
  days: null,
  price: 4800,
  firstPrice: null,
  isTrial: false,
  yourPrice: 4800,
  isAvailable: true,
};
const quote = {
  title: pendingOrder.title,
  listPrice: 4800,
  isVipPrice: false,
  discount: 0,
  amount: 4800,
  couponName: null as string | null,
  couponFault: '',
  pendingOrderId: null,
};
const payState = {
  orderId: '7',
  state: 'pending',
  amount: 4800,
  expiresAt: pendingOrder.expiresAt,
  paidAt: null,
  attempt: null,
  hasSurplus: false,
} as const;
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

const dialog = (name: string) => page.getByRole('dialog', { name });

async function openForm(orderId?: string): Promise<void> {
  await openSite('/personal/purchase');
  openPayDialog({ preselected: 'vip', ...(orderId && { orderId }) });
}

beforeEach(() => {
  logInWithProfile();
  answer('GET /member/orders', pageOf([]));
  answer('GET /member/memberships', []);
  answer('GET /reception/getPlans', [plan]);
  answer('GET /reception/getPayChannels', {
    gateways: [{ name: 'wechat', label: '微信支付', channels: ['native'] }],
    wechatAppId: null,
  });
  answer('GET /member/quoteOrder', quote);
  answer('GET /member/order', pendingOrder);
  answer('GET /member/getPayState', payState);
  answer('POST /member/payOrder', payStart);
});

test('a price that changes while the form is open is announced, and the next press orders at the new price', async () => {
  answer('POST /member/createOrder', refuse(409, '价格已变动，现价 ¥60，请确认后再下单'));
  await openForm();
  const form = dialog('确认订单');
  await form.getByRole('checkbox', { name: /不适用七天无理由退货/ }).click();
  answer('GET /member/quoteOrder', { ...quote, listPrice: 6000, amount: 6000 });
  await form.getByRole('button', { name: '去支付 ¥48' }).click();
  await expect.element(form.getByRole('alert')).toMatchTextContent('价格已变动，现价 ¥60');
  answer('POST /member/createOrder', { ...pendingOrder, listPrice: 6000, amount: 6000 });
  await form.getByRole('button', { name: '去支付 ¥60' }).click();
  await expect.element(dialog('支付订单')).toBeVisible();
  expect(callsTo('POST /member/createOrder').map(({ body }) => body.price)).toEqual([4800, 6000]);
});

test('an order with a coupon names the price that the buyer saw before the discount', async () => {
  answer('GET /member/quoteOrder', { ...quote, discount: 300, amount: 4500, couponName: '开张立减' });
  answer('POST /member/createOrder', { ...pendingOrder, discount: 300, amount: 4500 });
  await openForm();
  const form = dialog('确认订单');
  await form.getByRole('checkbox', { name: /不适用七天无理由退货/ }).click();
  await form.getByRole('button', { name: '去支付 ¥45' }).click();
  await expect.element(dialog('支付订单')).toBeVisible();
  expect(callsTo('POST /member/createOrder').map(({ body }) => body.price)).toEqual([4800]);
});

test('an order whose time is up shows no code to pay with', async () => {
  answer('GET /member/order', { ...pendingOrder, secondsLeft: 1 });
  await openForm('7');
  await expect.element(dialog('支付订单').getByRole('alert')).toMatchTextContent('支付时间已过');
  await expect.element(dialog('支付订单').getByRole('img')).not.toBeInTheDocument();
});
