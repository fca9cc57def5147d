import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer } from '#testing/browser/api.ts';
import { currentAddress, logIn, openSite } from '#testing/browser/open-site.ts';
import { postRecord } from '#testing/browser/personal.ts';
import type { OfferedPlan } from '../schema.ts';

const plan = (id: string, name: string, changes: Partial<OfferedPlan> = {}): OfferedPlan => ({
  ...{ id, name, scope: 'vip', columnId: null, columnName: '', months: 1, days: null },
  ...{ price: 3000, firstPrice: null, isTrial: false, yourPrice: 3000, isAvailable: true },
  ...changes,
});
const month = plan('3', '连续一月');
const year = plan('4', '连续一年', { months: 12, price: 36500, firstPrice: 29200, yourPrice: 29200 });

beforeEach(() => {
  answer('GET /reception/getPlans', [month, year, plan('5', '栏目包月', { scope: 'column', columnId: '2' })]);
  answer('GET /reception/getVipContents', {
    posts: 1203,
    isCapped: true,
    columns: [{ id: '3', name: 'VIP 专享', posts: 1000, isCapped: true }],
  });
  answer('GET /reception/article/newArticleList', [postRecord('8', '港口吞吐量里的秘密')]);
});

const main = () => page.getByRole('main');
const dialog = () => page.getByRole('dialog', { name: '确认订单' });

/** Answers what the pay pop-up loads. */
function answerPayDialog(): void {
  answer('GET /reception/getPayChannels', {
    gateways: [{ name: 'sandbox', label: '沙箱', channels: ['native'] }],
    wechatAppId: null,
  });
  answer('GET /member/quoteOrder', {
    ...{ title: '', listPrice: 29200, isVipPrice: false, discount: 0, amount: 29200 },
    ...{ couponName: null, couponFault: '', pendingOrderId: null },
  });
  answer('GET /member/memberships', []);
}

test('shows a visitor prices, prices per day and what is inside, and keeps their plan over the log-in', {
  tags: ['strict'],
}, async () => {
  await openSite('/membership');
  await expect.element(main()).toMatchTextContent('现有的 1,203+ 篇专享内容');
  const plans = main().getByRole('region', { name: '选一个套餐' });
  await expect.element(plans).toMatchTextContent('¥292');
  await expect.element(plans).toMatchTextContent('每天约 ¥0.80');
  expect(plans.getByRole('listitem').elements()).toHaveLength(2);
  await expect.element(main().getByRole('link', { name: '港口吞吐量里的秘密' })).toBeVisible();
  await expect.element(main().getByRole('list', { name: '包含的栏目' })).toMatchTextContent('1,000+ 篇');
  await expect.poll(() => document.title).toBe('VIP 会员 - 观澜');
  await expect
    .element(page.getByRole('link', { name: '开通：连续一年' }))
    .toHaveAttribute('href', '/login?returnTo=%2Fmembership%3Fplan%3D4');
  await page.viewport(360, 740);
  await expectNoSidewaysScroll();
});

test('opens the pay pop-up with the plan that was chosen before the log-in, once, or that a member presses', async () => {
  logIn();
  answerPayDialog();
  answer('GET /member/memberships', [
    { scope: 'vip', columnId: null, name: 'VIP 会员', endsAt: '2027-03-01T08:00:00+08:00' },
  ]);
  await openSite('/membership?plan=4');
  await expect.element(dialog().getByRole('radio', { name: /连续一年/ })).toBeChecked();
  expect(currentAddress()).toBe('/membership');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(main()).toMatchTextContent('你的 VIP 有效期至 2027 年 3 月 1 日');
  await page.getByRole('button', { name: '续费：连续一月' }).click();
  await expect.element(dialog().getByRole('radio', { name: /连续一月/ })).toBeChecked();
});

test('without a plan on sale says so and leads on', async () => {
  answer('GET /reception/getPlans', []);
  await openSite('/membership');
  await expect.element(page.getByRole('heading', { name: '现在没有在售的套餐' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: '看看 VIP 专享' })).toHaveAttribute('href', '/vip');
});
