import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { ask, askData, logIn, storedSession } from './calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { expect, isAlive, open, test } from './journey.ts';
import { baseURL, type Reader, readers } from './portal.ts';

// What moves under the pointer is clicked beside.

const mark = Date.now().toString(36);
const talkOf = (page: Page) => page.getByRole('region', { name: /^评论/ });
const write = (page: Page) => talkOf(page).getByRole('textbox', { name: '写评论' });
const one = (page: Page, text: string) => talkOf(page).getByRole('listitem').filter({ hasText: text }).last();

/** A browser of somebody else's. */
async function pageOf(browser: Browser, request: APIRequestContext, reader: Reader): Promise<Page> {
  const grant = await logIn(request, reader);
  const context = await browser.newContext({
    baseURL,
    storageState: { cookies: [], origins: [{ origin: baseURL, localStorage: storedSession(grant) }] },
  });
  return context.newPage();
}

/** Lets through, at the desk, what somebody is waiting for. */
async function approve(desk: Page, text: string): Promise<void> {
  await open(desk, '/admin/comments');
  const card = desk.getByRole('listitem').filter({ hasText: text });
  await card.getByRole('button', { name: '通过', exact: true }).click();
  await expect(card).toHaveCount(0);
}

test.describe('readers', () => {
  test.use({ reader: 'member' });

  test('comment, answer, hear of it at once, report, and what is hidden is gone before their eyes', {
    tag: '@smoke',
  }, async ({ page, browser, request, edition, token }) => {
    test.slow();
    const { address } = edition.piece('deep-03');
    const said = `这一段的账要重算 <b>${mark}</b>`;
    const answer = `说得对 ${mark}`;
    const [other, desk] = [await pageOf(browser, request, 'vip'), await pageOf(browser, request, 'reviewer')];
    // Somebody else has the page open all the while, and is listening.
    const listening = other.waitForResponse((response) => response.url().includes('liveNews'));
    await open(other, `${address}#comments`);
    await expect(write(other)).toBeVisible();
    await listening;

    const heard = page.waitForResponse((response) => response.url().includes('liveNews'));
    await open(page, `${address}#comments`);
    await write(page).fill(said);
    await talkOf(page).getByRole('button', { name: '发表' }).click();
    await expect(one(page, said)).toContainText('审核中，通过后所有人可见');
    await expect(write(page)).toHaveValue('');
    await heard;

    await approve(desk, said);
    await other.getByRole('button', { name: '有 1 条新评论' }).click();
    // Text is text: the tag stands there as it was typed.
    await expect(one(other, said)).toContainText(said);
    await expect(one(other, said)).toContainText(readers.member.name);

    await one(other, said).getByRole('button', { name: '赞' }).click();
    await expect(one(other, said).getByRole('button', { name: /已赞/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await one(other, said).getByRole('button', { name: '回复', exact: true }).click();
    const box = talkOf(other).getByRole('textbox', { name: `回复 ${readers.member.name}` });
    await expect(box).toBeFocused();
    await box.pressSequentially('@');
    await other.getByRole('option', { name: readers.member.name }).click();
    await expect(box).toHaveValue(`@${readers.member.name} `);
    await box.fill(`@${readers.member.name} ${answer}`);
    await box.press('Control+Enter');
    await expect(one(other, answer)).toContainText('审核中');

    // Whoever is answered hears of it without a reload, when it can be seen.
    await approve(desk, answer);
    const counts = await askData<{ msgNotReadCount: number }>(request, 'GET /member/dataCount', {}, token);
    await expect(page.getByRole('link', { name: `消息，${counts.msgNotReadCount} 条未读` })).toBeVisible();
    const notices = await ask(request, 'GET /member/notices', { size: 20 }, token);
    expect(notices).toContain(answer);
    await page.getByRole('button', { name: /有 \d+ 条新评论/ }).click();
    await expect(one(page, answer)).toBeVisible();
    await expectAccessible(page);

    await one(page, answer).getByRole('button', { name: '举报' }).click();
    const report = page.getByRole('dialog', { name: '举报评论' });
    await report.getByRole('radio', { name: '谣言或不实信息' }).check();
    await report.getByRole('button', { name: '举报', exact: true }).click();
    await expect(report).toBeHidden();

    await open(desk, '/admin/comments?shelf=reported');
    const card = desk.getByRole('listitem').filter({ hasText: answer }).first();
    await expect(card).toContainText('谣言不实');
    await card.getByRole('button', { name: '隐藏', exact: true }).click();
    const dialog = desk.getByRole('dialog', { name: '隐藏这条评论' });
    await dialog.getByLabel('理由').fill('与事实不符');
    await expectAccessible(desk);
    await dialog.getByRole('button', { name: '隐藏', exact: true }).click();
    await expect(card).toHaveCount(0);
    // Without a reload it is gone for who reads, and its writer reads why.
    await expect(one(page, answer)).toHaveCount(0);
    await other.reload();
    await expect(one(other, answer)).toContainText('没有显示：与事实不符');
    for (const extra of [other, desk]) await extra.context().close();
  });
});

test('a visitor reads, is asked to log in, and comes back to the place', async ({ page, edition }) => {
  const { address } = edition.piece('deep-03');
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, `${address}#comments`);
  await expect(talkOf(page)).toContainText('登录后可以发表评论');
  await expectNoSidewaysScroll(page);
  await talkOf(page).getByRole('link', { name: '登录' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.getByRole('textbox', { name: '手机号' }).fill(readers.vip.mobile);
  await page.getByLabel('密码', { exact: true }).fill(readers.vip.password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL(`${address}#comments`);
  await isAlive(page);
  await expect(write(page)).toBeInViewport();
});
