import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, callsTo } from '#testing/browser/api.ts';
import { openAdmin } from '#testing/browser/open-admin.ts';
import type { MediaItem } from '../schema.ts';

const dropped: MediaItem = {
  id: '9',
  folderId: '5',
  kind: 'image',
  address: '/files/9.webp',
  name: '闲置的图',
  mediaType: 'image/webp',
  bytes: 2048,
  width: 320,
  height: 200,
  alt: '',
  useCount: 0,
  uploadedBy: '沈观潮',
  createdAt: '2026-11-20T08:00:00+08:00',
};

test('uploads files that are dropped anywhere on the library', async () => {
  answer('GET /admin/media/folders', [{ id: '5', parentId: null, name: '图表' }]);
  answer('GET /admin/media/list', { records: [], cursor: null });
  answer('POST /admin/media/upload', { item: dropped, isNew: true });
  await openAdmin('/media?folderId=5');
  const target = page.getByRole('searchbox', { name: '搜索素材' });
  await expect.element(target).toBeVisible();
  answer('GET /admin/media/list', { records: [dropped], cursor: null });
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['PNG'], '闲置的图.png', { type: 'image/png' }));
  for (const step of ['dragenter', 'dragover', 'drop'])
    target.element().dispatchEvent(new DragEvent(step, { dataTransfer, bubbles: true, cancelable: true }));
  await expect.element(page.getByText('已上传 1 / 1')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^闲置的图 / })).toBeVisible();
  expect(callsTo('POST /admin/media/upload')).toHaveLength(1);
});
