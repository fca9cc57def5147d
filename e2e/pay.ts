import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';

/** The pay pop-up, or another dialog of its. */
export const payDialog = (page: Page, name = '确认订单'): Locator => page.getByRole('dialog', { name });

/** Confirms that no 7-day return applies, orders, and pays at the sandbox gateway’s own page. */
export async function pay(page: Page, context: BrowserContext, press: RegExp = /^支付 ¥/): Promise<void> {
  await payDialog(page)
    .getByRole('checkbox', { name: /不适用七天无理由退货/ })
    .check();
  await payDialog(page).getByRole('button', { name: '去支付' }).click();
  await payAtGateway(page, context, press);
}

/** Pays what was ordered, at the gateway's page in a tab of its own. */
export async function payAtGateway(
  page: Page,
  context: BrowserContext,
  press: RegExp = /^支付 ¥/,
): Promise<void> {
  const [gateway] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: '打开沙箱支付页' }).click(),
  ]);
  await gateway.getByRole('button', { name: press }).click();
  await expect(gateway.getByText(/请回到观澜|没有扣款/)).toBeVisible();
  await gateway.close();
}
