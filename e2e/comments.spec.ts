import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { fetchCall, fetchData, logIn, storedSession } from './calls.ts';
import { expectNoSidewaysScroll } from './checks.ts';
import { expect, open, test, waitForHydration } from './journey.ts';
import { type AccountName, accounts, baseURL } from './portal.ts';

const mark = Date.now().toString(36);
const commentSection = (page: Page) => page.getByRole('region', { name: /^评论/ });
const commentBox = (page: Page) => commentSection(page).getByRole('textbox', { name: '写评论' });
const one = (page: Page, text: string) =>
  commentSection(page).getByRole('listitem').filter({ hasText: text }).last();

/** Opens a page of another account in its own browser context. */
async function pageOf(browser: Browser, request: APIRequestContext, reader: AccountName): Promise<Page> {
  const grant = await logIn(request, reader);
  const context = await browser.newContext({
    baseURL,
    storageState: { cookies: [], origins: [{ origin: baseURL, localStorage: storedSession(grant) }] },
  });
  return context.newPage();
}

async function approve(reviewerPage: Page, text: string): Promise<void> {
  await open(reviewerPage, '/admin/comments');
  const card = reviewerPage.getByRole('listitem').filter({ hasText: text });
  await card.getByRole('button', { name: /^通过/ }).click();
  await expect(card).toHaveCount(0);
}

test.describe('readers', () => {
  test.use({ reader: 'member' });

  test('comment, reply, get notified at once, report; a hidden comment disappears without a reload', {
    tag: '@smoke',
  }, async ({ page, browser, request, edition, token }) => {
    test.slow();
    const { address } = edition.post('deep-03');
    const commentText = `这一段的账要重算 <b>${mark}</b>`;
    const answer = `说得对 ${mark}`;
    const [other, reviewerPage] = [
      await pageOf(browser, request, 'vip'),
      await pageOf(browser, request, 'reviewer'),
    ];
    // The other reader has the page open the whole time, with a live stream.
    const liveRequest = other.waitForResponse((response) => response.url().includes('liveNews'));
    await open(other, `${address}#comments`);
    await expect(commentBox(other)).toBeVisible();
    await liveRequest;

    const liveResponse = page.waitForResponse((response) => response.url().includes('liveNews'));
    await open(page, `${address}#comments`);
    await commentBox(page).fill(commentText);
    await commentSection(page).getByRole('button', { name: '发表' }).click();
    await expect(one(page, commentText)).toContainText('审核中，通过后所有人可见');
    await expect(commentBox(page)).toHaveValue('');
    await liveResponse;

    await approve(reviewerPage, commentText);
    await other.getByRole('button', { name: '有 1 条新评论' }).click();
    // Comments are plain text: the tag is shown as it was typed.
    await expect(one(other, commentText)).toContainText(commentText);
    await expect(one(other, commentText)).toContainText(accounts.member.name);

    await one(other, commentText).getByRole('button', { name: '赞' }).click();
    await expect(one(other, commentText).getByRole('button', { name: /已赞/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await one(other, commentText).getByRole('button', { name: '回复', exact: true }).click();
    const box = commentSection(other).getByRole('textbox', { name: `回复 ${accounts.member.name}` });
    await expect(box).toBeFocused();
    await box.pressSequentially('@');
    await other.getByRole('option', { name: accounts.member.name }).click();
    await expect(box).toHaveValue(`@${accounts.member.name} `);
    await box.fill(`@${accounts.member.name} ${answer}`);
    await box.press('Control+Enter');
    await expect(one(other, answer)).toContainText('审核中');

    // The author of the comment is notified of the approved reply without a reload.
    await approve(reviewerPage, answer);
    const counts = await fetchData<{ msgNotReadCount: number }>(request, 'GET /member/dataCount', {}, token);
    await expect(page.getByRole('link', { name: `消息，${counts.msgNotReadCount} 条未读` })).toBeVisible();
    const notices = await fetchCall(request, 'GET /member/notices', { size: 20 }, token);
    expect(notices).toContain(answer);
    await page.getByRole('button', { name: /有 \d+ 条新评论/ }).click();
    await expect(one(page, answer)).toBeVisible();

    await one(page, answer).getByRole('button', { name: '举报' }).click();
    const report = page.getByRole('dialog', { name: '举报评论' });
    await report.getByRole('radio', { name: '谣言或不实信息' }).check();
    await report.getByRole('button', { name: '举报', exact: true }).click();
    await expect(report).toBeHidden();

    await open(reviewerPage, '/admin/comments?shelf=reported');
    const card = reviewerPage.getByRole('listitem').filter({ hasText: answer }).first();
    await expect(card).toContainText('谣言不实');
    await card.getByRole('button', { name: /^隐藏/ }).click();
    const dialog = reviewerPage.getByRole('dialog', { name: '隐藏这条评论' });
    await dialog.getByLabel('理由').fill('与事实不符');
    await dialog.getByRole('button', { name: '隐藏', exact: true }).click();
    await expect(card).toHaveCount(0);
    // Without a reload it disappears for readers, and its author sees the reason.
    await expect(one(page, answer)).toHaveCount(0);
    await other.reload();
    await expect(one(other, answer)).toContainText('没有显示：与事实不符');
    for (const extraPage of [other, reviewerPage]) await extraPage.context().close();
  });
});

test('a visitor reads, is asked to log in, and returns to the same place', async ({ page, edition }) => {
  const { address } = edition.post('deep-03');
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, `${address}#comments`);
  await expect(commentSection(page)).toContainText('登录后可以发表评论');
  await expectNoSidewaysScroll(page);
  await commentSection(page).getByRole('link', { name: '登录' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.getByRole('textbox', { name: '手机号' }).fill(accounts.vip.mobile);
  await page.getByLabel('密码', { exact: true }).fill(accounts.vip.password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL(`${address}#comments`);
  await waitForHydration(page);
  await expect(commentBox(page)).toBeInViewport();
});
