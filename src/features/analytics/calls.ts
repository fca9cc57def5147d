import type { z } from 'zod';
import type * as schema from './schema.ts';

export type Today = z.infer<typeof schema.today>;
export type Trend = z.infer<typeof schema.trend>;
export type RankRow = z.infer<typeof schema.rankRow>;
export type Ranking = z.infer<typeof schema.ranking>;
export type Words = z.infer<typeof schema.words>;

type TrendQuery = z.input<typeof schema.trendQuery>;
type RankingQuery = z.input<typeof schema.rankingQuery>;
type WordsQuery = z.input<typeof schema.wordsQuery>;

/** What crosses the wire about what is read, by how many, and looked for. */
export type AnalyticsCalls = {
  'GET /admin/analytics/today': { data: Today };
  'GET /admin/analytics/trend': { query: TrendQuery; data: Trend };
  'GET /admin/analytics/ranking': { query: RankingQuery; data: Ranking };
  'GET /admin/analytics/searchWords': { query: WordsQuery; data: Words };
  'GET /admin/analytics/exportTrend': { query: TrendQuery; data: unknown };
  'GET /admin/analytics/exportRanking': { query: RankingQuery; data: unknown };
  'GET /admin/analytics/exportSearchWords': { query: WordsQuery; data: unknown };
};
