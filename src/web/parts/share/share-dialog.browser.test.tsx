import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { renderPart } from '#testing/browser/render-part.ts';
import { widths } from '#testing/browser/widths.ts';
import { ShareDialog } from './share-dialog.tsx';

// A PNG of one pixel.
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const url = 'https://news.example.cn/101/detail?id=7';

const open = (path: string | null, quote?: string) =>
  renderPart(
    <main>
      <h1>文章</h1>
      <ShareDialog
        open
        onClose={() => undefined}
        title="潮水退去以后"
        url={url}
        picture={path}
        quote={quote}
      />
    </main>,
  );
const dialog = () => page.getByRole('dialog');

beforeEach(() => page.viewport(1440, 900));
afterEach(() => vi.restoreAllMocks());

test.for(widths)('shows poster, code and address, %i px wide', async (width) => {
  await page.viewport(width, 760);
  await open(picture);
  await expect.element(dialog().getByRole('img', { name: '海报：潮水退去以后' })).toBeVisible();
  await expect.element(dialog().getByText(url)).toBeVisible();
  const save = dialog().getByRole('link', { name: '保存图片' });
  await expect.element(save).toHaveAttribute('download', '海报：潮水退去以后.png');
  await expectAccessible();
  expectNoSidewaysScroll();
});

test('copies the address', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await open(picture);
  await userEvent.click(dialog().getByRole('button', { name: '复制链接' }));
  expect(write).toHaveBeenCalledWith(url);
});

test('offers the share sheet of the system if there is one', async () => {
  const share = vi.fn().mockResolvedValue(undefined);
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  try {
    await open(picture, '潮水有信。');
    await userEvent.click(dialog().getByRole('button', { name: '更多方式' }));
    expect(share).toHaveBeenCalledWith({ title: '潮水退去以后', url, text: '潮水有信。' });
  } finally {
    Reflect.deleteProperty(navigator, 'share');
  }
});

const broken = 'data:image/png;base64,AAAA';

test('a picture that fails says so and can be tried again', async () => {
  await open(broken);
  await expect.element(dialog().getByText('海报没能画出来，请稍后再试。')).toBeVisible();
  await expect.element(dialog().getByRole('button', { name: '再试一次' })).toBeVisible();
});

test('a sentence that cannot be drawn says why', async () => {
  await open(broken, '锁住的一句');
  await expect.element(dialog().getByText(/只有公开的文字可以做成图/)).toBeVisible();
});

test('a post that readers do not see has an address and no picture', async () => {
  await open(null);
  await expect.element(dialog().getByText(url)).toBeVisible();
  expect(document.querySelector('dialog img')).toBeNull();
});
