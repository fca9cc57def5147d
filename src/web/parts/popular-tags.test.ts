import { expect, test } from 'vitest';
import { popularTags } from './popular-tags.ts';

const posts = [{ tags: ['宏观', '商品'] }, { tags: ['公司'] }, { tags: ['商品', '𠮷'] }];

test('orders tags by use, and equally used ones by appearance', () => {
  expect(popularTags(posts, '')).toEqual(['商品', '宏观', '公司', '𠮷']);
});

test('offers the chosen tag even if no post has it', () => {
  expect(popularTags(posts, '海外', 3)).toEqual(['海外', '商品', '宏观']);
  expect(popularTags(posts, '公司', 3)).toEqual(['商品', '宏观', '公司']);
});

test('offers none for posts without tags', () => {
  expect(popularTags([{ tags: [] }], '')).toEqual([]);
});
