import { DatePicker, Segmented, Spin } from 'antd';
import dayjs from 'dayjs';
import { useMemo, useState } from 'react';
import type { Revenue as Figures } from '#features/orders/schema.ts';
import { dayMs, dayOf } from '#shared/dates.ts';
import { formatFen } from '#shared/money.ts';
import { Failed } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { TrendChart } from '../../../parts/trend-chart.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import s from '../sales.module.css';
import { RevenueTable } from './revenue-table.tsx';

type Figure = 'amount' | 'vip' | 'column' | 'post' | 'refunded';
const names: Record<Figure, string> = {
  amount: '全部收入',
  vip: 'VIP',
  column: '栏目订阅',
  post: '单篇内容',
  refunded: '退款',
};
const figures = Object.entries(names).map(([value, label]) => ({ value: value as Figure, label }));
const spans = [7, 30, 90, 365];

const lastDays = (count: number): [string, string] => [
  dayOf(new Date(Date.now() - (count - 1) * dayMs)),
  dayOf(new Date()),
];

/** What was paid and returned, day by day: drawn and as a table. */
export function Revenue() {
  const [[from, to], setDays] = useState(() => lastDays(30));
  const [figure, setFigure] = useState<Figure>('amount');
  const { data, fault, isLoading, reload } = useLoad(`${from} ${to}`, (signal) =>
    call('GET /admin/order/revenue', { query: { startTime: from, endTime: to }, silent: true, signal }),
  );
  const points = useMemo(
    () => (data?.days ?? []).map((row) => ({ day: row.day, value: row[figure] })),
    [data, figure],
  );
  const span = spans.find((count) => lastDays(count).join() === [from, to].join());
  return (
    <section aria-label="收入">
      <div className={s.filters}>
        <Segmented
          aria-label="常用的时间"
          options={spans.map((value) => ({ value, label: `${value} 天` }))}
          value={span ?? 0}
          onChange={(count) => setDays(lastDays(count))}
        />
        <DatePicker.RangePicker
          className={s.period ?? ''}
          aria-label="时间"
          allowClear={false}
          value={[dayjs(from), dayjs(to)]}
          maxDate={dayjs()}
          onChange={(days) => {
            const [first, last] = days ?? [];
            if (first && last) setDays([first.format('YYYY-MM-DD'), last.format('YYYY-MM-DD')]);
          }}
        />
      </div>
      {fault && <Failed message={fault.message} onRetry={reload} />}
      {!fault && !data && <Spin aria-label="正在取收入" />}
      {!fault && data && (
        <>
          <Totals days={data.days} />
          <div className={s.filters}>
            <Segmented<Figure>
              aria-label="看哪一种收入"
              options={figures}
              value={figure}
              onChange={setFigure}
            />
          </div>
          <Spin spinning={isLoading}>
            <TrendChart
              label={names[figure]}
              points={points}
              summary={sayRevenue(data.days, figure)}
              show={formatFen}
              step={100}
            />
          </Spin>
          <details className={s.twin}>
            <summary>以表格查看每一天</summary>
            <RevenueTable days={data.days} />
          </details>
        </>
      )}
    </section>
  );
}

const sum = (days: Figures['days'], figure: Figure | 'orders') =>
  days.reduce((total, row) => total + row[figure], 0);

function Totals({ days }: { days: Figures['days'] }) {
  const facts = [
    { label: '收入', value: formatFen(sum(days, 'amount')) },
    { label: '支付订单', value: `${sum(days, 'orders')} 笔` },
    { label: 'VIP', value: formatFen(sum(days, 'vip')) },
    { label: '栏目订阅', value: formatFen(sum(days, 'column')) },
    { label: '单篇内容', value: formatFen(sum(days, 'post')) },
    { label: '退款', value: formatFen(sum(days, 'refunded')) },
  ];
  return (
    <dl className={s.cards}>
      {facts.map(({ label, value }) => (
        <div className={s.card} key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function sayRevenue(days: Figures['days'], figure: Figure): string {
  const none = { day: '', amount: 0, vip: 0, column: 0, post: 0, refunded: 0, orders: 0 };
  const most = days.reduce((best, row) => (row[figure] > best[figure] ? row : best), days[0] ?? none);
  return `从 ${days[0]?.day} 到 ${days.at(-1)?.day} 的${names[figure]}走势图：共 ${formatFen(sum(days, figure))}，最多的一天是 ${most.day}，${formatFen(most[figure])}`;
}
