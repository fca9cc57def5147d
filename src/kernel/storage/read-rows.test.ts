import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countTurns } from '#testing/count-turns.ts';
import { readTable, TableReport } from './import-table.ts';
import { readRecords } from './read-rows.ts';
import type { RowReader } from './row-reader.ts';

test('yields to the event loop while reading the rows of a long file', async () => {
  const line = '991012,2026-11-20\n';
  const chunks = ['code,date\n', ...Array.from({ length: 16 }, () => line.repeat(2500))];
  const columns = [
    { name: 'code', aliases: [] },
    { name: 'date', aliases: [] },
  ];
  const { result: rows, turns } = await countTurns(async () => {
    let count = 0;
    for await (const row of readRecords(chunks, columns, (cells) => cells.text('code')))
      if ('record' in row) count += 1;
    return count;
  });
  expect(rows).toBe(40_000);
  expect(turns).toBeGreaterThanOrEqual(40);
});

const columns = [
  { name: 'code', aliases: ['代码'] },
  { name: 'note', aliases: ['备注'], isOptional: true as const },
];
const read = async <R>(text: string, of: (row: RowReader) => R, options = {}) => {
  const rows = [];
  for await (const row of readRecords([text], columns, of, options)) rows.push(row);
  return rows;
};

test('names the line and the cause of a row that cannot be used, and reads the others', async () => {
  const note = (row: RowReader) => {
    if (row.cell('note') === '') throw row.fault('note', '为空');
    return row.cell('note');
  };
  expect(await read('代码 *,备注\n1,甲\n2,\n3\n4,"乙\n丙"\n5,丁,多\n6,"戊\n7,己\n', note)).toEqual([
    { line: 2, record: '甲' },
    { line: 3, fault: '备注（note）为空' },
    { line: 4, fault: '列数不符：表头有 2 列，这一行有 1 列' },
    { line: 5, record: '乙\n丙' },
    { line: 7, fault: '列数不符：表头有 2 列，这一行有 3 列' },
    { line: 8, fault: '从这一行开始的引号没有闭合，其后的内容无法读取' },
  ]);
});

test('reads rows that end early, and the first of two equal columns, of files of other programs only', async () => {
  const text = '代码,code,备注\n1,2\n';
  const both = (row: RowReader) => [row.cell('code'), row.cell('note')];
  expect(await read(text, both, { isLenient: true })).toEqual([{ line: 2, record: ['1', ''] }]);
  await expect(read(text, both)).rejects.toThrow('文件有两列代码（code）');
});

test('passes on an error that is no fault of the row', async () => {
  const fail = () => {
    throw new TypeError('broken');
  };
  await expect(read('code\n1\n', fail)).rejects.toThrow('broken');
});

describe('a report', () => {
  test('lists the first faults by line, in whatever order they are found, and counts all', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(), { maxLength: 60 }),
        fc.integer({ min: 1, max: 9 }),
        (found, max) => {
          const report = new TableReport({ maxFaults: max });
          for (const line of found) report.reject(line, '坏');
          const lines = found.toSorted((one, other) => one - other).slice(0, max);
          expect(report.counts).toEqual({ added: 0, changed: 0, unchanged: 0, failed: found.length });
          expect(report.faults).toEqual(lines.map((line) => ({ line, message: '坏' })));
        },
      ),
    );
  });

  test('counts every row once, whatever the database says of a batch', async () => {
    const rows = fc.array(
      fc.record({ key: fc.nat({ max: 5 }), value: fc.nat({ max: 1 }), isBad: fc.boolean() }),
    );
    await fc.assert(
      fc.asyncProperty(rows, fc.nat(), async (given, share) => {
        const table = await readTable(
          (async function* () {
            for (const [at, { isBad, ...record }] of given.entries())
              yield { line: at + 2, ...(isBad ? { fault: '坏' } : { record }) };
          })(),
          {
            keyOf: ({ key }) => String(key),
            explainRepeat: ({ value }, first) => (value === first.value ? null : '重复'),
          },
        );
        await table.write(async (batch) => {
          const added = share % (batch.length + 1);
          return { added, changed: batch.length - added };
        });
        const { added, changed, unchanged, failed } = table.counts;
        expect(added + changed + unchanged + failed).toBe(given.length);
        expect(added + changed).toBe(table.records.size);
      }),
    );
  });
});
