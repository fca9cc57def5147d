import { expect, test } from 'vitest';
import { countTurns } from '#testing/count-turns.ts';
import { readRows } from './read-rows.ts';

test('lets others run while the rows of a long file are read', async () => {
  const line = '991012,2026-11-20\n';
  const pieces = ['code,date\n', ...Array.from({ length: 16 }, () => line.repeat(2500))];
  const columns = [
    { name: 'code', others: [] },
    { name: 'date', others: [] },
  ];
  const { result: rows, turns } = await countTurns(async () => {
    let count = 0;
    for await (const row of readRows(pieces, columns)) if ('cells' in row) count += 1;
    return count;
  });
  expect(rows).toBe(40_000);
  expect(turns).toBeGreaterThanOrEqual(40);
});
