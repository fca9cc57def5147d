import { binaryFile, get } from '#kernel/http/calls.ts';
import {
  exportRanking,
  exportTrend,
  exportWords,
  readRanking,
  readToday,
  readTrend,
  readWords,
} from './reads.ts';
import { ranking, rankingQuery, today, trend, trendQuery, words, wordsQuery } from './schema.ts';

const access = { permission: 'analytics.view' };
const binary = 'text/csv; charset=utf-8';

/** What is read, by how many, who registers on it, and what is looked for. */
export const analyticsRoutes = [
  get('/admin/analytics/today', {
    access,
    summary: 'Today so far, against yesterday and the last seven days, and what is read most.',
    data: today,
    run: (ctx) => readToday(ctx),
  }),
  get('/admin/analytics/trend', {
    access,
    summary: 'The site, a kind, column, author or piece, day by day; at most 366 days.',
    query: trendQuery,
    data: trend,
    run: (ctx, { query }) => readTrend(ctx, query),
  }),
  get('/admin/analytics/ranking', {
    access,
    summary: 'Pieces, columns or authors by views, readers, registrations or conversion; at most 92 days.',
    query: rankingQuery,
    data: ranking,
    run: (ctx, { query }) => readRanking(ctx, query),
  }),
  get('/admin/analytics/searchWords', {
    access,
    summary: 'What was looked for most, or found nothing; at most 92 days.',
    query: wordsQuery,
    data: words,
    run: (ctx, { query }) => readWords(ctx, query),
  }),
  get('/admin/analytics/exportTrend', {
    access,
    summary: 'The same as CSV.',
    query: trendQuery,
    binary,
    data: binaryFile,
    run: (ctx, { query }) => exportTrend(ctx, query),
  }),
  get('/admin/analytics/exportRanking', {
    access,
    summary: 'The same as CSV.',
    query: rankingQuery,
    binary,
    data: binaryFile,
    run: (ctx, { query }) => exportRanking(ctx, query),
  }),
  get('/admin/analytics/exportSearchWords', {
    access,
    summary: 'The same as CSV.',
    query: wordsQuery,
    binary,
    data: binaryFile,
    run: (ctx, { query }) => exportWords(ctx, query),
  }),
];
