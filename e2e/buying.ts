import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { fetchData, headersOf, logIn } from './calls.ts';
import { expect, open } from './journey.ts';
import { newcomerTest } from './newcomer.ts';

/** Every journey has its own buyer. */
export const test = newcomerTest('买书人');
export { expect, open };

export const payDialog = (page: Page, name = '确认订单'): Locator => page.getByRole('dialog', { name });

/** Confirms that the 7-day right of return does not apply, and orders; `gatewayName` selects a gateway. */
export async function order(page: Page, gatewayName?: string): Promise<void> {
  const orderDialog = payDialog(page);
  await orderDialog.getByRole('checkbox', { name: /不适用七天无理由退货/ }).check();
  if (gatewayName) await orderDialog.getByRole('radio', { name: gatewayName }).check();
  await orderDialog.getByRole('button', { name: '去支付' }).click();
}

export async function closeSuccessDialog(page: Page, words: string | RegExp): Promise<void> {
  await expect(payDialog(page, '支付成功')).toContainText(words);
  await payDialog(page, '支付成功')
    .getByRole('button', { name: /接着读|完成/ })
    .click();
}

/** Requests a refund on the page of purchases. */
export async function requestRefund(page: Page, title: string): Promise<Locator> {
  await open(page, '/personal/purchase');
  await page.getByRole('link', { name: `订单详情：${title}` }).click();
  const orderDialog = payDialog(page, '订单详情');
  await expect(orderDialog).toContainText('已支付');
  await orderDialog.getByRole('button', { name: '申请退款' }).click();
  await orderDialog.getByRole('textbox', { name: /退款原因/ }).fill('买错了一篇');
  await orderDialog.getByRole('button', { name: '提交申请' }).click();
  await expect(orderDialog).toContainText('等待编辑部处理');
  return orderDialog;
}

/** Approves, as an administrator, the one pending refund for this title. */
export async function approveRefund(request: APIRequestContext, title: string): Promise<void> {
  const admin = await logIn(request, 'admin');
  const { records } = await fetchData<{ records: { id: string; orderTitle: string }[] }>(
    request,
    'GET /admin/refund/list',
    { state: 'requested' },
    admin.access_token,
  );
  const id = records.find(({ orderTitle }) => orderTitle === title)?.id;
  const approved = await request.post('/api/admin/refund/approve', {
    headers: headersOf(admin.access_token),
    data: { id, note: '' },
  });
  expect((await approved.json()).code).toBe(200);
}

/** Waits until the gateway has reported the refund and the buyer's access has ended. */
export async function expectRefunded(
  request: APIRequestContext,
  postId: string,
  token: string | undefined,
): Promise<void> {
  await expect
    .poll(async () => {
      const call = 'POST /reception/article/selectArticle';
      const detail = await fetchData<{ lockReason: string | null }>(request, call, { id: postId }, token);
      return detail.lockReason;
    })
    .toBe('paid');
}

/** Returns when the buyer's only membership ends. */
export async function membershipEnd(request: APIRequestContext, token: string | undefined): Promise<Date> {
  const running = await fetchData<{ endsAt: string }[]>(request, 'GET /member/memberships', {}, token);
  return new Date(running[0]?.endsAt ?? 0);
}

export const monthsBetween = (from: Date, to: Date): number =>
  (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();

export async function redeem(page: Page, code: string): Promise<void> {
  await open(page, '/personal/purchase');
  await page.getByRole('button', { name: '去兑换' }).click();
  await page.getByRole('textbox', { name: '填写兑换码' }).fill(code);
  await page.getByRole('button', { name: '兑换', exact: true }).click();
}

/** Returns the code of the gift that was just paid. */
export const giftCode = async (page: Page): Promise<string> =>
  ((await payDialog(page, '支付成功').locator('code').textContent()) ?? '').replace(/\s/g, '');
