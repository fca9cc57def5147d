import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { toasts } from '#client/toasts.ts';
import { expectAccessible } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { currentAddress, grantFor, openSite } from '#testing/browser/open-site.ts';
import {
  answerHome,
  collectRecord,
  logInWithProfile,
  pageOf,
  postRecord,
} from '#testing/browser/personal.ts';
import { answerLoginPage, button } from '#testing/browser/sign-in.ts';

const dialog = () => page.getByRole('alertdialog');
const shownToasts = () =>
  [...document.querySelectorAll('[data-sonner-toast][data-removed=false]')].map((shown) => shown.textContent);
const stored = () => localStorage.getItem('token');

/** Presses several buttons before the page can react to the first. */
const pressAtOnce = (name: RegExp) => {
  for (const element of page.getByRole('main').getByRole('button', { name }).elements())
    (element as HTMLElement).click();
};

beforeEach(() => {
  logInWithProfile();
  answerLoginPage();
});

describe('an expired session, over content', () => {
  beforeEach(() => {
    const records = ['潮起', '潮落', '平潮'].map((title, at) => collectRecord(String(at), title));
    answer('GET /member/articleCollects', pageOf(records));
    answer('POST /member/deleteArticleCollect', refuse(401, '请先登录'));
  });

  test('shows a warning, and after 1.5 s the log-in, which leads back', async () => {
    await openSite('/personal/collect');
    const pressedAt = performance.now();
    await button('取消收藏：潮起').click();
    await expect.poll(shownToasts).toEqual(['登录状态过期，请重新登录！']);
    expect(stored()).toBeNull();
    expect(dialog().query()).toBeNull();
    await expect.poll(currentAddress).toBe('/login?returnTo=%2Fpersonal%2Fcollect');
    expect(performance.now() - pressedAt).toBeGreaterThan(1400);
  });

  test('shows one warning and one log-in page for several failed calls', async () => {
    await openSite('/personal/collect');
    await expect.element(button('取消收藏：平潮')).toBeVisible();
    pressAtOnce(/^取消收藏/);
    await expect.poll(shownToasts).toEqual(['登录状态过期，请重新登录！']);
    await expect.poll(currentAddress).toBe('/login?returnTo=%2Fpersonal%2Fcollect');
  });

  test('returns to the guarded page that the member was going to', async () => {
    answer('GET /member/history', refuse(401, '请先登录'));
    await openSite('/personal/collect');
    await page
      .getByRole('navigation', { name: '个人中心栏目' })
      .getByRole('link', { name: '阅读历史' })
      .click();
    await expect.poll(currentAddress).toBe('/login?returnTo=%2Fpersonal%2Fhistory');
  });
});

