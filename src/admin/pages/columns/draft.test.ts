import { expect, test } from 'vitest';
import type { DeskColumn } from '#features/columns/desk/schema.ts';
import { emptyDraft, isSame, sayEffect, toDraft } from './draft.ts';

const column: DeskColumn = {
  ...emptyDraft,
  id: '1005',
  listOrder: 10,
  mark: 'm',
  isBuiltIn: false,
  pieces: { draft: 0, scheduled: 0, published: 0, withdrawn: 0 },
};

test('what is opened and not touched is the same', () => {
  const draft = toDraft(column);
  expect(isSame(draft, toDraft(column))).toBe(true);
  expect(isSame({ ...draft, loginAuth: 1 }, draft)).toBe(false);
  expect(draft).not.toHaveProperty('mark');
});

test('the settings are said as readers notice them', () => {
  const say = (changes: object, isBuiltIn = false) =>
    sayEffect({ ...toDraft(column), ...changes }, '1005', isBuiltIn).join('。');
  expect(say({})).toContain('菜单里有它，地址是 /1005。不用登录就能打开');
  expect(say({ loginAuth: 1 })).toContain('游客打开栏目页会先去登录');
  expect(say({ noMenu: 1 })).toContain('不在菜单里，知道地址 /1005 才能打开');
  expect(say({ isNav: 0 })).toContain('没有栏目页');
  expect(say({ isAuth: 0 })).toContain('没有栏目页');
  // A built-in column keeps its page (seed §2).
  expect(say({ isAuth: 0 }, true)).toContain('菜单里有它');
  expect(say({ access: 'vip' })).toContain('默认由VIP读到全文');
  expect(sayEffect(emptyDraft, undefined, false).join()).toContain('/栏目编号');
});
