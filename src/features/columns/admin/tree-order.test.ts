import { describe, expect, test } from 'vitest';
import { applyDrop, canBeChildOf, moveByStep, moveColumn, toBranches } from './tree-order.ts';

// Top level: 1, 5, 6. Children of 5: 51 and 52.
const columns = [
  { id: '1', parentId: null },
  { id: '5', parentId: null },
  { id: '51', parentId: '5' },
  { id: '52', parentId: '5' },
  { id: '6', parentId: null },
];
const formatOrder = (order: { id: string; parentId: string | null }[] | undefined) =>
  order?.map(({ id, parentId }) => (parentId ? `${parentId}/${id}` : id)).join(' ');

test('groups a list in reader order into two levels, and puts a column with a missing parent at the top', () => {
  const branches = toBranches([...columns, { id: '7', parentId: '404' }]);
  expect(branches.map(({ column, children }) => [column.id, children.length])).toEqual([
    ['1', 0],
    ['5', 2],
    ['6', 0],
    ['7', 0],
  ]);
});

describe('moveByStep', () => {
  test.each([
    ['5', 'up', '5 5/51 5/52 1 6'],
    ['5', 'down', '1 6 5 5/51 5/52'],
    ['52', 'up', '1 5 5/52 5/51 6'],
    ['6', 'in', '1 5 5/51 5/52 5/6'],
    ['51', 'out', '1 5 5/52 51 6'],
  ] as const)('moves column %s one step %s', (id, to, order) => {
    expect(formatOrder(moveByStep(columns, id, to))).toBe(order);
  });

  test.each([
    ['1', 'up'],
    ['6', 'down'],
    ['51', 'up'],
    ['52', 'down'],
    ['6', 'out'],
    // Column 5 has children.
    ['5', 'in'],
    ['51', 'in'],
    ['99', 'up'],
  ] as const)('does not move column %s %s', (id, to) => {
    expect(moveByStep(columns, id, to)).toBeUndefined();
  });
});

describe('moveColumn', () => {
  test('moves a column between others or below another one', () => {
    expect(formatOrder(moveColumn(columns, '6', null, 0))).toBe('6 1 5 5/51 5/52');
    expect(formatOrder(moveColumn(columns, '6', '5', 1))).toBe('1 5 5/51 5/6 5/52');
    expect(formatOrder(moveColumn(columns, '52', '1', 0))).toBe('1 1/52 5 5/51 6');
  });

  test('never moves a column below itself, to a third level, or a built-in column below another', () => {
    expect(canBeChildOf(columns, '6', '1')).toBe(true);
    for (const [id, parent] of [
      ['5', '5'],
      ['5', '6'],
      ['6', '51'],
      ['1', '6'],
    ] as const) {
      expect(canBeChildOf(columns, id, parent)).toBe(false);
      expect(moveColumn(columns, id, parent, 0)).toBeUndefined();
    }
  });
});

describe('applyDrop', () => {
  const ids = ['1', '5', '51', '52', '6'];
  const dropAt = (id: string, after: string | undefined, shift = 0) => {
    const rest = ids.filter((one) => one !== id);
    return formatOrder(
      applyDrop(columns, { id, ids: rest.toSpliced(after ? rest.indexOf(after) + 1 : 0, 0, id), shift }),
    );
  };

  test.each([
    ['6', undefined, 0, '6 1 5 5/51 5/52'],
    ['6', '1', 0, '1 6 5 5/51 5/52'],
    // Between the children of a column; with a shift to the right, below a column.
    ['6', '51', 0, '1 5 5/51 5/6 5/52'],
    ['6', '5', 0, '1 5 5/6 5/51 5/52'],
    ['6', '52', 1, '1 5 5/51 5/52 5/6'],
    ['6', '1', 1, '1 1/6 5 5/51 5/52'],
    // A child dropped elsewhere becomes a child there; a shift to the left moves it to the top level.
    ['51', '52', 0, '1 5 5/52 5/51 6'],
    ['51', '6', 0, '1 5 5/52 6 6/51'],
    ['52', '52', -1, '1 5 5/51 52 6'],
    ['51', undefined, 0, '51 1 5 5/52 6'],
    // Children move with their parent, which never becomes a child itself.
    ['5', '6', 0, '1 6 5 5/51 5/52'],
    ['5', '6', 1, '1 6 5 5/51 5/52'],
    ['1', '51', 0, '5 5/51 5/52 1 6'],
  ] as const)('drops %s after %s, %i levels to the right', (id, after, shift, order) => {
    expect(
      after === id ? formatOrder(applyDrop(columns, { id, ids, shift })) : dropAt(id, after, shift),
    ).toBe(order);
  });

  test('makes a column dropped below a folded one its last child', () => {
    expect(formatOrder(applyDrop(columns, { id: '6', ids: ['1', '5', '6'], shift: 1 }))).toBe(
      '1 5 5/51 5/52 5/6',
    );
  });
});
