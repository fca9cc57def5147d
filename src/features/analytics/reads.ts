import type { z } from 'zod';
import type { Context } from '#kernel/context.ts';
import { toCsv } from '#kernel/csv.ts';
import { invalid, notFound } from '#kernel/errors.ts';
import type { BinaryFile } from '#kernel/http/calls.ts';
import { dayMs, dayOf, toIso } from '#shared/dates.ts';
import { findTitle, listDays, listRanking, listWords, type RankRow as Row } from './queries.ts';
import type * as schema from './schema.ts';

type Days = { from?: string | undefined; to?: string | undefined };

const usualDays = 30;
const mostTrendDays = 366;
// Every piece has a row for each day it was read on; a quarter of them is added up in well under a second.
const mostRankingDays = 92;
const rankingSize = 100;
const topSize = 5;
const week = 7;

/** Today so far, against the whole of yesterday and the average of the last seven days. */
export async function readToday(ctx: Context): Promise<schema.Today> {
  const now = ctx.now();
  const day = dayOf(now);
  const from = dayBefore(day, week);
  const [rows, top] = await Promise.all([
    listDays(ctx.db, { scope: 'site', key: '', from, to: day }),
    listRanking(ctx.db, { scope: 'post', from: day, to: day, order: 'views', size: topSize }),
  ]);
  const compare = (figure: 'views' | 'readers' | 'registrations') => {
    const past = rows.slice(0, week).map((row) => row[figure]);
    return {
      today: rows.at(-1)?.[figure] ?? 0,
      yesterday: past.at(-1) ?? 0,
      average: Math.round((past.reduce((sum, one) => sum + one, 0) / week) * 10) / 10,
    };
  };
  return {
    day,
    asOf: toIso(now),
    views: compare('views'),
    readers: compare('readers'),
    registrations: compare('registrations'),
    top: top.map(present),
  };
}

/** One scope day by day. @throws notFound for a piece, column or author that is not there */
export async function readTrend(
  ctx: Context,
  { scope, key, ...given }: z.output<typeof schema.trendQuery>,
): Promise<schema.Trend> {
  const { from, to } = readDays(ctx, given, mostTrendDays);
  const title = await titleOf(ctx, scope, key);
  return { scope, key, title, from, to, days: await listDays(ctx.db, { scope, key, from, to }) };
}

/** The first hundred pieces, columns or authors. @throws invalid for columns or authors within a column or author */
export async function readRanking(
  ctx: Context,
  { by, columnId, authorId, order, ...given }: z.output<typeof schema.rankingQuery>,
): Promise<schema.Ranking> {
  if (by !== 'post' && (columnId || authorId))
    throw invalid('只有稿件排行可以限定栏目（columnId）或作者（authorId）');
  const { from, to } = readDays(ctx, given, mostRankingDays);
  const rows = await listRanking(ctx.db, {
    scope: by,
    from,
    to,
    order,
    columnId,
    authorId,
    size: rankingSize,
  });
  return { from, to, records: rows.map(present) };
}

/** The first hundred words that were looked for, or that found nothing. */
export async function readWords(
  ctx: Context,
  { only, ...given }: z.output<typeof schema.wordsQuery>,
): Promise<schema.Words> {
  const { from, to } = readDays(ctx, given, mostRankingDays);
  return {
    from,
    to,
    records: await listWords(ctx.db, { from, to, isEmpty: only === 'empty', size: rankingSize }),
  };
}

/** The days meant, both included; without them the last thirty. @throws invalid, naming the field */
function readDays(ctx: Context, given: Days, most: number): { from: string; to: string } {
  const today = dayOf(ctx.now());
  const to = given.to ?? today;
  const from = given.from ?? dayBefore(to, usualDays - 1);
  if (from > to) throw invalid('开始日期（from）不能晚于结束日期（to）');
  if (dayBefore(to, most - 1) > from) throw invalid(`开始日期（from）到结束日期（to）最多 ${most} 天`);
  return { from, to };
}

const dayBefore = (day: string, count: number): string =>
  dayOf(new Date(Date.parse(`${day}T00:00:00+08:00`) - count * dayMs));

const kindTitles: Readonly<Record<string, string>> = { news: '资讯', article: '研报', reference: '内参' };
const missing = { post: '稿件不存在', column: '栏目不存在', author: '作者不存在' };

async function titleOf({ db }: Context, scope: schema.Trend['scope'], key: string): Promise<string> {
  if (scope === 'site') return '全站';
  if (scope === 'kind') return kindTitles[key] ?? key;
  const title = await findTitle(db, scope, key);
  if (title === undefined) throw notFound(missing[scope]);
  return title;
}

/** What was read stays counted when it is gone. */
const present = ({ key, title, note, views, readers, registrations }: Row): schema.RankRow => ({
  key,
  title: title ?? `已删除（${key}）`,
  note: note ?? '',
  views,
  readers,
  registrations,
  conversion: readers > 0 ? registrations / readers : null,
});

/** What is on screen as a table that a spreadsheet opens in Chinese. */
const fileOf = (name: string, head: readonly string[], rows: readonly (readonly (string | number)[])[]) => ({
  name: `${name}.csv`,
  bytes: Buffer.from(toCsv(head, rows)),
});

export async function exportTrend(
  ctx: Context,
  query: z.output<typeof schema.trendQuery>,
): Promise<BinaryFile> {
  const { title, from, to, days } = await readTrend(ctx, query);
  return fileOf(
    `走势-${fileName(title)}-${from}-${to}`,
    ['日期', '阅读', '读者', '注册'],
    days.map(({ day, views, readers, registrations }) => [day, views, readers, registrations]),
  );
}

const subjects = { post: '稿件', column: '栏目', author: '作者' };

export async function exportRanking(
  ctx: Context,
  query: z.output<typeof schema.rankingQuery>,
): Promise<BinaryFile> {
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

export async function exportWords(
  ctx: Context,
  query: z.output<typeof schema.wordsQuery>,
): Promise<BinaryFile> {
  const { from, to, records } = await readWords(ctx, query);
  return fileOf(
    `${query.only === 'empty' ? '无结果搜索词' : '搜索词'}-${from}-${to}`,
    ['搜索词', '次数', '无结果次数'],
    records.map(({ word, searches, emptySearches }) => [word, searches, emptySearches]),
  );
}

// A title is at home in a list and not in a file's name.
const fileName = (title: string): string => title.replace(/[\\/:*?"<>|\p{Cc}]/gu, '').slice(0, 30);