describe('an open call that reports an expired session', () => {
  const expired = <D,>(data: D) =>
    Response.json({ code: 200, success: true, msg: '', data }, { headers: { 'x-session': 'expired' } });

  test('opens a dialog whose button leads to the log-in and back', async () => {
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
  });

  test('on a guarded page, Escape leads to where a visitor may be', async () => {
    answer('GET /member/articleCollects', () => expired(pageOf([])));
    answerHome();
    await openSite('/personal/collect');
    await expect.element(dialog()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => location.pathname).toBe('/index');
  });

  test('on an open page, Escape leaves the visitor there', async () => {
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
});

test('what a member had typed is there again after the log-in', async () => {
  const profile = logInWithProfile();
  answer('POST /member/updateProfile', refuse(401, '请先登录'));
  await openSite('/personal/info');
  await button('修改昵称').click();
  const field = page.getByRole('textbox', { name: '新昵称' });
  await field.fill('看潮的𠮷');
  await button('保存').click();
  await expect.poll(currentAddress).toBe('/login?returnTo=%2Fpersonal%2Finfo');
  answer(
    'POST /blade-auth/oauth/token',
    grantFor({ id: profile.id, mobile: '13800000001', name: profile.name }),
  );
  await page.getByRole('textbox', { name: '手机号' }).fill('13800000001');
  await page.getByRole('textbox', { name: '密码' }).fill('guanlan-2026');
  await page.getByRole('main').getByRole('button', { name: '登录', exact: true }).click();
  await expect.poll(currentAddress).toBe('/personal/info');
  await button('修改昵称').click();
  await expect.element(field).toHaveValue('看潮的𠮷');
});

test('an expired session while a page loads shows a warning and opens the log-in after 1.5 s', async () => {
  answer('GET /member/history', refuse(401, '请先登录'));
  const refusedAt = performance.now();
  await openSite('/personal/history?day=1');
  await expect.poll(shownToasts).toEqual(['登录状态过期，请重新登录！']);
  await expect.poll(currentAddress).toBe('/login?returnTo=%2Fpersonal%2Fhistory%3Fday%3D1');
  expect(performance.now() - refusedAt).toBeGreaterThan(1400);
  expect(dialog().query()).toBeNull();
});

describe('a failed call', () => {
  const author = { id: '1', name: '沈观潮', title: '', avatar: null, posts: 3, followers: 5 };

  /** A page with two buttons whose calls fail in different ways, each shown in an alert. */
  beforeEach(() => {
    const follow = (id: string, name: string) => ({
      id,
      followedAt: '2026-11-20T08:00:00+08:00',
      author: { ...author, id, name },
      newest: [postRecord(id, '潮起')],
    });
    answer('GET /member/follows', pageOf([follow('1', '沈观潮'), follow('2', '顾知白')]));
  });
  const followed = (name: string) =>
    page.getByRole('main').getByRole('button', { name: new RegExp(`已关注.*${name}`) });

  test('without an answer opens an alert that traps the focus', async () => {
    answer('POST /member/deleteFollow', networkError());
    await openSite('/personal/follow');
    await followed('沈观潮').click();
    await expect.element(dialog()).toMatchTextContent('温馨提示');
    await expect.element(dialog()).toMatchTextContent('网络连接错误！');
    const confirm = dialog().getByRole('button', { name: '确定' });
    await expect.element(confirm).toHaveFocus();
    await userEvent.keyboard('{Tab}{Tab}');
    expect(document.activeElement?.closest('dialog, body')?.tagName).not.toBe('MAIN');
    await confirm.click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(followed('沈观潮')).toHaveAttribute('aria-pressed', 'true');
  });

  test('shows the message of the server', async () => {
    answer('POST /member/deleteFollow', refuse(400, '作者编号不正确'));
    await openSite('/personal/follow');
    await followed('沈观潮').click();
    await expect.element(dialog()).toMatchTextContent('作者编号不正确');
  });

  test('opens one alert for two calls that fail with the same message', async () => {
    answer('POST /member/deleteFollow', networkError());
    await openSite('/personal/follow');
    await expect.element(followed('顾知白')).toBeVisible();
    pressAtOnce(/^已关注/);
    await expect.poll(() => callsTo('POST /member/deleteFollow')).toHaveLength(2);
    await expect.element(dialog()).toMatchTextContent('网络连接错误！');
    // Both buttons have been reset, so both failures have been handled.
    await expect.poll(() => document.querySelectorAll('main button[aria-pressed=true]')).toHaveLength(2);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('opens one alert after the other for calls that fail with different messages', async () => {
    const second = Promise.withResolvers<ReturnType<typeof refuse>>();
    answer('POST /member/deleteFollow', ({ query }) =>
      query.authorId === '1' ? refuse(400, '作者编号1 不正确') : second.promise,
    );
    await openSite('/personal/follow');
    await expect.element(followed('顾知白')).toBeVisible();
    pressAtOnce(/^已关注/);
    await expect.element(dialog()).toMatchTextContent('1 不正确');
    second.resolve(refuse(400, '作者编号2 不正确'));
    // Both buttons have been reset, so both failures have been handled.
    await expect.poll(() => document.querySelectorAll('main button[aria-pressed=true]')).toHaveLength(2);
    expect(document.querySelectorAll('dialog[open]')).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).toMatchTextContent('2 不正确');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
  });
});

test('shows at most three toasts, the newest among them', async () => {
  answer('GET /member/articleCollects', pageOf([]));
  await openSite('/personal/collect');
  await expect.element(page.getByRole('main')).toBeVisible();
  for (const text of ['一', '二', '三', '四']) toasts.info(text);
  await expect.poll(() => shownToasts().toSorted()).toEqual(['三', '二', '四'].toSorted());
});
