import { expect, test } from 'vitest';
import { countTurns } from '#testing/count-turns.ts';
import { readRows } from './read-rows.ts';

test('yields to the event loop while reading the rows of a long file', async () => {
  const line = '991012,2026-11-20\n';
  const chunks = ['code,date\n', ...Array.from({ length: 16 }, () => line.repeat(2500))];
  const columns = [
    { name: 'code', aliases: [] },
    { name: 'date', aliases: [] },
  ];
  const { result: rows, turns } = await countTurns(async () => {
    let count = 0;
    for await (const row of readRows(chunks, columns)) if ('cells' in row) count += 1;
    return count;
  });
  expect(rows).toBe(40_000);
  expect(turns).toBeGreaterThanOrEqual(40);
});
