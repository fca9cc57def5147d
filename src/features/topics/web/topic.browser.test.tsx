import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoSidewaysScroll, expectWellMade } from '#testing/browser/accessibility.ts';
import { answer } from '#testing/browser/api.ts';
import { openSite } from '#testing/browser/open-site.ts';
import { pageOf, postRecord } from '#testing/browser/personal.ts';
import type { Topic } from '../schema.ts';

const topic = (changes: Partial<Topic> = {}): Topic => ({
  slug: 'chips',
  title: '芯片供应链',
  introduction: '一条线看到底。',
  cover: null,
  posts: 21,
  ...changes,
});

test('a topic shows its introduction and its posts', { tags: ['strict'] }, async () => {
  answer('GET /reception/topic', topic({ title: '长'.repeat(60), introduction: '导'.repeat(1000) }));
  answer('GET /reception/topicPosts', { ...pageOf([postRecord('1', '光刻机')]), total: 21, pages: 2 });
  answer('GET /reception/topics', [topic(), topic({ slug: 'b', title: '别的'.repeat(30) })]);
  await openSite('/topic/chips');
  await expect.element(page.getByRole('link', { name: '光刻机' }).first()).toBeVisible();
  await expect
    .element(page.getByRole('complementary', { name: '其他专题' }).getByRole('link'))
    .toHaveAttribute('href', '/topic/b');
  await expectWellMade();
  const second = page.getByRole('link', { name: '第 2 页' });
  await expect.element(second).toHaveAttribute('href', '/topic/chips?current=2');
  await second.click();
  await expect.element(second).toHaveAttribute('aria-current', 'page');
  expect(page.getByRole('link', { name: '下一页' }).query()).toBeNull();
});

test('all topics are listed, and the list says so without topics', async () => {
  answer('GET /reception/topics', [topic(), topic({ slug: 'b', title: '长'.repeat(60), introduction: '' })]);
  await openSite('/topic');
  await expect
    .element(page.getByRole('link', { name: '芯片供应链' }))
    .toHaveAttribute('href', '/topic/chips');
  await page.viewport(360, 900);
  await expectNoSidewaysScroll();
  answer('GET /reception/topics', []);
  await openSite('/topic');
  await expect.element(page.getByRole('heading', { name: '还没有专题' })).toBeVisible();
});
