import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { createDraft } from './admin-calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { expect, open, test } from './journey.ts';
import { baseURL } from './portal.ts';

test.use({ reader: 'admin' });

const bodyOf = (page: Page) => page.getByRole('textbox', { name: '正文' });

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
  allowed,
}) => {
  allowed.expect(/net::ERR_FAILED|Failed to load resource/);
  const name = `电芯报价走势 ${randomInt(1_000_000)}`;
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

  let isOffline = true;
  await page.route('**/admin/media/upload', (route) => (isOffline ? route.abort() : route.continue()));
  await dropOn(page, '.ProseMirror p', `${name}.png`, 'image/png', await draw());
  const box = page.getByRole('group', { name: `上传 ${name}.png` });
  await expect(box).toContainText('没有传上去：网络连接错误！');
  isOffline = false;
  await box.getByRole('button', { name: '重试' }).click();
  const figure = bodyOf(page).locator('figure');
  await expect(figure.locator('img')).toHaveAttribute('src', /^\/files\/000000\/[0-9a-f/]+\.webp$/);
  await expect(box).toHaveCount(0);
  await figure.locator('figcaption').click();
  await page.keyboard.type('图：元/Wh');
  await page.getByLabel('可见范围').click();
  await page.getByTitle('公开', { exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: /已保存/ })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  const publish = page.getByRole('dialog', { name: '发布' }).getByRole('button', { name: '现在发布' });
  await publish.click();
  await expect(page.getByText('已发布', { exact: true })).toBeVisible();
  const id = page.url().split('/').at(-1) ?? '';

  const phone = await browser.newContext({ baseURL, viewport: { width: 360, height: 740 } });
  const visitor = await phone.newPage();
  await open(visitor, `/mobileDetail?id=${id}`);
  const shown = visitor.locator('figure', { hasText: '图：元/Wh' }).locator('img');
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320);
  await expect(visitor.locator('math mfrac')).toHaveText('PE');
  await expect(visitor.getByRole('note', { name: '风险' })).toHaveText('价格会再跌。');
  await expectNoSidewaysScroll(visitor);
  await expectAccessible(visitor);
  await phone.close();

  await page.goto('/admin/media');
  await page.getByRole('searchbox', { name: '搜索素材' }).fill(name.slice(2, 8));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  const detail = page.getByRole('dialog', { name: '素材' });
  await expect(detail.getByRole('link', { name: `稿件《${name}》` })).toHaveAttribute(
    'href',
    `/admin/posts/${id}`,
  );
  await expect(detail.getByRole('button', { name: '删除素材' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: `选择 ${name}` }).check();
  await page.getByRole('button', { name: '批量删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(page.getByText(`“${name}”正用于稿件《${name}》`)).toBeVisible();
});

test('the library accepts dropped files, refuses unsupported types, and shows what is not used', async ({
  page,
  allowed,
}) => {
  allowed.expect(/status of 400/);
  const name = `闲置的图 ${randomInt(1_000_000)}`;
  await page.goto('/admin/media');
  await expect(page.getByRole('heading', { level: 1, name: '素材库' })).toBeVisible();
  const area = 'main [aria-label="搜索素材"]';
  await dropOn(page, area, `${name}.png`, 'image/png', await draw());
  const uploads = page.getByRole('region', { name: '上传' });
  await expect(uploads).toContainText('已上传 1 / 1');
  await dropOn(page, area, '图.png', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await expect(uploads.getByRole('alert')).toContainText('不是可以上传的类型');
  await page.getByRole('checkbox', { name: '只看未使用' }).click();
  await expect(page).toHaveURL(/unused=true/);
  await expect(page.getByRole('button', { name: new RegExp(`^${name}.*未使用`) })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('checkbox', { name: `选择 ${name}` }).check();
  await page.getByRole('button', { name: '批量删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(page.getByRole('checkbox', { name: `选择 ${name}` })).toHaveCount(0);
});

test('a view of the list is saved under a name and chosen by its tab', async ({ page, request, token }) => {
  const title = `视图里的稿 ${randomInt(1_000_000)}`;
  await createDraft(request, token, { title, html: '<p>字。</p>' });
  await page.goto(`/admin/posts?state=draft&keyword=${encodeURIComponent(title)}`);
  await page.getByRole('button', { name: '存为视图' }).click();
  await page.getByLabel('视图名称').fill(title.slice(-10));
  await page.keyboard.press('Enter');
  const tab = page.getByRole('tab', { name: title.slice(-10) });
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: '已撤回' }).click();
  await expect(page).toHaveURL(/state=withdrawn$/);
  await page.reload();
  await tab.click();
  await expect(page.getByRole('link', { name: title })).toBeVisible();
  await page.getByRole('button', { name: '删除视图' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(tab).toHaveCount(0);
});
