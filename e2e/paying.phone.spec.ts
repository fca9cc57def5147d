import { closeSuccessDialog, expect, open, order, payDialog, test } from './buying.ts';
import { expectNoSidewaysScroll } from './checks.ts';
import { phone } from './journey.ts';

test.use(phone);

test('on a phone the sandbox takes the whole screen, and leads back to the post, which is then open', async ({
  page,
  edition,
}) => {
  const post = edition.post('sea-01');
  await open(page, post.address);
  await page.getByRole('button', { name: '购买本篇' }).click();
  await expectNoSidewaysScroll(page);
  await order(page);
  await page.getByRole('button', { name: /^支付 ¥/ }).click();
  await page.getByRole('link', { name: '返回商家' }).click();
  await expect(payDialog(page, '支付成功')).toBeVisible();
  await expect(page).toHaveURL(post.address);
  await closeSuccessDialog(page, '永久可读');
  await expect(page.getByRole('article').first()).toContainText(post.lockedRuns[0] ?? '');
  // The reader stands at the line they bought, not at the top of the page.
  await expect(page.locator('article :focus')).toBeInViewport();
  await expect(page.getByText(post.lockedRuns[0] ?? '').first()).toBeInViewport();
});
