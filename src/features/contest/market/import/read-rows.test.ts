import { expect, test } from 'vitest';
import { readRows } from './read-rows.ts';

test('lets others run while the rows of a long file are read', async () => {
  const line = '991012,2026-11-20\n';
  const pieces = ['code,date\n', ...Array.from({ length: 16 }, () => line.repeat(2500))];
  const columns = [
    { name: 'code', others: [] },
    { name: 'date', others: [] },
  ];
  let turns = 0;
  let isReading = true;
  const count = () => {
    turns += 1;
    if (isReading) setImmediate(count);
  };
  setImmediate(count);
  let rows = 0;
  for await (const row of readRows(pieces, columns)) if ('cells' in row) rows += 1;
  isReading = false;
  expect(rows).toBe(40_000);
  expect(turns).toBeGreaterThanOrEqual(40);
});
