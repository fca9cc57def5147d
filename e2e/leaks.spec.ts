import type { APIRequestContext, Page } from '@playwright/test';
import { callAdminPost, createDraft } from './admin-calls.ts';
import { fetchData, headersOf, logIn, storedSession } from './calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { expect, open, test } from './journey.ts';
import { accounts, baseURL } from './portal.ts';

// While copies are traced, every paid body differs per reader, so these run one after the other (playwright.config.ts).
test.describe.configure({ mode: 'default' });
test.use({ reader: 'admin' });

const markPattern = /[\u200c\u200d]{100,}/gu;

async function setTracing(request: APIRequestContext, token: string | undefined, tracing: 'on' | 'off') {
  const headers = headersOf(token);
  const { groups } = await fetchData<{ groups: { name: string; updatedAt: string | null }[] }>(
    request,
    'GET /admin/settings/list',
    {},
    token,
  );
  const base = groups.find(({ name }) => name === 'security')?.updatedAt ?? null;
  const data = { group: 'security', values: { staffTotp: 'optional', tracing }, base };
  const answer = await (await request.post('/api/admin/settings/save', { headers, data })).json();
  expect(answer.code, answer.msg).toBe(200);
}

const mainArticle = (page: Page) => page.locator('article', { has: page.getByRole('heading', { level: 1 }) });

/** Counts the characters that move when the marks are removed. Measured before anything else can move. */
const countMoved = (page: Page): Promise<number> =>
  mainArticle(page).evaluate((article) => {
    const isMark = (node: Node | null) => /^[\u200c\u200d]+$/u.test(node?.textContent ?? '');
    const measure = () => {
      const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
      const rects: DOMRect[] = [];
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        if (isMark(text)) continue;
        for (let at = 0; at < (text.nodeValue?.length ?? 0); at += 1) {
          const range = document.createRange();
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          rects.push(range.getBoundingClientRect());
        }
      }
      return rects;
    };
    const markedRects = measure();
    for (const span of article.querySelectorAll('span[aria-hidden]')) if (isMark(span)) span.remove();
    article.normalize();
    const bare = measure();
    if (markedRects.length < 500 || markedRects.length !== bare.length)
      throw new Error('a different text was measured');
    const hasMoved = ({ left, top }: DOMRect, at: number) =>
      Math.abs(left - (bare[at]?.left ?? 0)) > 0.5 || Math.abs(top - (bare[at]?.top ?? 0)) > 0.5;
    return markedRects.filter(hasMoved).length;
  });

test('an admin switches tracing on, and the privacy policy mentions it at once', async ({
  page,
  browser,
  request,
  token,
}) => {
  await open(page, '/admin/settings?group=security');
  const choice = page.getByRole('radiogroup', { name: '付费内容溯源' });
  await expect(choice.getByLabel('关闭')).toBeChecked();
  await choice.getByLabel('开启').check();
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('已保存，马上生效')).toBeVisible();
  const visitor = await browser.newPage({ baseURL });
  await open(visitor, '/agreement?kind=privacy');
  await expect(visitor.getByRole('heading', { name: '付费内容溯源（本站已开启）' })).toBeVisible();
  await visitor.close();
  await setTracing(request, token, 'off');
});

