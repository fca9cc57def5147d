import type { z } from 'zod';
import { checkWords } from '#features/moderation/index.ts';
import { findTitlesForStaff } from '#features/posts/index.ts';
import { cachedFor } from '#kernel/cache/cached-for.ts';
import type { Context } from '#kernel/context.ts';
import { invalid, notFound } from '#kernel/errors.ts';
import type { BinaryFile } from '#kernel/http/calls.ts';
import { toCsv } from '#shared/csv.ts';
import { dayMs, dayOf, toIso } from '#shared/dates.ts';
import {
  findTitle,
  listDays,
  listHotWords,
  listOrigins,
  listRanking,
  listWords,
  type RankRow as Row,
} from './queries.ts';
import type * as schema from './schema.ts';

type Period = { from?: string | undefined; to?: string | undefined };

const defaultDays = 30;
const maxTrendDays = 366;
// A post has a row for each day it was read; summing a quarter takes well under a second.
const maxRankingDays = 92;
const rankingSize = 100;
const topSize = 5;
const daysPerWeek = 7;

/** Returns today so far, compared with the whole of yesterday and the average of the last seven days. */
export async function readToday(ctx: Context): Promise<schema.Today> {
  const now = ctx.now();
  const day = dayOf(now);
  const from = dayBefore(day, daysPerWeek);
  const [rows, top] = await Promise.all([
    listDays(ctx.db, { scope: 'site', key: '', from, to: day }),
    listRanking(ctx.db, { scope: 'post', from: day, to: day, order: 'views', size: topSize }),
  ]);
  const compare = (figure: 'views' | 'readers' | 'registrations') => {
    const past = rows.slice(0, daysPerWeek).map((row) => row[figure]);
    return {
      today: rows.at(-1)?.[figure] ?? 0,
      yesterday: past.at(-1) ?? 0,
      average: Math.round((past.reduce((sum, one) => sum + one, 0) / daysPerWeek) * 10) / 10,
    };
  };
  return {
    day,
    asOf: toIso(now),
    views: compare('views'),
    readers: compare('readers'),
    registrations: compare('registrations'),
    top: top.map(presentRank),
  };
}

/** Returns the figures of one scope by day. @throws notFound for an unknown post, column or author */
export async function readTrend(
  ctx: Context,
  { scope, key, ...given }: z.output<typeof schema.trendQuery>,
): Promise<schema.Trend> {
  const { from, to } = parsePeriod(ctx, given, maxTrendDays);
  const title = await titleOf(ctx, scope, key);
  return { scope, key, title, from, to, days: await listDays(ctx.db, { scope, key, from, to }) };
}

/**
 * Returns the first hundred posts, columns or authors. @throws invalid for columns or authors within a column or author
 */
export async function readRanking(
  ctx: Context,
  { by, columnId, authorId, order, ...given }: z.output<typeof schema.rankingQuery>,
): Promise<schema.Ranking> {
  if (by !== 'post' && (columnId || authorId)) throw invalid('只有稿件排行可以限定栏目或作者', 'columnId');
  const { from, to } = parsePeriod(ctx, given, maxRankingDays);
  const rows = await listRanking(ctx.db, {
    scope: by,
    from,
    to,
    order,
    columnId,
    authorId,
    size: rankingSize,
  });
  return { from, to, records: rows.map(presentRank) };
}

/** Returns the hundred words searched most, or that found nothing most often. */
export async function readWords(
  ctx: Context,
  { only, ...given }: z.output<typeof schema.wordsQuery>,
): Promise<schema.Words> {
  const { from, to } = parsePeriod(ctx, given, maxRankingDays);
  return {
    from,
    to,
    records: await listWords(ctx.db, { from, to, isEmpty: only === 'empty', size: rankingSize }),
  };
}

/** Returns where the readers came from, what they read on, or where they are: the hundred with most readers. */
export async function readOrigins(
  ctx: Context,
  { kind, ...given }: z.output<typeof schema.originsQuery>,
): Promise<schema.Origins> {
  const { from, to } = parsePeriod(ctx, given, maxRankingDays);
  return { from, to, records: await listOrigins(ctx.db, { kind, from, to, size: rankingSize }) };
}

/** Returns the given days, both inclusive, or the last thirty. @throws invalid, naming the field */
function parsePeriod(ctx: Context, given: Period, max: number): { from: string; to: string } {
  const today = dayOf(ctx.now());
  const to = given.to ?? today;
  const from = given.from ?? dayBefore(to, defaultDays - 1);
  if (from > to) throw invalid('开始日期不能晚于结束日期', 'from');
  if (dayBefore(to, max - 1) > from) throw invalid(`开始日期到结束日期最多 ${max} 天`, 'from');
  return { from, to };
}

