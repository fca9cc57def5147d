import { useMemo } from 'react';
import { toneOfReturn, writeReturn } from '#shared/market.ts';
import { SectionNote } from '#ui/states/notice.tsx';
import { Figure } from '#web/parts/market/figure.tsx';
import { ChartDataTable } from '#web/parts/market/trade-table.tsx';
import { TextSkeleton } from '#web/parts/text-skeleton.tsx';
import type { ContestAccount, ContestSeason } from '../schema.ts';
import { LazyChart } from './charts/lazy-chart.tsx';
import { type ReturnHistory as Returns, returnHistoryOf } from './return-history.ts';
import { ChartBox, Legend } from './trade-layout.tsx';

const loadCharts = () => import('./charts/market-charts.tsx');
const waiting = <TextSkeleton count={6} label="曲线加载中" />;

type ReturnCurveProps = {
  /** Name in the legend: 我, or a player's name. */
  name: string;
  /** The member's own account, or a player as everyone sees them. */
  source: Pick<ContestAccount, 'curve' | 'indexBase'>;
  season: Pick<ContestSeason, 'startingCash' | 'index'>;
};

/** A player's return by evening, compared with the season's index. */
export function ReturnCurve({ name, source, season: { startingCash, index } }: ReturnCurveProps) {
  const returns = useMemo(() => returnHistoryOf(source, startingCash), [source, startingCash]);
  const lines = useMemo(
    () => [
      { name, role: 'accent' as const, returns: returns.own },
      ...(returns.index && index
        ? [{ name: index.name, role: 'info' as const, returns: returns.index }]
        : []),
    ],
    [name, index, returns],
  );
  if (returns.days.length === 0) return <SectionNote>第一个交易日收盘清算后，这里画出收益曲线。</SectionNote>;
  const last = lines.map((line) => `${line.name} ${writeReturn(line.returns.at(-1) ?? null)}`).join('，');
  return (
    <>
      <ChartBox notes={<Legend items={lines.map(({ name: label, role }) => ({ label, role }))} />}>
        <LazyChart load={loadCharts} waiting={waiting}>
          {({ ReturnChart }) => (
            <ReturnChart
              days={returns.days}
              lines={lines}
              summary={`收益曲线：${returns.days[0]} 至 ${returns.days.at(-1)}，共 ${returns.days.length} 个交易日，${last}`}
            />
          )}
        </LazyChart>
      </ChartBox>
      <ReturnTable returns={returns} names={lines.map((line) => line.name)} />
    </>
  );
}

const tableDays = 20;

function ReturnTable({
  returns: { days, own, index },
  names,
}: {
  returns: Returns;
  names: readonly string[];
}) {
  const cell = (ppm: number | null | undefined, key: string) => (
    <Figure key={key} tone={toneOfReturn(ppm ?? null)}>
      {writeReturn(ppm ?? null)}
    </Figure>
  );
  const rows = days.map((day, at) => ({
    key: day,
    cells: [<time key="day">{day}</time>, cell(own[at], 'own'), cell(index?.[at], 'index')],
  }));
  return (
    <ChartDataTable
      summary={`以表格查看最近 ${Math.min(tableDays, rows.length)} 天`}
      label="每日收益率"
      columns={[{ label: '日期' }, ...names.map((label) => ({ label, isFigure: true }))]}
      rows={rows.slice(-tableDays).reverse()}
    />
  );
}
