import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { behindMask, loadingMask } from '#testing/browser/loading-mask.ts';
import { openSite } from '#testing/browser/open-site.ts';
import { logInWithProfile, pageOf, pendingOrder } from '#testing/browser/personal.ts';
import { renderPart } from '#testing/browser/render-part.ts';
import { alertOf, button, field } from '#testing/browser/sign-in.ts';
import { GiftCode } from '#web/parts/pay/paid-order.tsx';
import type { OrderDetail } from '../schema.ts';

test('a redeemed code changes the date of VIP in the side bar at once, and a refund needs a reason', {
  tags: ['strict'],
}, async () => {
  const paid: OrderDetail = {
    ...pendingOrder,
    state: 'paid',
    paidAt: pendingOrder.createdAt,
    canPay: false,
    canCancel: false,
    refundable: { isAllowed: true, amount: 4800, why: '' },
  };
  const profile = logInWithProfile({ vipUntil: '2026-12-01T08:00:00+08:00' });
  answer('GET /member/orders', pageOf([paid]));
  answer('GET /member/memberships', []);
  answer('GET /member/order', paid);
  await openSite('/personal/purchase');
  const until = () => page.getByRole('complementary').getByRole('time');
  await expect.element(until()).toHaveAttribute('datetime', '2026-12-01T08:00:00+08:00');

  answer('POST /member/redeemCode', refuse(400, '兑换码已经用过'));
  await button('去兑换').click();
  await field('填写兑换码').fill('3nb7 4FXS-9q2k7M5D');
  await button('兑换').click();
  await expect.element(alertOf('兑换码已经用过')).toBeVisible();
  await expect.element(field('填写兑换码')).toHaveValue('3nb7 4FXS-9q2k7M5D');
  answer('POST /member/redeemCode', { scope: 'vip', targetId: null, name: 'VIP 会员', endsAt: null });
  answer('GET /member/profile', { ...profile, vipUntil: '2027-03-01T08:00:00+08:00' });
  await button('兑换').click();
  await expect.element(until()).toHaveAttribute('datetime', '2027-03-01T08:00:00+08:00');
  expect(callsTo('POST /member/redeemCode').map(({ body }) => body)).toEqual(
    Array(2).fill({ code: '3nb7 4FXS-9q2k7M5D' }),
  );

  await page.getByRole('link', { name: `订单详情：${paid.title}` }).click();
  await button('申请退款').click();
  await button('提交申请').click();
  await expect.element(alertOf('请写明退款原因')).toBeVisible();
  expect(callsTo('POST /member/requestRefund')).toEqual([]);
  await expectWellMade();
  await field('退款原因').fill(' 买错了 ');
  answer('POST /member/requestRefund', refuse(400, '这笔订单已超过退款期限'));
  await button('提交申请').click();
  await expect.element(alertOf('这笔订单已超过退款期限')).toBeVisible();
  await expect.element(loadingMask()).not.toBeInTheDocument();
  answer('POST /member/requestRefund', behindMask({ ...paid, state: 'refunding' }));
  await button('提交申请').click();
  await expect.element(page.getByText('退款申请已提交')).toBeVisible();
  expect(callsTo('POST /member/requestRefund').at(-1)?.body).toEqual({ id: '7', reason: '买错了' });
});

test('a gift code is shown in groups of four letters and digits', async () => {
  const container = await renderPart(<GiftCode code="3NB7-4FXS-9Q2K-7M5D" />);
  const groups = [...container.querySelectorAll('code span')].map((group) => group.textContent);
  expect(groups).toEqual(['3NB7', '4FXS', '9Q2K', '7M5D']);
});
