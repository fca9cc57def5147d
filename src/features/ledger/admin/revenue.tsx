import { Collapse, Segmented, Spin } from 'antd';
import { useMemo, useState } from 'react';
import { client } from '#admin/api.ts';
import { useRead } from '#admin/parts/data.ts';
import { DownloadButton } from '#admin/parts/download-button.tsx';
import { PeriodPicker } from '#admin/parts/form/pickers.tsx';
import { Loaded } from '#admin/parts/layout/loaded.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { FilterBar } from '#admin/parts/list/filter-bar.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { listOf } from '#admin/parts/list/use-pages.ts';
import { fenColumn } from '#admin/parts/sales/sales-columns.tsx';
import { TrendChart } from '#admin/parts/trend-chart.tsx';
import { type Revenue as RevenueData, revenueQuery } from '#features/orders/schema.ts';
import { dayMs, dayOf } from '#shared/dates.ts';
import { formatFen, signedFen } from '#shared/money.ts';
import { AmountList } from './amount-list.tsx';

type Day = RevenueData['days'][number];
type Metric = Exclude<keyof Day, 'day' | 'orders'>;
const names: Record<Metric, string> = {
  amount: '销售额',
  vip: 'VIP',
  column: '栏目订阅',
  post: '单篇内容',
  refunded: '退款',
};
const metricOptions = Object.entries(names).map(([value, label]) => ({ value: value as Metric, label }));
const presetDays = [7, 30, 90, 365];

const lastDays = (count: number) => ({
  startTime: dayOf(new Date(Date.now() - (count - 1) * dayMs)),
  endTime: dayOf(new Date()),
});

/** Daily payments and refunds, as a chart and as a table. */
export function Revenue() {
  const filters = useFilters(revenueQuery);
  const { startTime, endTime } = filters.values;
  const period = startTime && endTime ? { startTime, endTime } : lastDays(30);
  const read = useRead('GET /admin/order/revenue', period, { keepsPrevious: true });
  return (
    <section aria-label="销售额">
      <PeriodChoice period={period} onChange={filters.set} />
      <Loaded read={read} noun="销售额" fallback={<Spin aria-label="正在取销售额" />}>
        {({ days }) => (
          <>
            <AmountList amounts={totalsOf(days)} />
            <Spin spinning={read.isPlaceholderData}>
              <Trend days={days} />
            </Spin>
            <Collapse
              ghost
              items={[
                {
                  key: 'days',
                  label: '以表格查看每一天',
                  children: <DayTable days={days} period={period} />,
                },
              ]}
            />
          </>
        )}
      </Loaded>
    </section>
  );
}

type Period = ReturnType<typeof lastDays>;

function PeriodChoice({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  const { startTime, endTime } = period;
  const preset = presetDays.find((count) => {
    const last = lastDays(count);
    return last.startTime === startTime && last.endTime === endTime;
  });
  return (
    <FilterBar>
      <Segmented
        aria-label="常用的时间"
        options={presetDays.map((value) => ({ value, label: `${value} 天` }))}
        value={preset ?? 0}
        onChange={(count) => onChange(lastDays(count))}
      />
      <PeriodPicker
        aria-label="时间"
        value={[startTime, endTime]}
        max={dayOf(new Date())}
        onChange={([first, last]) => first && last && onChange({ startTime: first, endTime: last })}
      />
    </FilterBar>
  );
}

function Trend({ days }: { days: Day[] }) {
  const [metric, setMetric] = useState<Metric>('amount');
  const points = useMemo(() => days.map((row) => ({ day: row.day, value: row[metric] })), [days, metric]);
  return (
    <>
      <FilterBar>
        <Segmented<Metric>
          aria-label="看哪一种销售额"
          options={metricOptions}
          value={metric}
          onChange={setMetric}
        />
      </FilterBar>
      <TrendChart
        label={names[metric]}
        points={points}
        summary={summaryOf(days, metric)}
        show={formatFen}
        step={100}
      />
    </>
  );
}

const DayTable = ({ days, period }: { days: Day[]; period: Period }) => (
  <DataTable
    label="每一天的销售额"
    unit="天"
    list={listOf(days.toReversed())}
    columns={columns}
    idOf={({ day }) => day}
    exporter={
      <DownloadButton
        size="small"
        type="text"
        name="销售额.csv"
        load={() => client.download('GET /admin/order/exportRevenue', { query: period })}
      >
        导出 CSV
      </DownloadButton>
    }
    width={720}
  />
);

const columns: DataColumn<Day>[] = [
  { key: 'day', title: '日期', width: 120 },
  { key: 'orders', title: '订单', align: 'right' },
  ...metricOptions.map(({ value, label }) => fenColumn(value, label)),
];

const sum = (days: Day[], metric: Metric | 'orders') => days.reduce((total, row) => total + row[metric], 0);

const totalsOf = (days: Day[]) =>
  [
    ['销售额', formatFen(sum(days, 'amount'))],
    ['支付订单', `${sum(days, 'orders')} 笔`],
    ...metricOptions.slice(1).map(({ value, label }) => [label, formatFen(sum(days, value))] as const),
    ['净销售额', signedFen(sum(days, 'amount') - sum(days, 'refunded'))],
  ] as const;

function summaryOf(days: Day[], metric: Metric): string {
  const [first] = days;
  if (!first) return `${names[metric]}走势图：没有数据`;
  const best = days.reduce((best, row) => (row[metric] > best[metric] ? row : best), first);
  return `从 ${first.day} 到 ${days.at(-1)?.day} 的${names[metric]}走势图：共 ${formatFen(sum(days, metric))}，最多的一天是 ${best.day}，${formatFen(best[metric])}`;
}
