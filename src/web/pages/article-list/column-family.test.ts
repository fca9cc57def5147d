import { expect, test } from 'vitest';
import type { Column } from '#features/columns/schema.ts';
import { familyOf } from './column-family.ts';

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
const idsOf = (id: string) => familyOf(id, columns).members.map((member) => member.id);

test('a parent stands before its children, which are sorted by listOrder, descending', () => {
  expect(idsOf('101')).toEqual(['101', '112', '111']);
});

test('a child is shown among its siblings, under its parent', () => {
  expect(idsOf('111')).toEqual(['101', '112', '111']);
  expect(familyOf('111', columns).parent?.id).toBe('101');
});

test('a column whose parent is not in the list stands alone', () => {
  expect(idsOf('105')).toEqual(['105']);
});

test('an unknown column has no family', () => {
  expect(familyOf('7', columns)).toEqual({ parent: undefined, members: [] });
});
