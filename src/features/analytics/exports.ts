import type { z } from 'zod';
import type { Context } from '#kernel/context.ts';
import { toCsv } from '#kernel/csv.ts';
import type { BinaryFile } from '#kernel/http/calls.ts';
import { readRanking, readTrend, readWords } from './reads.ts';
import type { rankingQuery, trendQuery, wordsQuery } from './schema.ts';

/** What is on screen as a table that a spreadsheet opens in Chinese. */
const fileOf = (name: string, head: readonly string[], rows: readonly (readonly (string | number)[])[]) => ({
  name: `${name}.csv`,
  bytes: Buffer.from(toCsv(head, rows)),
});

export async function exportTrend(ctx: Context, query: z.output<typeof trendQuery>): Promise<BinaryFile> {
  const { title, from, to, days } = await readTrend(ctx, query);
  return fileOf(
    `走势-${fileName(title)}-${from}-${to}`,
    ['日期', '阅读', '读者', '注册'],
    days.map(({ day, views, readers, registrations }) => [day, views, readers, registrations]),
  );
}

const subjects = { post: '稿件', column: '栏目', author: '作者' };

export async function exportRanking(ctx: Context, query: z.output<typeof rankingQuery>): Promise<BinaryFile> {
  const { from, to, records } = await readRanking(ctx, query);
  return fileOf(
    `${subjects[query.by]}排行-${from}-${to}`,
    ['编号', subjects[query.by], '说明', '阅读', '读者', '注册', '转化率'],
    records.map(({ key, title, note, views, readers, registrations, conversion }) => [
      key,
      title,
      note,
      views,
      readers,
      registrations,
      conversion === null ? '' : `${(conversion * 100).toFixed(2)}%`,
    ]),
  );
}

export async function exportWords(ctx: Context, query: z.output<typeof wordsQuery>): Promise<BinaryFile> {
  const { from, to, records } = await readWords(ctx, query);
  return fileOf(
    `${query.only === 'empty' ? '无结果搜索词' : '搜索词'}-${from}-${to}`,
    ['搜索词', '次数', '无结果次数'],
    records.map(({ word, searches, emptySearches }) => [word, searches, emptySearches]),
  );
}

// A title is at home in a list and not in a file's name.
const fileName = (title: string): string => title.replace(/[\\/:*?"<>|\p{Cc}]/gu, '').slice(0, 30);
