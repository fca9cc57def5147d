import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { toasts } from '#client/toasts.ts';
import { expectAccessible } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { currentAddress, openSite } from '#testing/browser/open-site.ts';
import { collectRecord, logInWithProfile, pageOf, postRecord } from '#testing/browser/personal.ts';
import { answerLoginPage, button } from '#testing/browser/sign-in.ts';

const dialog = () => page.getByRole('alertdialog');
const shownToasts = () =>
  [...document.querySelectorAll('[data-sonner-toast][data-removed=false]')].map((shown) => shown.textContent);
const stored = () => localStorage.getItem('token');

/** Presses several things before the page can answer to the first. */
const pressAtOnce = (name: RegExp) => {
  for (const element of page.getByRole('main').getByRole('button', { name }).elements())
    (element as HTMLElement).click();
};

beforeEach(() => {
  logInWithProfile();
  answerLoginPage();
});

describe('a session that has ended, over content', () => {
  beforeEach(() => {
    const records = ['潮起', '潮落', '平潮'].map((title, at) => collectRecord(String(at), title));
    answer('GET /member/articleCollects', pageOf(records));
    answer('POST /member/deleteArticleCollect', refuse(401, '请先登录'));
  });

  test('is told by a dialog whose button leads to the log-in and back', async () => {
    await openSite('/personal/collect');
    await button('取消收藏：潮起').click();
    await expect.element(dialog()).toMatchTextContent('温馨提示');
    await expect.element(dialog()).toMatchTextContent('登录过期，请重新登录');
    expect(stored()).toBeNull();
    await expectAccessible();
    await dialog().getByRole('button', { name: '登录' }).click();
    await expect.poll(currentAddress).toBe('/login?returnTo=%2Fpersonal%2Fcollect');
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('is told once however many calls hear of it, and Escape leaves the reader where they are', async () => {
    await openSite('/personal/collect');
    await expect.element(button('取消收藏：平潮')).toBeVisible();
    pressAtOnce(/^取消收藏/);
    await expect.element(dialog()).toBeVisible();
    expect(document.querySelectorAll('dialog[open]')).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(currentAddress()).toBe('/personal/collect');
    await expect.element(page.getByRole('banner').getByRole('link', { name: '登录' })).toBeVisible();
  });

  test('by a header on a public answer is told the same way', async () => {
    answer('POST /member/deleteArticleCollect', () =>
      Response.json(
        { code: 200, success: true, msg: '', data: true },
        { headers: { 'x-session': 'expired' } },
      ),
    );
    await openSite('/personal/collect');
    await button('取消收藏：潮起').click();
    await expect.element(dialog()).toMatchTextContent('登录过期，请重新登录');
    expect(stored()).toBeNull();
  });
});

test('a session that has ended without content on screen is told by a warning, and 1.5 s later by the log-in', async () => {
  answer('GET /member/history', refuse(401, '请先登录'));
  const refusedAt = performance.now();
  await openSite('/personal/history?day=1');
  await expect.poll(shownToasts).toEqual(['登录状态过期，请重新登录！']);
  await expect.poll(currentAddress).toBe('/login?returnTo=%2Fpersonal%2Fhistory%3Fday%3D1');
  expect(performance.now() - refusedAt).toBeGreaterThan(1400);
  expect(dialog().query()).toBeNull();
});

describe('a call that fails', () => {
  const author = { id: '1', name: '沈观潮', title: '', avatar: null, posts: 3, followers: 5 };

  /** A page whose two buttons fail each in its own way, told in an alert. */
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

  test('without an answer is told in an alert that keeps the focus', async () => {
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

  test('with the server’s own words shows them', async () => {
    answer('POST /member/deleteFollow', refuse(400, '作者编号（authorId）不正确'));
    await openSite('/personal/follow');
    await followed('沈观潮').click();
    await expect.element(dialog()).toMatchTextContent('作者编号（authorId）不正确');
  });

  test('of which there are two at once with the same words is told once', async () => {
    answer('POST /member/deleteFollow', networkError());
    await openSite('/personal/follow');
    await expect.element(followed('顾知白')).toBeVisible();
    pressAtOnce(/^已关注/);
    await expect.poll(() => callsTo('POST /member/deleteFollow')).toHaveLength(2);
    await expect.element(dialog()).toMatchTextContent('网络连接错误！');
    // Both are back where they were, so both failures have been told.
    await expect.poll(() => document.querySelectorAll('main button[aria-pressed=true]')).toHaveLength(2);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('together with the end of the session waits its turn: one dialog at a time', async () => {
    answer('POST /member/deleteFollow', ({ query }) =>
      query.authorId === '1' ? refuse(400, '作者编号（authorId）不正确') : refuse(401, '请先登录'),
    );
    await openSite('/personal/follow');
    await expect.element(followed('顾知白')).toBeVisible();
    pressAtOnce(/^已关注/);
    await expect.element(dialog()).toMatchTextContent('作者编号（authorId）不正确');
    expect(document.querySelectorAll('dialog[open]')).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).toMatchTextContent('登录过期，请重新登录');
    expect(document.querySelectorAll('dialog[open]')).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
  });
});

test('at most three toasts are on screen, the newest among them', async () => {
  answer('GET /member/articleCollects', pageOf([]));
  await openSite('/personal/collect');
  await expect.element(page.getByRole('main')).toBeVisible();
  for (const text of ['一', '二', '三', '四']) toasts.info(text);
  await expect.poll(() => shownToasts().toSorted()).toEqual(['三', '二', '四'].toSorted());
});
