import type { ChartPeriod, PostRecord } from '#features/posts/schema.ts';
import type { FetchCall } from '../api.ts';
import type { postCalls } from './post/post-calls.ts';
import type { RankItem } from './story/rank-list.tsx';
import { postPath } from './story.ts';

/** The ranking calls of each kind (docs/product.md §7). */
export type ChartCall = ReturnType<typeof postCalls>['charts'];

export type RankRecord = Pick<PostRecord, 'id' | 'title' | 'breaks' | 'columnId'>;
export type Ranks = { period: ChartPeriod; records: RankRecord[] };
export type RankQuery = { columnId?: string | undefined; size: number };

const periods: readonly ChartPeriod[] = ['day', 'week', 'month'];

/**
 * Loads the ranking of the day; if it is empty that of the week, then of the month, so that a site with few readers
 * still shows one.
 */
export async function loadRanks(fetchCall: FetchCall, call: ChartCall, query: RankQuery): Promise<Ranks> {
  for (const period of periods) {
    const records = await fetchCall(call, { ...query, period });
    if (records.length > 0) return { period, records: records.map(toRankRecord) };
  }
  return { period: 'day', records: [] };
}

export const toRankRecord = ({ id, title, breaks, columnId }: PostRecord): RankRecord => ({
  id,
  title,
  breaks,
  columnId,
});

export const toRankItem = ({ title, breaks, ...record }: RankRecord): RankItem => ({
  title,
  breaks,
  href: postPath(record),
});
