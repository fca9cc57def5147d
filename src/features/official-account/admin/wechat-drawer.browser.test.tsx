import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, dialog, openAdmin, toastOf } from '#testing/browser/open-admin.ts';
import type { DraftOverview, WechatDraft } from '../drafts/schema.ts';

const draft = (changes: Partial<WechatDraft> = {}): WechatDraft => ({
  id: '1',
  version: 3,
  title: '铜价又涨了',
  author: '沈观潮',
  digest: '摘要',
  state: 'done',
  pictures: 12,
  uploaded: 12,
  missing: [],
  mediaId: null,
  fault: '',
  isWithoutRight: false,
  requestedBy: '陆远',
  requestedAt: '2026-11-20T08:00:00+08:00',
  endedAt: '2026-11-20T08:01:00+08:00',
  retryAt: null,
  ...changes,
});
const overview = (changes: Partial<DraftOverview> = {}): DraftOverview => ({
  account: '观澜财经',
  obstacle: '',
  version: 3,
  isSent: false,
  isCut: false,
  hasCover: true,
  title: '铜价为什么又涨了',
  suggested: { title: '铜价为什么又涨了', author: '沈观潮', digest: '矿山不急。' },
  drafts: [],
  ...changes,
});
const copied = { html: '<section><p>正文</p></section>', text: '正文', pictures: 2, isCut: false };

async function openDrawer(shown: DraftOverview) {
  answer('GET /admin/wechatDraft/overview', shown);
  answer('GET /admin/wechatDraft/copy', copied);
  // Reads the payload of the document, which exists only now.
  const { slot } = await import('./editor.wechat.slot.tsx');
  await openAdmin('/', { part: <slot.Drawer id="7" hasUnpublishedChanges onClose={() => {}} /> });
  await expect.element(dialog().getByText('复制为公众号格式').first(), { timeout: 20_000 }).toBeVisible();
}

test('shows the form, every state of a draft and the copy', { tags: ['strict'] }, async () => {
  const long = 'https://example.cn/'.padEnd(120, 'x');
  await openDrawer(
    overview({
      isSent: true,
      isCut: true,
      hasCover: false,
      title: '很长的标题'.repeat(20),
      drafts: [
        draft({ id: '6', state: 'uploading', uploaded: 5, endedAt: null }),
        draft({
          id: '5',
          state: 'waiting',
          fault: '微信系统繁忙',
          retryAt: '2026-11-20T08:04:00+08:00',
          endedAt: null,
        }),
        draft({ id: '4', state: 'sending', endedAt: null }),
        draft({ id: '3', state: 'unknown', fault: '没有收到微信的回答' }),
        draft({ id: '2', state: 'failed', fault: `该公众号没有草稿接口权限${long}`, isWithoutRight: true }),
        draft({ mediaId: 'm'.repeat(64), missing: ['第 1 张（走势）', '第 3 张'] }),
      ],
    }),
  );
  await expect.element(dialog().getByText('5 / 12')).toBeVisible();
  await expect.element(dialog().getByText('有没发布的修改')).toBeVisible();
  await expect.element(button('正在发送')).toBeDisabled();
  await expect.element(dialog().getByText('第 1 张（走势）、第 3 张图片没有发成')).toBeInTheDocument();
  await expectWellMade();
});

test('sends with a shortened title, says at the field what is missing and otherwise why it was refused', async () => {
  answer('POST /admin/wechatDraft/create', refuse(400, '正文超过微信的长度限制'));
  await openDrawer(overview());
  const title = dialog().getByRole('textbox', { name: '公众号标题' });
  await title.fill('');
  await button('发到草稿箱').click();
  await expect.element(dialog().getByText('请填写公众号标题')).toBeVisible();
  await title.fill('铜价又涨了');
  await button('发到草稿箱').click();
  await expect.element(dialog().getByText('正文超过微信的长度限制')).toBeVisible();
  answer('POST /admin/wechatDraft/create', '1');
  answer(
    'GET /admin/wechatDraft/overview',
    overview({ drafts: [draft({ state: 'waiting', endedAt: null })] }),
  );
  await button('发到草稿箱').click();
  await expect.element(toastOf('已排队，正在发到公众号')).toBeVisible();
  expect(callsTo('POST /admin/wechatDraft/create').at(-1)?.body).toEqual({
    postId: '7',
    title: '铜价又涨了',
    author: '沈观潮',
    digest: '矿山不急。',
    isRepeat: false,
  });
  await expect.element(dialog().getByText('等待')).toBeVisible();
  await expect.element(button('正在发送')).toBeDisabled();
  // The drawer polls while a draft is under way.
  const unknown = draft({ state: 'unknown', fault: '没有回答' });
  answer(
    'GET /admin/wechatDraft/overview',
    overview({ isSent: true, drafts: [unknown, draft({ id: '0' })] }),
  );
  await expect.element(dialog().getByText('结果不明')).toBeVisible();
  answer('POST /admin/wechatDraft/create', '2');
  await button('重试').click();
  await expect.element(page.getByText('请先到公众号后台的草稿箱核对')).toBeVisible();
  await page.getByRole('dialog').last().getByRole('button', { name: '再发一份' }).click();
  await expect.poll(() => callsTo('POST /admin/wechatDraft/create')).toHaveLength(3);
  expect(callsTo('POST /admin/wechatDraft/create').at(-1)?.body).toEqual({
    postId: '7',
    title: '铜价又涨了',
    author: '沈观潮',
    digest: '摘要',
    isRepeat: true,
  });
});

test('copies both formats without a service account, and says so when the browser refuses', async () => {
  const write = vi.spyOn(navigator.clipboard, 'write').mockRejectedValueOnce(new DOMException('refused'));
  await openDrawer(overview({ account: null, obstacle: '还没有配置微信服务号' }));
  await expect.element(dialog().getByText('还没有配置微信服务号')).toBeVisible();
  await expect.element(button('发到草稿箱')).not.toBeInTheDocument();
  await button('复制为公众号格式').click();
  await expect.element(dialog().getByText('浏览器没有让复制')).toBeVisible();
  write.mockResolvedValue();
  await button('复制为公众号格式').click();
  await expect.element(toastOf('已复制，请到公众号后台粘贴')).toBeVisible();
  const item = (write.mock.calls.at(-1)?.[0] ?? [])[0];
  expect(await (await item?.getType('text/html'))?.text()).toBe(copied.html);
  expect(await (await item?.getType('text/plain'))?.text()).toBe(copied.text);
});
