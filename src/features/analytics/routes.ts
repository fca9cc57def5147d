import { binaryFile, get } from '#kernel/http/calls.ts';
import {
  exportOrigins,
  exportRanking,
  exportTrend,
  exportWords,
  readHotWords,
  readOrigins,
  readRanking,
  readToday,
  readTrend,
  readWords,
} from './reads.ts';
import {
  hotWords,
  origins,
  originsQuery,
  ranking,
  rankingQuery,
  today,
  trend,
  trendQuery,
  words,
  wordsQuery,
} from './schema.ts';

const access = { permission: 'analytics.view' };
const binary = 'text/csv; charset=utf-8';

/** Figures of views, readers, registrations and searched words for the back office, and the hot words for readers. */
export const analyticsRoutes = [
  get('/reception/hotWords', {
    access: 'open',
    summary: 'Lists up to ten words that many readers searched for in the last seven days.',
    data: hotWords,
    run: (ctx) => readHotWords(ctx),
  }),
  get('/admin/analytics/today', {
    access,
    summary:
      "Returns today's figures so far, compared with yesterday and the average of the last seven days, and the most read posts.",
    data: today,
    run: (ctx) => readToday(ctx),
  }),
  get('/admin/analytics/trend', {
    access,
    summary:
      'Returns daily figures of the site, a kind, a column, an author or a post, for at most 366 days.',
    query: trendQuery,
    data: trend,
    run: (ctx, { query }) => readTrend(ctx, query),
  }),
  get('/admin/analytics/ranking', {
    access,
    summary:
      'Ranks posts, columns or authors by views, readers, registrations or conversion, over at most 92 days.',
    query: rankingQuery,
    data: ranking,
    run: (ctx, { query }) => readRanking(ctx, query),
  }),
  get('/admin/analytics/searchWords', {
    access,
    summary: 'Lists the most frequent search words, or those that found nothing, over at most 92 days.',
    query: wordsQuery,
    data: words,
    run: (ctx, { query }) => readWords(ctx, query),
  }),
  get('/admin/analytics/origins', {
    access,
    summary:
      'Lists the sites that led readers here, their kinds of device, or their provinces, over at most 92 days.',
    query: originsQuery,
    data: origins,
    run: (ctx, { query }) => readOrigins(ctx, query),
  }),
  get('/admin/analytics/exportTrend', {
    access,
    summary: 'Exports the trend as a CSV file.',
    query: trendQuery,
    binary,
    data: binaryFile,
    run: (ctx, { query }) => exportTrend(ctx, query),
  }),
  get('/admin/analytics/exportRanking', {
    access,
    summary: 'Exports the ranking as a CSV file.',
    query: rankingQuery,
    binary,
    data: binaryFile,
    run: (ctx, { query }) => exportRanking(ctx, query),
  }),
  get('/admin/analytics/exportOrigins', {
    access,
    summary: 'Exports the origins of readers as a CSV file.',
    query: originsQuery,
    binary,
    data: binaryFile,
    run: (ctx, { query }) => exportOrigins(ctx, query),
  }),
  get('/admin/analytics/exportSearchWords', {
    access,
    summary: 'Exports the search words as a CSV file.',
    query: wordsQuery,
    binary,
    data: binaryFile,
    run: (ctx, { query }) => exportWords(ctx, query),
  }),
];
