import type { ChartPeriod, PostRecord } from '#features/posts/schema.ts';
import type { Ask } from '../api.ts';
import type { pieceCalls } from './piece/piece-calls.ts';
import type { RankItem } from './story/rank-list.tsx';
import { postPath } from './story.ts';

/** Rankings of each kind (seed §7). */
export type ChartCall = ReturnType<typeof pieceCalls>['charts'];

export type RankRecord = Pick<PostRecord, 'id' | 'title' | 'breaks' | 'columnId'>;
export type Ranks = { period: ChartPeriod; records: RankRecord[] };
export type RankQuery = { columnId?: string | undefined; size: number };

const periods: readonly ChartPeriod[] = ['day', 'week', 'month'];

/**
 * The ranking of the day; where nobody has read anything yet that of the week, else of the month, so that a
 * quiet portal shows what there is.
 */
export async function loadRanks(ask: Ask, call: ChartCall, query: RankQuery): Promise<Ranks> {
  for (const period of periods) {
    const records = await ask(call, { ...query, period });
    if (records.length > 0) return { period, records: records.map(trimRank) };
  }
  return { period: 'day', records: [] };
}

export const trimRank = ({ id, title, breaks, columnId }: PostRecord): RankRecord => ({
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
