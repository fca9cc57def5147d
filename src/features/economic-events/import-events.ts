import { purge } from '#kernel/cache/purge.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { invalid } from '#kernel/errors.ts';
import { readTable, type TableReport } from '#kernel/storage/import-table.ts';
import { type CsvColumn, readRecords } from '#kernel/storage/read-rows.ts';
import type { RowReader } from '#kernel/storage/row-reader.ts';
import { type NewEvent, upsertEvents } from './queries.ts';

const columns: readonly CsvColumn[] = [
  { name: 'date', aliases: ['日期'] },
  { name: 'time', aliases: ['时间', '公布时间'] },
  { name: 'event', aliases: ['事件', '指标', '名称', 'title'] },
  { name: 'region', aliases: ['地区', '国家', 'country'], isOptional: true },
  { name: 'importance', aliases: ['重要性', '重要程度'], isOptional: true },
  { name: 'previous', aliases: ['前值'], isOptional: true },
  { name: 'forecast', aliases: ['预测值', '预期值', '预测', '预期'], isOptional: true },
  { name: 'actual', aliases: ['公布值', '实际值', '今值'], isOptional: true },
];

const maxEvents = 5000;

/**
 * Imports events from a CSV like the market's files: a bad row is rejected and the others are written in one
 * transaction. May be repeated: an event with the same time, region and title is updated.
 * @throws invalid for a file without the required columns, or with too many rows
 */
export async function importEvents(ctx: Context, text: string): Promise<TableReport> {
  const table = await readTable(readRecords([text], columns, readEvent), {
    maxFaults: 50,
    keyOf: ({ at, region, title }) => `${at} ${region} ${title}`,
    explainRepeat: () => '与前面的一行时间、地区、事件都相同，以前面的为准',
    checkSize(events) {
      if (events > maxEvents) throw invalid(`一个文件最多 ${maxEvents} 个事件，请分开上传`);
    },
  });
  await inTransaction(ctx, async (trx) => {
    await table.write((events) => upsertEvents(trx, events));
    if (table.added + table.changed > 0) await purge(ctx, trx, ['economic-events']);
  });
  return table;
}

/** @throws invalid */
function readEvent(row: RowReader): NewEvent {
  const text = (name: string, max: number) => {
    const found = row.cell(name);
    if (found.length > max) throw row.fault(name, `过长，最多 ${max} 个字`);
    return found;
  };
  const title = text('event', 100);
  if (title === '') throw row.fault('event', '为空');
  return {
    at: `${row.day('date')}T${row.time('time')}+08:00`,
    title,
    region: text('region', 20),
    importance: readImportance(row),
    previous: text('previous', 30),
    forecast: text('forecast', 30),
    actual: text('actual', 30),
  };
}

const levels: Readonly<Record<string, number>> = { '': 1, 低: 1, 中: 2, 高: 3, '★': 1, '★★': 2, '★★★': 3 };

function readImportance(row: RowReader): number {
  const text = row.text('importance');
  const level = /^[123]$/.test(text) ? Number(text) : levels[text];
  if (level === undefined) throw row.fault('importance', '应为 1、2、3 或低、中、高');
  return level;
}
