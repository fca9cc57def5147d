import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { renderPart } from '#testing/browser/render-part.ts';
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

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'share');
});

test('offers poster, code and address, and the share sheet of the system if there is one', {
  tags: ['strict'],
}, async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const share = vi.fn().mockResolvedValue(undefined);
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  await open(picture);
  await expect.element(dialog().getByRole('img', { name: '海报：潮水退去以后' })).toBeVisible();
  await expect.element(dialog().getByText(url)).toBeVisible();
  const save = dialog().getByRole('link', { name: '保存图片' });
  await expect.element(save).toHaveAttribute('download', '海报：潮水退去以后.png');
  await expectWellMade();

  const more = dialog().getByRole('button', { name: '更多方式' });
  await more.click();
  expect(share).toHaveBeenCalledWith({ title: '潮水退去以后', url });
  // A reader who closes the sheet does not want the address either.
  share.mockRejectedValue(new DOMException('', 'AbortError'));
  await more.click();
  await expect.poll(() => share.mock.calls.length).toBe(2);
  await expect.poll(() => share.mock.settledResults.length).toBe(2);
  expect(write).not.toHaveBeenCalled();
  share.mockRejectedValue(new DOMException('', 'NotAllowedError'));
  await more.click();
  await expect.poll(() => write.mock.calls).toEqual([[url]]);
  await dialog().getByRole('button', { name: '复制链接' }).click();
  await expect.poll(() => write.mock.calls).toEqual([[url], [url]]);
});

const broken = 'data:image/png;base64,AAAA';

test('a picture that fails says so and can be tried again', async () => {
  await open(broken);
  await expect.element(dialog().getByText('海报没能画出来，请稍后再试。')).toBeVisible();
  await expect.element(dialog().getByRole('button', { name: '再试一次' })).toBeVisible();
});

test('a sentence that cannot be drawn says why, and is shared as text', async () => {
  const share = vi.fn().mockResolvedValue(undefined);
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  await open(broken, '锁住的一句');
  await expect.element(dialog().getByText(/只有公开的文字可以做成图/)).toBeVisible();
  await dialog().getByRole('button', { name: '更多方式' }).click();
  expect(share).toHaveBeenCalledWith({ title: '潮水退去以后', url, text: '锁住的一句' });
});

test('a post that readers do not see has an address and no picture', async () => {
  await open(null);
  await expect.element(dialog().getByText(url)).toBeVisible();
  expect(document.querySelector('dialog img')).toBeNull();
});
