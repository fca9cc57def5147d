import { expect, test } from 'vitest';
import type { Column } from '#features/columns/schema.ts';
import { findFamily } from './column-family.ts';

const column = (id: string, fields: Partial<Column> = {}) =>
  ({
    id,
    columnName: `栏目${id}`,
    listOrder: 0,
    parentId: null,
    isNav: 1,
    isAuth: 1,
    children: [],
    ...fields,
  }) as unknown as Column;

const columns = [
  column('101'),
  column('111', { parentId: '101', listOrder: 1 }),
  column('112', { parentId: '101', listOrder: 9 }),
  column('113', { parentId: '101', isNav: 0 }),
  column('114', { parentId: '101', isAuth: 0 }),
  column('105', { parentId: '999' }),
];
const idsOf = (id: string) => findFamily(id, columns).members.map((member) => member.id);

test('returns a parent before its children, which are sorted by listOrder, descending', () => {
  expect(idsOf('101')).toEqual(['101', '112', '111']);
});

test('returns the siblings of a child, after its parent', () => {
  expect(idsOf('111')).toEqual(['101', '112', '111']);
  expect(findFamily('111', columns).parent?.id).toBe('101');
});

test('returns a column alone if its parent is not in the list', () => {
  expect(idsOf('105')).toEqual(['105']);
});

test('returns no family for an unknown column', () => {
  expect(findFamily('7', columns)).toEqual({ parent: undefined, members: [] });
});

test('leaves out children that are not in the menu, and all of a parent that hides them', () => {
  const change = (id: string, flags: Partial<Column>) =>
    columns.map((item) => (item.id === id ? { ...item, ...flags } : item));
  const ids = (list: Column[]) => findFamily('101', list).members.map((member) => member.id);
  expect(ids(change('112', { noMenu: 1 }))).toEqual(['101', '111']);
  expect(ids(change('101', { hideChild: 1 }))).toEqual(['101']);
});
