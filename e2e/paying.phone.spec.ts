import { dialog, expect, finish, open, order, test } from './buying.ts';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { phone } from './journey.ts';

test.use(phone);

test('on a phone the sandbox takes the screen, and leads back to the piece, which is open then', async ({
  page,
  edition,
}) => {
  const piece = edition.piece('sea-01');
  await open(page, piece.address);
  await page.getByRole('button', { name: '购买本篇' }).click();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await order(page);
  await page.getByRole('button', { name: /^支付 ¥/ }).click();
  await page.getByRole('link', { name: '返回商家' }).click();
  await expect(dialog(page, '支付成功')).toBeVisible();
  await expect(page).toHaveURL(piece.address);
  await expectAccessible(page);
  await finish(page, '永久可读');
  await expect(page.getByRole('article').first()).toContainText(piece.lockedRuns[0] ?? '');
});
