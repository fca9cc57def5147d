import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { loadingMask } from '#testing/browser/loading-mask.ts';
import { currentAddress, openSite } from '#testing/browser/open-site.ts';
import { logInWithProfile, pageOf } from '#testing/browser/personal.ts';
import { alertOf, field } from '#testing/browser/sign-in.ts';
import { widths } from '#testing/browser/widths.ts';

const press = (keys: string) => userEvent.keyboard(keys);
const focused = () => document.activeElement;

/** Opens the password form after another page, and sends it. Returns the function that answers. */
async function sendNewPassword() {
  const { promise, resolve: reply } = Promise.withResolvers<true | ReturnType<typeof refuse>>();
  answer('POST /member/changePassword', () => promise);
  await openSite('/personal/collect');
  await page.getByRole('link', { name: '修改密码' }).click();
  await field('旧密码').fill('潮起潮落 8 times');
  await field(/^新密码/).fill('风平浪静 9 times');
  await field('再输一次新密码').fill('风平浪静 9 times');
  await press('{Enter}');
  await expect.poll(() => callsTo('POST /member/changePassword')).toHaveLength(1);
  return reply;
}

beforeEach(() => {
  logInWithProfile();
  answer('GET /member/articleCollects', pageOf([]));
});

test.for(widths)('covers the page during a long action, %i px wide', async (width) => {
  await page.viewport(width, 740);
  const reply = await sendNewPassword();
  await expect.element(loadingMask()).toBeVisible();
  await expect.element(loadingMask().getByRole('status')).toMatchTextContent('正在处理');
  await expect.element(loadingMask()).toHaveAttribute('aria-busy', 'true');
  for (const [x, y] of [
    [1, 1],
    [width - 2, 738],
  ])
    expect(document.elementFromPoint(x ?? 0, y ?? 0)?.closest('dialog')).toBe(loadingMask().element());
  await expectAccessible();
  expectNoSidewaysScroll();
  reply(true);
  await expect.element(loadingMask()).not.toBeInTheDocument();
});

test('takes the keyboard, ignores Escape, and closes after a failure with the focus where it was', async () => {
  const reply = await sendNewPassword();
  const origin = focused();
  expect(origin).toBe(field('再输一次新密码').element());
  await expect.element(loadingMask()).toBeVisible();
  await press('x{Tab}y{Escape}{Escape}');
  await expect.element(loadingMask()).toBeVisible();
  expect(document.querySelector('main')?.contains(focused())).toBe(false);
  reply(refuse(400, '旧密码不正确'));
  await expect.element(loadingMask()).not.toBeInTheDocument();
  await expect.element(alertOf('旧密码不正确')).toBeVisible();
  expect(focused()).toBe(origin);
  await expect.element(field('再输一次新密码')).toHaveValue('风平浪静 9 times');
});

test('leaves with the page of the action', async () => {
  const reply = await sendNewPassword();
  await expect.element(loadingMask()).toBeVisible();
  history.back();
  await expect.poll(currentAddress).toBe('/personal/collect');
  await expect.element(loadingMask()).not.toBeInTheDocument();
  reply(true);
});
