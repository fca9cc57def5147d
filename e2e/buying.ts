import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { askData, headersOf, logIn } from './calls.ts';
import { expect, open } from './journey.ts';
import { newcomerTest } from './newcomer.ts';

/** Every buyer is a person of their own. */
export const test = newcomerTest('买书人');
export { expect, open };

/** The pay pop-up, by what it says at its head. */
export const dialog = (page: Page, name = '确认订单'): Locator => page.getByRole('dialog', { name });

/** Confirms that no 7-day return applies, and orders; `way` by the name of the gateway. */
export async function order(page: Page, way?: string): Promise<void> {
  const sheet = dialog(page);
  await sheet.getByRole('checkbox', { name: /不适用七天无理由退货/ }).check();
  if (way) await sheet.getByRole('radio', { name: way }).check();
  await sheet.getByRole('button', { name: '去支付' }).click();
}

/** Closes the pop-up of a purchase that succeeded. */
export async function finish(page: Page, words: string | RegExp): Promise<void> {
  await expect(dialog(page, '支付成功')).toContainText(words);
  await dialog(page, '支付成功')
    .getByRole('button', { name: /接着读|完成/ })
    .click();
}

/** The buyer asks for their money among their purchases. */
export async function askBack(page: Page, title: string): Promise<Locator> {
  await open(page, '/personal/purchase');
  await page.getByRole('link', { name: `订单详情：${title}` }).click();
  const sheet = dialog(page, '订单详情');
  await expect(sheet).toContainText('已支付');
  await sheet.getByRole('button', { name: '申请退款' }).click();
  await sheet.getByRole('textbox', { name: /退款原因/ }).fill('买错了一篇');
  await sheet.getByRole('button', { name: '提交申请' }).click();
  await expect(sheet).toContainText('等待编辑部处理');
  return sheet;
}

/** The desk agrees to the one refund that waits for this title. */
export async function approveRefund(request: APIRequestContext, title: string): Promise<void> {
  const admin = await logIn(request, 'admin');
  const { records } = await askData<{ records: { id: string; orderTitle: string }[] }>(
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

/** The gateway sent the money back and said so: the buyer's access goes with it. */
export async function expectReturned(
  request: APIRequestContext,
  pieceId: string,
  token: string | undefined,
): Promise<void> {
  await expect
    .poll(async () => {
      const call = 'POST /reception/article/selectArticle';
      const detail = await askData<{ lockReason: string | null }>(request, call, { id: pieceId }, token);
      return detail.lockReason;
    })
    .toBe('paid');
}

/** When the one membership ends that a buyer has. */
export async function membershipEnd(request: APIRequestContext, token: string | undefined): Promise<Date> {
  const running = await askData<{ endsAt: string }[]>(request, 'GET /member/memberships', {}, token);
  return new Date(running[0]?.endsAt ?? 0);
}

export const monthsBetween = (from: Date, to: Date): number =>
  (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();

/** Types a code among one's purchases. */
export async function redeem(page: Page, code: string): Promise<void> {
  await open(page, '/personal/purchase');
  await page.getByRole('button', { name: '去兑换' }).click();
  await page.getByRole('textbox', { name: '填写兑换码' }).fill(code);
  await page.getByRole('button', { name: '兑换', exact: true }).click();
}

/** The code of a gift that was just paid. */
export const giftCode = async (page: Page): Promise<string> =>
  ((await dialog(page, '支付成功').locator('code').textContent()) ?? '').replace(/\s/g, '');
