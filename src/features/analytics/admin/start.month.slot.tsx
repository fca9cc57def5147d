import { Segmented } from 'antd';
import { useState } from 'react';
import { useRead } from '#admin/parts/data.ts';
import { Loaded } from '#admin/parts/layout/loaded.tsx';
import { Section, type SectionSlot } from '#admin/parts/layout/page.tsx';
import { changeOf, showChange, showNumber } from '#admin/parts/show-number.ts';
import { TrendChart } from '#admin/parts/trend-chart.tsx';
import { usePermit } from '#client/permissions.tsx';
import { dayMs, dayOf } from '#shared/dates.ts';
import { formatFen } from '#shared/money.ts';
import { classNames } from '#ui/class-names.ts';
import s from './month.module.css';

const monthDays = 30;

/** A figure per day over two months: the later month is shown, the earlier one is the comparison. */
type Series = {
  name: string;
  label: string;
  show: (value: number) => string;
  days: { day: string; value: number }[];
};

/** Figures of the last 30 days, each with its change from the 30 days before. */
function MonthSummary() {
  const now = Date.now();
  const [to, from] = [dayOf(new Date(now)), dayOf(new Date(now - (2 * monthDays - 1) * dayMs))];
  const maySeeReading = usePermit('analytics.view');
  const maySeeMoney = usePermit('orders.view');
  const reading = useRead('GET /admin/analytics/trend', { from, to }, { isEnabled: maySeeReading });
  const money = useRead(
    'GET /admin/order/revenue',
    { startTime: from, endTime: to },
    { isEnabled: maySeeMoney },
  );
  if (!maySeeReading && !maySeeMoney) return null;
  const moneySeries = money.data ? [seriesOfMoney(money.data.days)] : [];
  return (
    <Section title={`近 ${monthDays} 天`}>
      {maySeeReading ? (
        <Loaded read={reading} noun="数字" level={3}>
          {({ days }) => <MonthFigures series={[...seriesOfReading(days), ...moneySeries]} />}
        </Loaded>
      ) : (
        <Loaded read={money} noun="数字" level={3}>
          {() => <MonthFigures series={moneySeries} />}
        </Loaded>
      )}
    </Section>
  );
}

export const slot: SectionSlot = { order: 5, content: <MonthSummary /> };

type Reading = { day: string; views: number; readers: number; registrations: number };

function seriesOfReading(days: readonly Reading[]): Series[] {
  const toSeries = (key: keyof Omit<Reading, 'day'>, label: string): Series => ({
    name: key,
    label,
    show: showNumber,
    days: days.map((item) => ({ day: item.day, value: item[key] })),
  });
  return [toSeries('views', '阅读'), toSeries('readers', '读者'), toSeries('registrations', '新注册')];
}

const seriesOfMoney = (days: readonly { day: string; amount: number }[]): Series => ({
  name: 'amount',
  label: '销售额',
  show: formatFen,
  days: days.map(({ day, amount }) => ({ day, value: amount })),
});

function MonthFigures({ series }: { series: readonly Series[] }) {
  const [name, setName] = useState(series[0]?.name);
  const openSeries = series.find((item) => item.name === name) ?? series[0];
  return (
    <>
      <dl className={s.figures}>
        {series.map((item) => (
          <Figure key={item.name} {...item} />
        ))}
      </dl>
      {openSeries && (
        <>
          <Segmented
            className={s.choice ?? ''}
            aria-label="画哪个数字"
            options={series.map((item) => ({ value: item.name, label: item.label }))}
            value={openSeries.name}
            onChange={setName}
          />
          <TrendChart
            label={openSeries.label}
            points={openSeries.days.slice(-monthDays)}
            show={openSeries.show}
            summary={`近 ${monthDays} 天${openSeries.label}共 ${openSeries.show(sum(openSeries.days.slice(-monthDays)))}`}
          />
        </>
      )}
    </>
  );
}

const sum = (days: Series['days']) => days.reduce((total, { value }) => total + value, 0);

function Figure({ label, days, show }: Series) {
  const now = sum(days.slice(-monthDays));
  const change = changeOf(now, sum(days.slice(0, -monthDays)));
  return (
    <div className={s.figure}>
      <dt>{label}</dt>
      <dd>{show(now)}</dd>
      <dd className={classNames(s.change, change !== null && change < 0 && s.less)}>
        {change === null ? '上个 30 天没有' : `较上个 30 天 ${showChange(change)}`}
      </dd>
    </div>
  );
}