test('a reader sees whose copy it is and otherwise the same page; copied text and the number lead back to them', async ({
  page,
  browser,
  request,
  token,
  edition,
}) => {
  let copied = '';
  let number = '';
  await setTracing(request, token, 'on');
  const origins = [{ origin: baseURL, localStorage: storedSession(await logIn(request, 'vip')) }];
  const context = await browser.newContext({
    baseURL,
    locale: 'zh-CN',
    storageState: { cookies: [], origins },
  });
  const reader = await context.newPage();
  for (const width of [1440, 360]) {
    await reader.setViewportSize({ width, height: 900 });
    await open(reader, edition.post('deep-01').address);
    const line = reader.getByText('仅供 贵** 阅读');
    await expect(line).toHaveCount(2);
    number = /编号 (\S+)/.exec((await line.last().textContent()) ?? '')?.[1] ?? '';
    await expectNoSidewaysScroll(reader);
    // Screen readers read neither the line nor a mark.
    const ariaText = await mainArticle(reader).ariaSnapshot();
    expect(ariaText).not.toMatch(/[\u200c\u200d]|仅供/u);
    copied = await mainArticle(reader).evaluate((article) => {
      getSelection()?.selectAllChildren(article);
      const text = getSelection()?.toString() ?? '';
      getSelection()?.removeAllRanges();
      return text;
    });
    expect(copied.match(markPattern)?.length).toBeGreaterThan(10);
    // Find in page works whether or not the text contains a mark.
    const words = copied.split(markPattern).map((part) => /^\p{sc=Han}{3}/u.exec(part)?.[0]);
    const partIndex = copied
      .split(markPattern)
      .findIndex((part, at) => /\p{sc=Han}{3}$/u.test(part) && words[at + 1]);
    const phrase = `${copied.split(markPattern)[partIndex]?.slice(-3)}${words[partIndex + 1]}`;
    expect(phrase).toMatch(/^\p{sc=Han}{6}$/u);
    expect(
      await reader.evaluate(
        (text) => (window as unknown as { find(text: string): boolean }).find(text),
        phrase,
      ),
    ).toBe(true);
    // The marks cause no other line breaks, and no character moves.
    expect(await countMoved(reader)).toBe(0);
  }
  await expectAccessible(reader);
  await reader.emulateMedia({ media: 'print' });
  await expect(reader.getByText('仅供 贵** 阅读').last()).toBeVisible();
  await context.close();

  // Any third of the copied text may be missing.
  const third = Math.floor(copied.length / 3);
  await open(page, '/admin/leaks');
  const box = page.getByRole('textbox', { name: '外泄的文字' });
  for (const from of [0, third, copied.length - third]) {
    await box.fill(copied.slice(0, from) + copied.slice(from + third));
    await page.getByRole('button', { name: '查是谁的' }).click();
    const found = page.getByRole('listitem').filter({ hasText: accounts.vip.name });
    await expect(found).toContainText(edition.post('deep-01').title);
    await expect(found).toContainText('确定');
  }
  await page.getByRole('textbox', { name: '照片或截图上的编号' }).fill(number.toLowerCase());
  await page.getByRole('button', { name: '查编号' }).click();
  await expect(page.getByText(`这是 ${accounts.vip.name}`)).toBeVisible();
  await box.fill(copied.replace(markPattern, ''));
  await page.getByRole('button', { name: '查是谁的' }).click();
  await expect(page.getByText('文字里没有印记')).toBeVisible();
  await open(page, '/admin/audit');
  await expect(page.getByRole('row').filter({ hasText: '查外泄文字的来源' }).first()).toContainText('主编');
  await setTracing(request, token, 'off');
});

test('a scan started by an admin reports the address of a planted leak', async ({ page, request, token }) => {
  const sentence = '这一句只有付过钱的人才应该读得到';
  const html = `<p>人人可读的开头。</p><!--paywall--><p>${sentence}。</p>`;
  const id = await createDraft(request, token, { title: '摘要说漏了嘴的一篇', html });
  const { data: opened } = await callAdminPost(request, 'GET detail', { id }, token);
  const content = { ...opened.content, access: 'vip', summary: sentence };
  await callAdminPost(request, 'POST save', { id, base: opened.version, content }, token);
  const { data: draft } = await callAdminPost(request, 'GET detail', { id }, token);
  const published = await callAdminPost(request, 'POST publish', { id, base: draft.version }, token);
  expect(published.code, published.msg).toBe(200);

  await open(page, '/admin/leaks');
  const begun = await request.post('/api/admin/leak/scan', { headers: headersOf(token), data: { most: 1 } });
  expect((await begun.json()).code).toBe(200);
  await page.reload();
  const scan = page.getByRole('row').filter({ hasText: '最新 1 篇' }).first();
  await expect(scan).toContainText(/漏出 \d+ 处/, { timeout: 40_000 });
  await scan.getByRole('button', { name: '看漏在哪里' }).click();
  const findings = page.getByRole('dialog', { name: '检查的结果' });
  await expect(findings).toContainText(sentence);
  await expect(findings).toContainText(`/mobileDetail?id=${id}`);
  await expect(findings).toContainText(`/api/reception/article/selectArticle?id=${id}`);
  await callAdminPost(request, 'POST withdraw', { id }, token);
  await page.keyboard.press('Escape');
  await expect(findings).toBeHidden();

  await page.getByRole('button', { name: '开始检查' }).click();
  await expect(page.getByRole('button', { name: '开始检查' })).toBeDisabled();
  await page.getByRole('button', { name: /^取消/ }).click();
  await expect(page.getByRole('row').filter({ hasText: '最新 500 篇' }).first()).toContainText('已取消');
});
