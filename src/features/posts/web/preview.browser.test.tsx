import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { openSite } from '#testing/browser/open-site.ts';
import { postRecord } from '#testing/browser/personal.ts';

const token = 'a'.repeat(43);
const opened = {
  label: '王律师',
  day: '2026-11-26',
  expiresAt: '2026-11-29T08:00:00+08:00',
  post: {
    ...postRecord('7', '送审前的稿子'),
    ...{ access: 'paid', price: 900, vipPrice: null, state: 'draft', locked: true, reader: null },
    ...{ body: '<p>开头一段。</p>', headings: [], attachments: [], lockReason: 'paid', lockedWordCount: 800 },
    ...{ offers: [], collectId: null, collects: 0, coAuthors: [] },
    author: {
      ...{
        id: '1',
        name: '沈观潮',
        title: '',
        bio: '',
        avatar: null,
        posts: 3,
        followers: 5,
        followed: false,
      },
    },
  },
} as const;

test('shows the post under its watermark', { tags: ['strict'] }, async () => {
  answer('POST /reception/openPreview', opened as never);
  await openSite(`/preview#${token}`);
  await expect.element(page.getByRole('heading', { name: '送审前的稿子' })).toBeVisible();
  await expect.element(page.getByText('开头一段。')).toBeVisible();
  await expect.element(page.getByText('预览 · 王律师 · 2026-11-26').first()).toBeInTheDocument();
  expect(callsTo('POST /reception/openPreview')[0]?.body).toEqual({ token });
  // The watermark is faint on purpose, and hidden from screen readers.
  await expectWellMade('[data-watermark]');
});

test('says why a link does not open, and asks for a whole one if it is cut, without a call', async () => {
  await openSite('/preview#abc');
  await expect.element(page.getByText('预览链接不完整')).toBeVisible();
  expect(callsTo('POST /reception/openPreview')).toEqual([]);
  answer('POST /reception/openPreview', refuse(404, '预览链接不正确、已过期或已撤销，请向编辑部再要一个'));
  await openSite(`/preview#${token}`);
  await expect.element(page.getByText('请向编辑部再要一个')).toBeVisible();
});
