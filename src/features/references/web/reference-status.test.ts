import { expect, test } from 'vitest';
import { allowedActions } from './reference-actions.ts';
import { describeStatus, tabOf } from './reference-status.ts';

test.each([
  ['draft', null, '草稿', 'draft', 'delete'],
  ['reviewing', null, '审核中', 'draft', 'cancelReview'],
  ['changes', null, '要求修改', 'draft', 'delete'],
  ['rejected', null, '未通过', 'draft', 'delete'],
  ['published', null, '已发布', 'article', 'withdraw'],
  ['published', 'reviewing', '已发布 新版本审核中', 'article', 'cancelReview withdraw'],
  ['published', 'rejected', '已发布 新版本未通过', 'article', 'withdraw'],
  ['withdrawn', null, '已撤下', 'article', ''],
] as const)('%s, its newer version %s: %s, in the tab %s, may %s', (state, revision, words, tab, may) => {
  const standing = { state, revision };
  expect(
    describeStatus(standing)
      .map(({ label }) => label)
      .join(' '),
  ).toBe(words);
  expect(tabOf(standing)).toBe(tab);
  expect(allowedActions(standing).join(' ')).toBe(may);
});
