import { useState } from 'react';
import type { ChartPeriod } from '#features/posts/schema.ts';
import { SectionHead } from '#ui/layout/section-head.tsx';
import { PartFailed, PartNote } from '#ui/states/notice.tsx';
import { useAsk } from '../site.ts';
import {
  type ChartCall,
  type RankQuery,
  type RankRecord,
  type Ranks,
  toRankItem,
  trimRank,
} from './ranks.ts';
import { TextBones } from './skeletons.tsx';
import { RankList } from './story/rank-list.tsx';

const labels: Record<ChartPeriod, string> = { day: '日', week: '周', month: '月' };

export interface RankSectionProps {
  /** Id of its heading. */
  id: string;
  title: string;
  call: ChartCall;
  query: RankQuery;
  /** What came with the page; null where it failed. */
  ranks: Ranks | null;
  /** The front page's smaller rows. */
  dense?: boolean;
}

type Chart = RankRecord[] | 'loading' | 'failed';

/** A ranking by day, week and month; another period is fetched when it is chosen, without an alert. */
export function RankSection({ id, title, call, query, ranks, dense = false }: RankSectionProps) {
  const ask = useAsk();
  const [chosen, setChosen] = useState<ChartPeriod>();
  const [fetched, setFetched] = useState<Partial<Record<ChartPeriod, Chart>>>({});
  const period = chosen ?? ranks?.period ?? 'day';
  const own = ranks?.period === period ? ranks.records : undefined;
  const chart: Chart = fetched[period] ?? own ?? (ranks ? 'loading' : 'failed');

  async function show(next: ChartPeriod) {
    setChosen(next);
    if (next === ranks?.period || Array.isArray(fetched[next]) || fetched[next] === 'loading') return;
    const put = (value: Chart) => setFetched((now) => ({ ...now, [next]: value }));
    put('loading');
    try {
      put((await ask(call, { ...query, period: next }, { isSilent: true })).map(trimRank));
    } catch {
      put('failed');
    }
  }

  return (
    <section aria-labelledby={id}>
      <SectionHead
        id={id}
        tone="side"
        title={title}
        tabs={(['day', 'week', 'month'] as const).map((each) => ({
          label: labels[each],
          current: each === period,
          onSelect: () => void show(each),
        }))}
      />
      <RankBody chart={chart} dense={dense} onRetry={() => void show(period)} />
    </section>
  );
}

function RankBody({ chart, dense, onRetry }: { chart: Chart; dense: boolean; onRetry: () => void }) {
  if (chart === 'loading') return <TextBones count={10} label="排行加载中" />;
  if (chart === 'failed') return <PartFailed noun="排行" onRetry={onRetry} />;
  if (chart.length === 0) return <PartNote>这段时间还没有阅读，排行空着</PartNote>;
  return <RankList items={chart.map(toRankItem)} dense={dense} />;
}
