import type { Page } from '@playwright/test';
import { headersOf, logIn } from './calls.ts';
import { expectNoSidewaysScroll } from './checks.ts';
import { expect, open, test } from './journey.ts';
import { openContext } from './other-page.ts';
import { accounts } from './portal.ts';

// While copies are traced, every paid body differs per reader, so no other journey runs meanwhile (playwright.config.ts).
test.use({ reader: 'admin' });

const markPattern = /[\u200c\u200d]{100,}/gu;

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

test('an admin switches tracing on; a reader sees whose copy it is and otherwise the same page; copied text and the number lead back to them', {
  tag: '@deep',
}, async ({ page, browser, request, token, edition }) => {
  await test.step('an admin switches tracing on, and the privacy policy mentions it at once', async () => {
    await open(page, '/admin/settings?group=security');
    const choice = page.getByRole('radiogroup', { name: '付费内容溯源' });
    await expect(choice.getByLabel('关闭')).toBeChecked();
    await choice.getByLabel('开启').check();
    await page.getByRole('button', { name: '保存' }).click();
    await expect(page.getByText('已保存，马上生效')).toBeVisible();
    const policy = await request.get('/agreement?kind=privacy');
    expect(await policy.text()).toContain('付费内容溯源（本站已开启）');
  });

  const post = edition.post('deep-01');
  const context = await openContext(browser, await logIn(request, 'vip'), { locale: 'zh-CN' });
  const reader = await context.newPage();
  let copied = '';
  let number = '';
  for (const width of [1440, 360])
    await test.step(`a reader sees whose copy it is and otherwise the same page, ${width} px wide`, async () => {
      await reader.setViewportSize({ width, height: 900 });
      await open(reader, post.address);
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
      await expectFoundInPage(reader, copied);
      // The marks cause no other line breaks, and no character moves.
      expect(await countMoved(reader)).toBe(0);
    });
  await reader.emulateMedia({ media: 'print' });
  await expect(reader.getByText('仅供 贵** 阅读').last()).toBeVisible();
  await context.close();

  await test.step('two thirds of the copied text lead to the reader, and so does the number of a photo', async () => {
    await open(page, '/admin/leaks');
    const third = Math.floor(copied.length / 3);
    await page
      .getByRole('textbox', { name: '外泄的文字' })
      .fill(copied.slice(0, third) + copied.slice(2 * third));
    await page.getByRole('button', { name: '查是谁的' }).click();
    const found = page.getByRole('listitem').filter({ hasText: accounts.vip.name });
    await expect(found).toContainText(post.title);
    await expect(found).toContainText('确定');
    await page.getByRole('textbox', { name: '照片或截图上的编号' }).fill(number.toLowerCase());
    await page.getByRole('button', { name: '查编号' }).click();
    await expect(page.getByText(`这是 ${accounts.vip.name}`)).toBeVisible();
  });
  await request.post('/api/admin/settings/reset', { headers: headersOf(token), data: { group: 'security' } });
});

/** Expects that find in page works whether or not the text contains a mark. */
async function expectFoundInPage(page: Page, copied: string): Promise<void> {
  const parts = copied.split(markPattern);
  const words = parts.map((part) => /^\p{sc=Han}{3}/u.exec(part)?.[0]);
  const index = parts.findIndex((part, at) => /\p{sc=Han}{3}$/u.test(part) && words[at + 1]);
  const phrase = `${parts[index]?.slice(-3)}${words[index + 1]}`;
  expect(phrase).toMatch(/^\p{sc=Han}{6}$/u);
  const isFound = await page.evaluate(
    (text) => (window as unknown as { find(text: string): boolean }).find(text),
    phrase,
  );
  expect(isFound).toBe(true);
}
