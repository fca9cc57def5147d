import { expect, test } from 'vitest';
import { popularTags } from './popular-tags.ts';

const pieces = [{ tags: ['宏观', '商品'] }, { tags: ['公司'] }, { tags: ['商品', '𠮷'] }];

test('tags come by use, equal ones in the order they appear', () => {
  expect(popularTags(pieces, '')).toEqual(['商品', '宏观', '公司', '𠮷']);
});

test('the chosen tag is on offer even where no piece carries it', () => {
  expect(popularTags(pieces, '海外', 3)).toEqual(['海外', '商品', '宏观']);
  expect(popularTags(pieces, '公司', 3)).toEqual(['商品', '宏观', '公司']);
});

test('pieces without tags offer none', () => {
  expect(popularTags([{ tags: [] }], '')).toEqual([]);
});
