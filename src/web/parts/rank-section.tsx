import { useState } from 'react';
import type { ChartPeriod } from '#features/posts/schema.ts';
import { SectionHead } from '#ui/layout/section-head.tsx';
import { SectionError, SectionNote } from '#ui/states/notice.tsx';
import { useFetchCall } from '../site.ts';
import { CachedPart } from './cached-part.tsx';
import {
  type ChartCall,
  type RankQuery,
  type RankRecord,
  type Ranks,
  toRankItem,
  toRankRecord,
} from './ranks.ts';
import { RankList } from './story/rank-list.tsx';
import { TextSkeleton } from './text-skeleton.tsx';

const labels: Record<ChartPeriod, string> = { day: '日', week: '周', month: '月' };

export interface RankSectionProps {
  id: string;
  title: string;
  call: ChartCall;
  query: RankQuery;
  /** The ranking loaded with the page; null if that failed. */
  ranks: Ranks | null;
  /** Uses the smaller rows of the front page. */
  dense?: boolean;
}

type Chart = RankRecord[] | 'loading' | 'failed';

/** A ranking of the page; the server keeps its HTML. */
export function RankSection(props: RankSectionProps) {
  return (
    <CachedPart name="ranks" data={props}>
      {(kept) => <Ranking {...kept} />}
    </CachedPart>
  );
}

/** A ranking by day, week and month. Another period loads when the reader chooses it; a failure shows no alert. */
function Ranking({ id, title, call, query, ranks, dense = false }: RankSectionProps) {
  const fetchCall = useFetchCall();
  const [chosen, setChosen] = useState<ChartPeriod>();
  const [fetched, setFetched] = useState<Partial<Record<ChartPeriod, Chart>>>({});
  const period = chosen ?? ranks?.period ?? 'day';
  const initialRecords = ranks?.period === period ? ranks.records : undefined;
  const chart: Chart = fetched[period] ?? initialRecords ?? (ranks ? 'loading' : 'failed');

  async function showPeriod(next: ChartPeriod) {
    setChosen(next);
    if (next === ranks?.period || Array.isArray(fetched[next]) || fetched[next] === 'loading') return;
    const setChart = (value: Chart) => setFetched((current) => ({ ...current, [next]: value }));
    setChart('loading');
    try {
      setChart((await fetchCall(call, { ...query, period: next }, { isSilent: true })).map(toRankRecord));
    } catch {
      setChart('failed');
    }
  }

  return (
    <section aria-labelledby={id}>
      <SectionHead
        id={id}
        tone="side"
        title={title}
        tabs={(['day', 'week', 'month'] as const).map((option) => ({
          label: labels[option],
          current: option === period,
          onSelect: () => void showPeriod(option),
        }))}
      />
      <RankBody chart={chart} dense={dense} onRetry={() => void showPeriod(period)} />
    </section>
  );
}

function RankBody({ chart, dense, onRetry }: { chart: Chart; dense: boolean; onRetry: () => void }) {
  if (chart === 'loading') return <TextSkeleton count={10} label="排行加载中" />;
  if (chart === 'failed') return <SectionError noun="排行" onRetry={onRetry} />;
  if (chart.length === 0) return <SectionNote>这段时间还没有阅读，排行空着</SectionNote>;
  return <RankList items={chart.map(toRankItem)} dense={dense} />;
}