const dayBefore = (day: string, count: number): string =>
  dayOf(new Date(Date.parse(`${day}T00:00:00+08:00`) - count * dayMs));

const kindTitles: Readonly<Record<string, string>> = { news: '资讯', article: '研报', reference: '内参' };
const notFoundTexts = { post: '稿件不存在', column: '栏目不存在', author: '作者不存在' };

async function titleOf(ctx: Context, scope: schema.Trend['scope'], key: string): Promise<string> {
  if (scope === 'site') return '全站';
  if (scope === 'kind') return kindTitles[key] ?? key;
  const title =
    scope === 'post' ? (await findTitlesForStaff(ctx, [key])).get(key) : await findTitle(ctx.db, scope, key);
  if (title === undefined) throw notFound(notFoundTexts[scope]);
  return title;
}

/** Figures of a deleted post, column or author are still shown. */
const presentRank = ({ key, title, note, views, readers, registrations }: Row): schema.RankRow => ({
  key,
  title: title ?? `已删除（${key}）`,
  note: note ?? '',
  views,
  readers,
  registrations,
  conversion: readers > 0 ? registrations / readers : null,
});

/** Returns the table on screen as CSV that a spreadsheet opens in Chinese. */
const csvFile = (name: string, head: readonly string[], rows: readonly (readonly (string | number)[])[]) => ({
  name: `${name}.csv`,
  bytes: Buffer.from(toCsv(head, rows)),
});

export async function exportTrend(
  ctx: Context,
  query: z.output<typeof schema.trendQuery>,
): Promise<BinaryFile> {
  const { title, from, to, days } = await readTrend(ctx, query);
  return csvFile(
    `走势-${fileName(title)}-${from}-${to}`,
    ['日期', '阅读', '读者', '注册'],
    days.map(({ day, views, readers, registrations }) => [day, views, readers, registrations]),
  );
}

const subjectNames = { post: '稿件', column: '栏目', author: '作者' };

export async function exportRanking(
  ctx: Context,
  query: z.output<typeof schema.rankingQuery>,
): Promise<BinaryFile> {
  const { from, to, records } = await readRanking(ctx, query);
  return csvFile(
    `${subjectNames[query.by]}排行-${from}-${to}`,
    ['编号', subjectNames[query.by], '说明', '阅读', '读者', '注册', '转化率'],
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
  return csvFile(
    `${query.only === 'empty' ? '无结果搜索词' : '搜索词'}-${from}-${to}`,
    ['搜索词', '次数', '无结果次数'],
    records.map(({ word, searches, emptySearches }) => [word, searches, emptySearches]),
  );
}

const originNames = { referrer: '来源', device: '设备', region: '地区' };

export async function exportOrigins(
  ctx: Context,
  query: z.output<typeof schema.originsQuery>,
): Promise<BinaryFile> {
  const { from, to, records } = await readOrigins(ctx, query);
  const name = originNames[query.kind];
  return csvFile(
    `${name}-${from}-${to}`,
    [name, '读者'],
    records.map(({ value, readers }) => [value, readers]),
  );
}

// Removes characters of a title that are not allowed in file names.
const fileName = (title: string): string => title.replace(/[\\/:*?"<>|\p{Cc}]/gu, '').slice(0, 30);

const maxHotWords = 10;
/** Candidates beyond those shown, because some may contain sensitive words. */
const hotWordCandidates = 50;
/** So many different people must have searched for a word on one day: nobody can make one hot alone. */
const minSearchers = 5;
const maxHotWordLength = 20;
const hotWordDays = 7;
const cachedHotWords = cachedFor(60_000, 1);

/**
 * Returns the words that most readers of the last seven days searched for, without those that contain a sensitive word of
 * any level. Up to a minute old.
 */
export const readHotWords = (ctx: Context): Promise<string[]> =>
  cachedHotWords({
    tenant: ctx.tenant,
    key: '',
    tagsOf: () => ['sensitive-words'],
    read: () => findHotWords(ctx),
  });

async function findHotWords(ctx: Context): Promise<string[]> {
  const since = dayOf(new Date(ctx.now().getTime() - (hotWordDays - 1) * dayMs));
  const words = await listHotWords(ctx.db, {
    since,
    minSearchers,
    maxLength: maxHotWordLength,
    limit: hotWordCandidates,
  });
  const hits = await checkWords(
    ctx,
    words.map((word) => ({ field: word, label: word, text: word })),
  );
  const refused = new Set(hits.map(({ field }) => field));
  return words.filter((word) => !refused.has(word)).slice(0, maxHotWords);
}
