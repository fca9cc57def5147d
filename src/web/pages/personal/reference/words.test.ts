import { expect, test } from 'vitest';
import { actsOf } from './piece-acts.ts';
import { looksOf, shelfOf } from './words.ts';

test.each([
  ['draft', null, '草稿', 'draft', 'delete'],
  ['reviewing', null, '审核中', 'draft', 'cancelReview'],
  ['changes', null, '要求修改', 'draft', 'delete'],
  ['rejected', null, '未通过', 'draft', 'delete'],
  ['published', null, '已发布', 'article', 'withdraw'],
  ['published', 'reviewing', '已发布 新版本审核中', 'article', 'cancelReview withdraw'],
  ['published', 'rejected', '已发布 新版本未通过', 'article', 'withdraw'],
  ['withdrawn', null, '已撤下', 'article', ''],
] as const)('%s, its newer version %s: %s, on the shelf %s, may %s', (state, revision, words, shelf, may) => {
  const standing = { state, revision };
  expect(
    looksOf(standing)
      .map(({ label }) => label)
      .join(' '),
  ).toBe(words);
  expect(shelfOf(standing)).toBe(shelf);
  expect(actsOf(standing).join(' ')).toBe(may);
});
