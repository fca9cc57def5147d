import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '#testing/runs.ts';
import { type CategoryChoice, planNewColumns } from './new-columns.ts';

const columns = [
  { id: '1', parent_id: null },
  { id: '5', parent_id: '1' },
];
/** 全球 › 亚洲 › 日本, and 杂谈. */
const parents = new Map([
  ['亚洲', '全球'],
  ['日本', '亚洲'],
]);
const toNew = (...names: string[]): CategoryChoice[] => names.map((name) => ({ name, newColumn: name }));

test.each<[string, CategoryChoice[], Record<string, unknown>]>([
  [
    'a child below its parent, whichever came first',
    toNew('亚洲', '全球'),
    { 亚洲: { name: '全球' }, 全球: null },
  ],
  [
    'a grandchild beside the child',
    toNew('日本', '亚洲', '全球'),
    { 日本: { name: '全球' }, 亚洲: { name: '全球' }, 全球: null },
  ],
  [
    'below the nearest category that has a column',
    toNew('日本', '全球'),
    { 日本: { name: '全球' }, 全球: null },
  ],
  ['at the top if no category above has a column', toNew('亚洲', '杂谈'), { 亚洲: null, 杂谈: null }],
  ['below an existing column', [{ name: '全球', columnId: '1' }, ...toNew('亚洲')], { 亚洲: { id: '1' } }],
  [
    'beside an existing column that has a parent',
    [{ name: '全球', columnId: '5' }, ...toNew('亚洲')],
    { 亚洲: { id: '1' } },
  ],
  [
    'one for several categories',
    [
      { name: '亚洲', newColumn: '海外' },
      { name: '全球', newColumn: '海外' },
    ],
    { 海外: null },
  ],
])('a new column is placed %s', (_, choices, expected) => {
  expect(
    Object.fromEntries(planNewColumns(choices, parents, columns).map(({ name, parent }) => [name, parent])),
  ).toEqual(expected);
});

test('new columns have at most two levels, each after its parent, whatever lies above what', () => {
  const names = ['甲', '乙', '丙', '丁', '戊'];
  const name = fc.constantFrom(...names);
  const choice = fc.oneof(
    fc.record({ name, newColumn: fc.constantFrom('新一', '新二', '新三') }),
    fc.record({ name, columnId: fc.constantFrom('1', '5') }),
  );
  const given = fc.tuple(
    fc.uniqueArray(choice, { selector: (one) => one.name }),
    fc.array(fc.tuple(name, fc.option(name))),
  );
  fc.assert(
    fc.property(given, ([choices, pairs]) => {
      const planned = planNewColumns(
        choices,
        new Map(pairs.map(([one, above]) => [one, above ?? undefined])),
        columns,
      );
      const wanted = choices.flatMap((one) => ('newColumn' in one ? [one.newColumn] : []));
      expect(planned.map((one) => one.name).toSorted()).toEqual([...new Set(wanted)].toSorted());
      const tops = new Set<string>();
      for (const { name: own, parent } of planned) {
        if (parent === null) tops.add(own);
        else expect('id' in parent ? parent.id === '1' : tops.has(parent.name)).toBe(true);
      }
    }),
    { numRuns: runs(300) },
  );
});
