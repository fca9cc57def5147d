import { expect, test } from 'vitest';
import type { AdminColumn } from '../manage/schema.ts';
import { describeEffect, emptyDraft } from './column-draft.ts';

const column: AdminColumn = {
  ...emptyDraft,
  id: '1005',
  listOrder: 10,
  mark: 'm',
  isBuiltIn: false,
  pieces: { draft: 0, scheduled: 0, published: 0, withdrawn: 0 },
};

test("describes the settings' effects on readers", () => {
  const effectsOf = (changes: object, isBuiltIn = false) =>
    describeEffect({ ...column, ...changes }, column.id, isBuiltIn).join('。');
  expect(effectsOf({})).toContain('菜单里有它，地址是 /1005。不用登录就能打开');
  expect(effectsOf({ loginAuth: 1 })).toContain('游客打开栏目页会先去登录');
  expect(effectsOf({ noMenu: 1 })).toContain('不在菜单里，知道地址 /1005 才能打开');
  expect(effectsOf({ isNav: 0 })).toContain('没有栏目页');
  expect(effectsOf({ isAuth: 0 })).toContain('没有栏目页');
  // A built-in column keeps its page (docs/product.md §2).
  expect(effectsOf({ isAuth: 0 }, true)).toContain('不在菜单里，知道地址');
  expect(effectsOf({ access: 'vip' })).toContain('默认由VIP读到全文');
  expect(describeEffect(emptyDraft, undefined, false).join()).toContain('/栏目编号');
});
