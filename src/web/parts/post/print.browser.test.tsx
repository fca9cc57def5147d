import { afterEach, expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { commentOf, openDetail } from '#testing/browser/detail.ts';

const main = () => page.getByRole('main');
// biome-ignore lint/performance/useDomNodeTextContent: unlike textContent, it leaves out what is not displayed.
const shown = () => document.body.innerText;

afterEach(async () => {
  await commands.emulateMedia({ colorScheme: 'light', media: 'screen' });
});

const article = {
  summary: '导语。',
  tags: ['利率'],
  headings: [{ id: 's1', level: 2, text: '第一节', locked: false }],
  body: '<h2 id="s1">第一节</h2><p>正文第一段。</p>',
} as const;

test('prints the article and its address, black on white, and nothing else', async () => {
  await openDetail(
    { ...article, tags: ['利率'], headings: [...article.headings] },
    { records: [commentOf('1')] },
  );
  await expect.element(main()).toMatchTextContent('正文第一段。');
  expect(shown()).not.toContain(location.origin);
  await commands.emulateMedia({ colorScheme: 'dark', media: 'print' });
  for (const part of [
    '利率走廊与远山',
    '沈观潮',
    '2026',
    '正文第一段。',
    `${location.origin}/101/detail?id=100001`,
  ])
    expect(shown()).toContain(part);
  for (const part of ['收藏', '写评论', '评论', '目录', '排行', '关注', '首页', '登录'])
    expect(shown()).not.toContain(part);
  const { color, backgroundColor } = getComputedStyle(document.body);
  expect({ color, backgroundColor }).toEqual({
    color: 'rgb(0, 0, 0)',
    backgroundColor: 'rgb(255, 255, 255)',
  });
});

test('prints the teaser of a locked article without the offers', async () => {
  await openDetail({
    ...article,
    tags: [],
    headings: [],
    locked: true,
    lockReason: 'vip',
    updatedAt: '2026-11-20T09:00:00+08:00',
    lockedWordCount: 1200,
    offers: [{ type: 'vip', title: 'VIP 会员', price: 4800, thing: null, orderId: null }],
  });
  await expect.element(page.getByText('开通 VIP')).toBeVisible();
  await commands.emulateMedia({ colorScheme: 'light', media: 'print' });
  expect(shown()).toContain('正文第一段。');
  expect(shown()).toMatch(/后面还有 1,?200 字/);
  expect(shown()).not.toContain('开通 VIP');
});
