import { describe, expect, test } from 'vitest';
import { mayStandBelow, moveTo, step, toBranches } from './tree-order.ts';

// 1, 5 with 51 and 52 below, 6.
const columns = [
  { id: '1', parentId: null },
  { id: '5', parentId: null },
  { id: '51', parentId: '5' },
  { id: '52', parentId: '5' },
  { id: '6', parentId: null },
];
const say = (order: { id: string; parentId: string | null }[] | undefined) =>
  order?.map(({ id, parentId }) => (parentId ? `${parentId}/${id}` : id)).join(' ');

test('a list in the reader’s order is two levels; who names a parent that is not there stands at the top', () => {
  const branches = toBranches([...columns, { id: '7', parentId: '404' }]);
  expect(branches.map(({ column, children }) => [column.id, children.length])).toEqual([
    ['1', 0],
    ['5', 2],
    ['6', 0],
    ['7', 0],
  ]);
});

describe('by keyboard', () => {
  test.each([
    ['5', 'up', '5 5/51 5/52 1 6'],
    ['5', 'down', '1 6 5 5/51 5/52'],
    ['52', 'up', '1 5 5/52 5/51 6'],
    ['6', 'in', '1 5 5/51 5/52 5/6'],
    ['51', 'out', '1 5 5/52 51 6'],
  ] as const)('%s goes %s', (id, to, order) => {
    expect(say(step(columns, id, to))).toBe(order);
  });

  test.each([
    ['1', 'up'],
    ['6', 'down'],
    ['51', 'up'],
    ['52', 'down'],
    ['6', 'out'],
    // It has columns of its own below it.
    ['5', 'in'],
    ['51', 'in'],
    ['99', 'up'],
  ] as const)('%s has nowhere to go %s', (id, to) => {
    expect(step(columns, id, to)).toBeUndefined();
  });
});

describe('dragged', () => {
  test('between others, or below one', () => {
    expect(say(moveTo(columns, '6', null, 0))).toBe('6 1 5 5/51 5/52');
    expect(say(moveTo(columns, '6', '5', 1))).toBe('1 5 5/51 5/6 5/52');
    expect(say(moveTo(columns, '52', '1', 0))).toBe('1 1/52 5 5/51 6');
  });

  test('never below itself, a third level, nor a built-in one below any', () => {
    expect(mayStandBelow(columns, '6', '1')).toBe(true);
    for (const [id, parent] of [
      ['5', '5'],
      ['5', '6'],
      ['6', '51'],
      ['1', '6'],
    ] as const) {
      expect(mayStandBelow(columns, id, parent)).toBe(false);
      expect(moveTo(columns, id, parent, 0)).toBeUndefined();
    }
  });
});
