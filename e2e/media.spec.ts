import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { callAdminPost, publishPost } from './admin-calls.ts';
import { expect, open, test } from './journey.ts';
import { openContext } from './other-page.ts';

test.use({ reader: 'admin' });

const draw = (): Promise<Buffer> =>
  sharp(Buffer.from(Array.from({ length: 48 }, () => randomInt(256))), {
    raw: { width: 4, height: 4, channels: 3 },
  })
    .resize(320, 200, { kernel: 'nearest' })
    .png()
    .toBuffer();

/** Drops files on an element, as a user does with the mouse. */
async function dropOn(
  page: Page,
  selector: string,
  name: string,
  type: string,
  bytes: Buffer,
): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ({ data, ...file }) => {
      const transfer = new DataTransfer();
      const content = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([content], file.name, { type: file.type }));
      return transfer;
    },
    { name, type, data: bytes.toString('base64') },
  );
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not on the page`);
  const at = { clientX: box.x + 4, clientY: box.y + box.height / 2 };
  for (const step of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent(selector, step, { dataTransfer, ...at });
}

test('a picture dropped into a post survives a lost connection and is shown with caption, formula and callout; the library knows its uses', async ({
  page,
  browser,
  request,
  token,
  allowed,
}) => {
  allowed.expect(/net::ERR_FAILED|Failed to load resource/);
  const name = `电芯报价走势 ${randomInt(1_000_000)}`;
  await test.step('a writer types a formula and a callout', async () => {
    await page.goto('/admin/posts');
    await page.getByRole('button', { name: '写新稿' }).click();
    await page.getByRole('button', { name: '开始写' }).click();
    await expect(page.getByRole('textbox', { name: '标题', exact: true })).toBeFocused();
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await page.keyboard.type('市盈率 $\\frac{P}{E}$ 先看分母。');
    await page.keyboard.press('Enter');
    await page.keyboard.type('价格会再跌。');
    await page.getByRole('button', { name: '风险框' }).click();
  });

  await test.step('an upload that fails without a connection succeeds when it is repeated', async () => {
    let isOffline = true;
    await page.route('**/admin/media/upload', (route) => (isOffline ? route.abort() : route.continue()));
    await dropOn(page, '.ProseMirror p', `${name}.png`, 'image/png', await draw());
    const box = page.getByRole('group', { name: `上传 ${name}.png` });
    await expect(box).toContainText('没有传上去：网络连接错误！');
    isOffline = false;
    await box.getByRole('button', { name: '重试' }).click();
    const figure = page.getByRole('textbox', { name: '正文' }).locator('figure');
    await expect(figure.locator('img')).toHaveAttribute('src', /^\/files\/000000\/[0-9a-f/]+\.webp$/);
    await expect(box).toHaveCount(0);
    await figure.locator('figcaption').click();
    await page.keyboard.type('图：元/Wh');
  });

  const id = await test.step('the post is published', async () => {
    await page.getByLabel('可见范围').click();
    await page.getByTitle('公开', { exact: true }).click();
    await expect(page.getByRole('status').filter({ hasText: /已保存/ })).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog', { name: '发布' }).getByRole('button', { name: '现在发布' }).click();
    await expect(page.getByText('已发布', { exact: true })).toBeVisible();
    return page.url().split('/').at(-1) ?? '';
  });

  await test.step('the library finds the picture and does not delete it while the post uses it', async () => {
    await page.goto('/admin/media');
    await page.getByRole('searchbox', { name: '搜索素材' }).fill(name.slice(2, 8));
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: `选择 ${name}` }).check();
    await page.getByRole('button', { name: '批量删除' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    await expect(page.getByText(`“${name}”正用于稿件《${name}》`)).toBeVisible();
  });

  const phone = await openContext(browser, undefined, { viewport: { width: 360, height: 740 } });
  const visitor = await phone.newPage();
  await test.step('a visitor sees picture, formula and callout', async () => {
    await open(visitor, `/mobileDetail?id=${id}`);
    const shown = visitor.locator('figure', { hasText: '图：元/Wh' }).locator('img');
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320);
    await expect(visitor.locator('math mfrac')).toHaveText('PE');
    await expect(visitor.getByRole('note', { name: '风险' })).toHaveText('价格会再跌。');
  });

  await test.step('formulas and text without a line break scroll inside the page of a phone', async () => {
    const wide = `\\begin{matrix}${'x&amp;'.repeat(200)}x\\end{matrix}`;
    const html =
      `<p>前<span class="math" data-tex="${'x+'.repeat(400)}x"></span>后</p><ul><li><span class="math" data-tex="${'y+'.repeat(200)}y"></span></li></ul>` +
      `<div class="math" data-tex="${wide}"></div><p>${'\u0e47'.repeat(400)}</p><p>${'W'.repeat(2000)}</p>`;
    const title = `${'长'.repeat(60)}${'\u0e47'.repeat(60)}`;
    // In a column that visitors may open.
    const wideId = await publishPost(request, { title, html, columnId: '101' });
    await open(visitor, `/101/detail?id=${wideId}`);
    await expect(visitor.getByText('W'.repeat(2000))).toBeVisible();
    // 400 marks on one letter cannot be broken; they are cut off inside the page.
    const widest = () => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth);
    expect(await visitor.evaluate(widest)).toBe(360);
    const formula = visitor.locator('p').filter({ has: visitor.locator('span.math') });
    expect(await formula.evaluate((line) => line.scrollWidth)).toBeGreaterThan(360);
    // On the front page its title would be wider than the phone of another journey.
    expect(await callAdminPost(request, 'POST withdraw', { id: wideId }, token)).toMatchObject({ code: 200 });
  });
  await phone.close();
});
