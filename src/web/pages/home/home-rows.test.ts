import { expect, test } from 'vitest';
import { fixedBlockKinds } from '#shared/home-blocks.ts';
import { toRows } from './home-rows.ts';

const rowsOf = (...kinds: (typeof fixedBlockKinds)[number][]) =>
  toRows(kinds.map((kind) => ({ kind }))).map((row) =>
    'blocks' in row ? `${row.kind}(${row.blocks.join(' ')})` : row.kind,
  );

test('the default layout has the front and three lists in one row each', () => {
  expect(rowsOf(...fixedBlockKinds)).toEqual([
    'quotes',
    'front(lead live ranks)',
    'newest',
    'lists(free news reports)',
    ...['calendar', 'contest', 'vip', 'references', 'authors'],
  ]);
});

test('only consecutive blocks share a row, in their order', () => {
  expect(rowsOf('live', 'vip', 'ranks', 'lead', 'news', 'free', 'contest', 'reports')).toEqual([
    'front(live)',
    'vip',
    'front(ranks lead)',
    'lists(news free)',
    'contest',
    'lists(reports)',
  ]);
});
