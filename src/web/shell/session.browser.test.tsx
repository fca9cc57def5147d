import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { currentAddress, grantFor, openSite } from '#testing/browser/open-site.ts';
import { answerHome, logInWithProfile, pageOf, postRecord } from '#testing/browser/personal.ts';
import { answerLoginPage, button } from '#testing/browser/sign-in.ts';

const main = () => page.getByRole('main');
const dialog = () => page.getByRole('alertdialog');
const shownToasts = () =>
  [...document.querySelectorAll('[data-sonner-toast][data-removed=false]')].map((shown) => shown.textContent);
const stored = () => localStorage.getItem('token');

beforeEach(() => {
  logInWithProfile();
  answerLoginPage();
});

test('shows a warning, and after 1.5 s the log-in, which leads back to what the member had typed', async () => {
  const profile = logInWithProfile();
  answer('POST /member/updateProfile', refuse(401, '请先登录'));
  await openSite('/personal/info');
  await button('修改昵称').click();
  const field = page.getByRole('textbox', { name: '新昵称' });
  await field.fill('看潮的𠮷');
  const pressedAt = performance.now();
  await button('保存').click();
  await expect.poll(shownToasts).toEqual(['登录状态过期，请重新登录！']);
  expect(stored()).toBeNull();
  expect(dialog().query()).toBeNull();
  await expect.poll(currentAddress).toBe('/login?returnTo=%2Fpersonal%2Finfo');
  expect(performance.now() - pressedAt).toBeGreaterThan(1400);
  answer(
    'POST /blade-auth/oauth/token',
    grantFor({ id: profile.id, mobile: '13800000001', name: profile.name }),
  );
  await page.getByRole('textbox', { name: '手机号' }).fill('13800000001');
  await page.getByRole('textbox', { name: '密码' }).fill('guanlan-2026');
  await main().getByRole('button', { name: '登录', exact: true }).click();
  await expect.poll(currentAddress).toBe('/personal/info');
  await button('修改昵称').click();
  await expect.element(field).toHaveValue('看潮的𠮷');
});

test('a session that expires while a page loads leads back to the page that the member was going to', async () => {
  answer('GET /member/articleCollects', pageOf([]));
  answer('GET /member/history', refuse(401, '请先登录'));
  await openSite('/personal/collect');
  await page
    .getByRole('navigation', { name: '个人中心栏目' })
    .getByRole('link', { name: '阅读历史' })
    .click();
  await expect.poll(currentAddress).toBe('/login?returnTo=%2Fpersonal%2Fhistory');

  logInWithProfile();
  await openSite('/personal/history?day=1');
  await expect.poll(shownToasts).toEqual(['登录状态过期，请重新登录！']);
  await expect.poll(currentAddress).toBe('/login?returnTo=%2Fpersonal%2Fhistory%3Fday%3D1');
  expect(dialog().query()).toBeNull();
});

test('an open call that reports an expired session opens a dialog that leads to the log-in and back', async () => {
  const expired = <D,>(data: D) =>
    Response.json({ code: 200, success: true, msg: '', data }, { headers: { 'x-session': 'expired' } });
  answer('GET /member/articleCollects', () => expired(pageOf([])));
  await openSite('/personal/collect');
  await expect.element(dialog()).toMatchTextContent('温馨提示');
  await expect.element(dialog()).toMatchTextContent('登录过期，请重新登录');
  expect(shownToasts()).toEqual([]);
  expect(stored()).toBeNull();
  await expectAccessible();
  await dialog().getByRole('button', { name: '登录' }).click();
  await expect.poll(currentAddress).toBe('/login?returnTo=%2Fpersonal%2Fcollect');
  await expect.element(dialog()).not.toBeInTheDocument();

  // Escape leads from a guarded page to where a visitor may be.
  logInWithProfile();
  answerHome();
  await openSite('/personal/collect');
  await expect.element(dialog()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => location.pathname).toBe('/index');

  // On an open page it leaves the visitor there.
  logInWithProfile();
  answer('GET /reception/getAgreement', () =>
    expired({
      kind: 'agreement',
      version: '1',
      title: '用户协议',
      body: '<p>潮</p>',
      effectiveAt: '2026-11-01T00:00:00+08:00',
    } as const),
  );
  await openSite('/agreement');
  await expect.element(dialog()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(currentAddress()).toBe('/agreement');
  await expect.element(page.getByRole('banner').getByRole('link', { name: '登录' })).toBeVisible();
});

test('failed calls open one alert after the other, each message once', { tags: ['strict'] }, async () => {
  const author = { id: '1', name: '沈观潮', title: '', avatar: null, posts: 3, followers: 5 };
  const follow = (id: string, name: string) => ({
    id,
    followedAt: '2026-11-20T08:00:00+08:00',
    author: { ...author, id, name },
    newest: [postRecord(id, '潮起')],
  });
  answer('GET /member/follows', pageOf([follow('1', '沈观潮'), follow('2', '顾知白')]));
  answer('POST /member/deleteFollow', networkError());
  await openSite('/personal/follow');
  const followed = (name: string) => main().getByRole('button', { name: new RegExp(`已关注.*${name}`) });
  // Once a button has been reset, its failure has been handled.
  const resetButtons = () => document.querySelectorAll('main button[aria-pressed=true]').length;
  /** Presses both buttons before the page can react to the first. */
  const pressBoth = () => {
    for (const element of main()
      .getByRole('button', { name: /^已关注/ })
      .elements())
      (element as HTMLElement).click();
  };

  await followed('沈观潮').click();
  await expect.element(dialog()).toMatchTextContent('温馨提示');
  await expect.element(dialog()).toMatchTextContent('网络连接错误！');
  const confirm = dialog().getByRole('button', { name: '确定' });
  await expect.element(confirm).toHaveFocus();
  await userEvent.keyboard('{Tab}{Tab}');
  expect(document.querySelector('main')?.contains(document.activeElement)).toBe(false);
  await confirm.click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(followed('沈观潮')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(followed('沈观潮')).toHaveFocus();

  pressBoth();
  await expect.poll(() => callsTo('POST /member/deleteFollow')).toHaveLength(3);
  await expect.element(dialog()).toMatchTextContent('网络连接错误！');
  await expect.poll(resetButtons).toBe(2);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();

  const second = Promise.withResolvers<ReturnType<typeof refuse>>();
  answer('POST /member/deleteFollow', ({ query }) =>
    query.authorId === '1' ? refuse(400, '作者编号1 不正确') : second.promise,
  );
  pressBoth();
  await expect.element(dialog()).toMatchTextContent('1 不正确');
  second.resolve(refuse(400, '作者编号2 不正确'));
  await expect.poll(resetButtons).toBe(2);
  expect(document.querySelectorAll('dialog[open]')).toHaveLength(1);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).toMatchTextContent('2 不正确');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
});
