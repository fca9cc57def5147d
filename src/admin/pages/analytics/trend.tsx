import { Segmented, Spin } from 'antd';
import { useMemo, useState } from 'react';
import type { Trend as Figures } from '#features/analytics/schema.ts';
import { Failed } from '#ui/states/void.tsx';
import { call } from '../../api.ts';
import { showNumber } from '../../parts/show-number.ts';
import { TrendChart } from '../../parts/trend-chart.tsx';
import { useLoad } from '../../parts/use-load.ts';
import s from './analytics.module.css';
import type { Choice } from './analytics-choice.ts';
import { DaysTable } from './days-table.tsx';
import { ExportButton } from './export-button.tsx';

type Figure = 'views' | 'readers' | 'registrations';
const names: Record<Figure, string> = { views: '阅读', readers: '读者', registrations: '注册' };
const figures = Object.entries(names).map(([value, label]) => ({ value: value as Figure, label }));

type TrendProps = Pick<Choice, 'scope' | 'from' | 'to'> & { of: string };

/** One scope day by day, drawn and as a table; `of` is its key. */
export function Trend({ scope, of, from, to }: TrendProps) {
  const [figure, setFigure] = useState<Figure>('views');
  const query = { scope, from, to, ...(of && { key: of }) };
  const { data, fault, isLoading, reload } = useLoad(JSON.stringify(query), (signal) =>
    call('GET /admin/analytics/trend', { query, silent: true, signal }),
  );
  const points = useMemo(
    () => (data?.days ?? []).map((row) => ({ day: row.day, value: row[figure] })),
    [data, figure],
  );
  if (fault) return <Failed message={fault.message} onRetry={reload} />;
  if (!data) return <Spin aria-label="正在取走势" />;
  return (
    <section className={s.part} aria-label="走势">
      <div className={s.partHead}>
        <h2 title={data.title}>{data.title}</h2>
        <Segmented
          aria-label="看哪一种数字"
          options={figures}
          value={figure}
          onChange={(chosen) => setFigure(chosen)}
        />
        <ExportButton call="GET /admin/analytics/exportTrend" query={query} fallback="走势.csv" />
      </div>
      <Totals days={data.days} />
      <Spin spinning={isLoading}>
        <TrendChart
          label={names[figure]}
          points={points}
          summary={sayTrend(data, figure)}
          show={showNumber}
        />
      </Spin>
      <details className={s.twin}>
        <summary>以表格查看每一天</summary>
        <DaysTable days={data.days} />
      </details>
    </section>
  );
}

function Totals({ days }: Pick<Figures, 'days'>) {
  const sum = (figure: Figure) => days.reduce((total, row) => total + row[figure], 0);
  return (
    <p className={s.note}>
      共 {days.length} 天：阅读 {showNumber(sum('views'))} 次，读者 {showNumber(sum('readers'))}{' '}
      人次（每天去重后相加），注册 {showNumber(sum('registrations'))} 人。
    </p>
  );
}

function sayTrend({ title, from, to, days }: Figures, figure: Figure): string {
  const most = days.reduce((best, row) => (row[figure] > best[figure] ? row : best), days[0] ?? { ...none });
  const total = days.reduce((sum, row) => sum + row[figure], 0);
  return `${title}从 ${from} 到 ${to} 的${names[figure]}走势图：共 ${showNumber(total)}，最多的一天是 ${most.day}，有 ${showNumber(most[figure])}`;
}

const none = { day: '', views: 0, readers: 0, registrations: 0 };
