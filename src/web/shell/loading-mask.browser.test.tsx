import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { loadingMask } from '#testing/browser/loading-mask.ts';
import { currentAddress, openSite } from '#testing/browser/open-site.ts';
import { logInWithProfile, pageOf } from '#testing/browser/personal.ts';
import { alertOf, field } from '#testing/browser/sign-in.ts';

const press = (keys: string) => userEvent.keyboard(keys);
const focused = () => document.activeElement;

beforeEach(() => {
  logInWithProfile();
  answer('GET /member/articleCollects', pageOf([]));
});

/** Sends the password form with Enter. Returns the function that answers. */
async function send() {
  const { promise, resolve: reply } = Promise.withResolvers<true | ReturnType<typeof refuse>>();
  answer('POST /member/changePassword', () => promise);
  const count = callsTo('POST /member/changePassword').length;
  await field('再输一次新密码').click();
  await press('{Enter}');
  await expect.poll(() => callsTo('POST /member/changePassword')).toHaveLength(count + 1);
  return reply;
}

test('covers the page and takes the keyboard during a long action, and leaves with its page', async () => {
  await openSite('/personal/collect');
  await page.getByRole('link', { name: '修改密码' }).click();
  await field('旧密码').fill('潮起潮落 8 times');
  await field(/^新密码/).fill('风平浪静 9 times');
  await field('再输一次新密码').fill('风平浪静 9 times');
  const reply = await send();
  const origin = focused();
  expect(origin).toBe(field('再输一次新密码').element());
  await expect.element(loadingMask()).toBeVisible();
  await expect.element(loadingMask().getByRole('status')).toMatchTextContent('正在处理');
  await expect.element(loadingMask()).toHaveAttribute('aria-busy', 'true');
  for (const [width, height] of [
    [1440, 900],
    [360, 740],
  ] as const) {
    await page.viewport(width, height);
    for (const [x, y] of [
      [1, 1],
      [width - 2, height - 2],
    ] as const)
      expect(document.elementFromPoint(x, y)?.closest('dialog')).toBe(loadingMask().element());
  }
  await expectAccessible();
  await page.viewport(1440, 900);
  await press('x{Tab}y{Escape}{Escape}');
  await expect.element(loadingMask()).toBeVisible();
  expect(document.querySelector('main')?.contains(focused())).toBe(false);
  reply(refuse(400, '旧密码不正确'));
  await expect.element(loadingMask()).not.toBeInTheDocument();
  await expect.element(alertOf('旧密码不正确')).toBeVisible();
  expect(focused()).toBe(origin);
  await expect.element(field('再输一次新密码')).toHaveValue('风平浪静 9 times');

  const replyLate = await send();
  await expect.element(loadingMask()).toBeVisible();
  history.back();
  await expect.poll(currentAddress).toBe('/personal/collect');
  await expect.element(loadingMask()).not.toBeInTheDocument();
  replyLate(true);
});
