import { Segmented, Spin } from 'antd';
import { useMemo, useState } from 'react';
import { useRead } from '#admin/parts/data.ts';
import { Loaded } from '#admin/parts/layout/loaded.tsx';
import { Quiet, Section } from '#admin/parts/layout/page.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { showNumber } from '#admin/parts/show-number.ts';
import { TrendChart } from '#admin/parts/trend-chart.tsx';
import { type Trend as Figures, trendQuery } from '../schema.ts';
import s from './analytics.module.css';
import { DaysTable } from './days-table.tsx';
import { ServerExport } from './server-export.tsx';
import type { Subject } from './use-subject.ts';

type Metric = 'views' | 'readers' | 'registrations';
const names: Record<Metric, string> = { views: '阅读', readers: '读者', registrations: '注册' };
const metricOptions = Object.entries(names).map(([value, label]) => ({ value: value as Metric, label }));

/** Daily figures of one subject, as a chart and as a table. */
export function Trend({ subject }: { subject: Subject }) {
  const [metric, setMetric] = useState<Metric>('views');
  const { from, to } = useFilters(trendQuery).values;
  const query = { ...subject, from, to };
  const read = useRead('GET /admin/analytics/trend', query, { keepsPrevious: true });
  const tools = (
    <>
      <Segmented aria-label="看哪一种数字" options={metricOptions} value={metric} onChange={setMetric} />
      <ServerExport call="GET /admin/analytics/exportTrend" query={query} fallback="走势.csv" />
    </>
  );
  return (
    <Loaded read={read} noun="走势">
      {(trend) => (
        <Section title={trend.title} tools={tools}>
          <Totals days={trend.days} />
          <Spin spinning={read.isPlaceholderData}>
            <Chart trend={trend} metric={metric} />
          </Spin>
          <details className={s.twin}>
            <summary>以表格查看每一天</summary>
            <DaysTable days={trend.days} />
          </details>
        </Section>
      )}
    </Loaded>
  );
}

const sum = (days: Figures['days'], metric: Metric) => days.reduce((total, row) => total + row[metric], 0);

const Totals = ({ days }: Pick<Figures, 'days'>) => (
  <Quiet>
    共 {days.length} 天：阅读 {showNumber(sum(days, 'views'))} 次，读者 {showNumber(sum(days, 'readers'))}{' '}
    人次（每天去重后相加），注册 {showNumber(sum(days, 'registrations'))} 人。
  </Quiet>
);

function Chart({ trend, metric }: { trend: Figures; metric: Metric }) {
  const points = useMemo(
    () => trend.days.map((row) => ({ day: row.day, value: row[metric] })),
    [trend, metric],
  );
  return (
    <TrendChart label={names[metric]} points={points} summary={summaryOf(trend, metric)} show={showNumber} />
  );
}

function summaryOf({ title, from, to, days }: Figures, metric: Metric): string {
  const bestDay = days.reduce((best, row) => (best && best[metric] >= row[metric] ? best : row), days[0]);
  return `${title}从 ${from} 到 ${to} 的${names[metric]}走势图：共 ${showNumber(sum(days, metric))}，最多的一天是 ${bestDay?.day ?? ''}，有 ${showNumber(bestDay?.[metric] ?? 0)}`;
}
