import type { APIRequestContext, Page } from '@playwright/test';
import { askData, headersOf, logIn, storedSession } from './calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { askDesk, draftPiece } from './desk-calls.ts';
import { expect, open, test } from './journey.ts';
import { baseURL, readers } from './portal.ts';

// While copies are traced every paid body is its reader's own, so these run one after the other (playwright.config.ts).
test.describe.configure({ mode: 'default' });
test.use({ reader: 'admin' });

const marks = /[\u200c\u200d]{100,}/gu;

async function trace(request: APIRequestContext, token: string | undefined, tracing: 'on' | 'off') {
  const headers = headersOf(token);
  const { groups } = await askData<{ groups: { name: string; updatedAt: string | null }[] }>(
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

const articleOf = (page: Page) => page.locator('article', { has: page.getByRole('heading', { level: 1 }) });

/** How many characters stand elsewhere once the marks are taken out, measured before anything else can move. */
const countMoved = (page: Page): Promise<number> =>
  articleOf(page).evaluate((article) => {
    const isMark = (node: Node | null) => /^[\u200c\u200d]+$/u.test(node?.textContent ?? '');
    const measure = () => {
      const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
      const places: DOMRect[] = [];
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        if (isMark(text)) continue;
        for (let at = 0; at < (text.nodeValue?.length ?? 0); at += 1) {
          const range = document.createRange();
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          places.push(range.getBoundingClientRect());
        }
      }
      return places;
    };
    const woven = measure();
    for (const span of article.querySelectorAll('span[aria-hidden]')) if (isMark(span)) span.remove();
    article.normalize();
    const bare = measure();
    if (woven.length < 500 || woven.length !== bare.length) throw new Error('another text was measured');
    const isElsewhere = ({ left, top }: DOMRect, at: number) =>
      Math.abs(left - (bare[at]?.left ?? 0)) > 0.5 || Math.abs(top - (bare[at]?.top ?? 0)) > 0.5;
    return woven.filter(isElsewhere).length;
  });

test('tracing is switched on at the desk, and the privacy text says so at once', async ({
  page,
  browser,
  request,
  token,
}) => {
  await open(page, '/admin/settings?group=security');
  const choice = page.getByRole('group', { name: '付费内容溯源' });
  await expect(choice.getByLabel('关闭')).toBeChecked();
  await choice.getByLabel('开启').check();
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('已保存，马上生效')).toBeVisible();
  const visitor = await browser.newPage({ baseURL });
  await open(visitor, '/agreement?kind=privacy');
  await expect(visitor.getByRole('heading', { name: '付费内容溯源（本站已开启）' })).toBeVisible();
  await visitor.close();
  await trace(request, token, 'off');
});

test('a reader sees whose copy it is and else the same page; what they copied and the number lead back to them', async ({
  page,
  browser,
  request,
  token,
  edition,
}) => {
  let copied = '';
  let number = '';
  await trace(request, token, 'on');
  const origins = [{ origin: baseURL, localStorage: storedSession(await logIn(request, 'vip')) }];
  const context = await browser.newContext({
    baseURL,
    locale: 'zh-CN',
    storageState: { cookies: [], origins },
  });
  const reader = await context.newPage();
  for (const width of [1440, 360]) {
    await reader.setViewportSize({ width, height: 900 });
    await open(reader, edition.piece('deep-01').address);
    const line = reader.getByText('仅供 贵** 阅读');
    await expect(line).toHaveCount(2);
    number = /编号 (\S+)/.exec((await line.last().textContent()) ?? '')?.[1] ?? '';
    await expectNoSidewaysScroll(reader);
    // Those who read with their ears hear neither the line nor a mark.
    const heard = await articleOf(reader).ariaSnapshot();
    expect(heard).not.toMatch(/[\u200c\u200d]|仅供/u);
    copied = await articleOf(reader).evaluate((article) => {
      getSelection()?.selectAllChildren(article);
      const text = getSelection()?.toString() ?? '';
      getSelection()?.removeAllRanges();
      return text;
    });
    expect(copied.match(marks)?.length).toBeGreaterThan(10);
    // What is looked for on the page is found, with a mark in it or not.
    const words = copied.split(marks).map((stretch) => /^\p{sc=Han}{3}/u.exec(stretch)?.[0]);
    const across = copied
      .split(marks)
      .findIndex((stretch, at) => /\p{sc=Han}{3}$/u.test(stretch) && words[at + 1]);
    const phrase = `${copied.split(marks)[across]?.slice(-3)}${words[across + 1]}`;
    expect(phrase).toMatch(/^\p{sc=Han}{6}$/u);
    expect(
      await reader.evaluate(
        (text) => (window as unknown as { find(text: string): boolean }).find(text),
        phrase,
      ),
    ).toBe(true);
    // No line breaks elsewhere than without the marks, and no character moves.
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
    const found = page.getByRole('listitem').filter({ hasText: readers.vip.name });
    await expect(found).toContainText(edition.piece('deep-01').title);
    await expect(found).toContainText('确定');
  }
  await expectAccessible(page);
  await page.getByRole('textbox', { name: '照片或截图上的编号' }).fill(number.toLowerCase());
  await page.getByRole('button', { name: '查编号' }).click();
  await expect(page.getByText(`这是 ${readers.vip.name}`)).toBeVisible();
  await box.fill(copied.replace(marks, ''));
  await page.getByRole('button', { name: '查是谁的' }).click();
  await expect(page.getByText('文字里没有印记')).toBeVisible();
  await open(page, '/admin/audit');
  await expect(page.getByRole('row').filter({ hasText: '查外泄文字的来源' }).first()).toContainText('主编');
  await trace(request, token, 'off');
});

test('a scan from the desk tells the address of a leak that was planted', async ({
  page,
  request,
  token,
}) => {
  const sentence = '这一句只有付过钱的人才应该读得到';
  const html = `<p>人人可读的开头。</p><!--paywall--><p>${sentence}。</p>`;
  const id = await draftPiece(request, token, { title: '摘要说漏了嘴的一篇', html });
  const { data: opened } = await askDesk(request, 'GET detail', { id }, token);
  const content = { ...opened.content, access: 'vip', summary: sentence };
  await askDesk(request, 'POST save', { id, base: opened.version, content }, token);
  const { data: draft } = await askDesk(request, 'GET detail', { id }, token);
  const published = await askDesk(request, 'POST publish', { id, base: draft.version }, token);
  expect(published.code, published.msg).toBe(200);

  await open(page, '/admin/leaks');
  const begun = await request.post('/api/admin/leak/scan', { headers: headersOf(token), data: { most: 1 } });
  expect((await begun.json()).code).toBe(200);
  await page.reload();
  const scan = page.getByRole('listitem').filter({ hasText: '最新 1 篇' }).first();
  await expect(scan).toContainText(/漏出 \d+ 处/, { timeout: 40_000 });
  await scan.getByRole('button', { name: '看漏在哪里' }).click();
  const findings = page.getByRole('dialog', { name: '检查的结果' });
  await expect(findings).toContainText(sentence);
  await expect(findings).toContainText(`/mobileDetail?id=${id}`);
  await expect(findings).toContainText(`/api/reception/article/selectArticle?id=${id}`);
  await expectAccessible(page);
  await askDesk(request, 'POST withdraw', { id }, token);
  await page.keyboard.press('Escape');
  await expect(findings).toBeHidden();

  await page.getByRole('button', { name: '开始检查' }).click();
  await expect(page.getByRole('button', { name: '开始检查' })).toBeDisabled();
  await page.getByRole('button', { name: '取消' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '最新 500 篇' }).first()).toContainText('已取消');
});
