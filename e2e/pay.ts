import type { BrowserContext, Page } from '@playwright/test';
import { expect, order } from './buying.ts';

/** Orders, and pays on the sandbox gateway's own page. */
export async function pay(page: Page, context: BrowserContext, buttonName?: RegExp): Promise<void> {
  await order(page);
  await payAtGateway(page, context, buttonName);
}

export async function payAtGateway(
  page: Page,
  context: BrowserContext,
  buttonName: RegExp = /^支付 ¥/,
): Promise<void> {
  const [gateway] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: '打开沙箱支付页' }).click(),
  ]);
  await gateway.getByRole('button', { name: buttonName }).click();
  await expect(gateway.getByText(/请回到原来的页面|没有扣款/)).toBeVisible();
  await gateway.close();
}
