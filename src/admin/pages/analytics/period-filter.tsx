import { DatePicker, Segmented } from 'antd';
import dayjs from 'dayjs';
import { trendQuery } from '#features/analytics/schema.ts';
import { dayMs, dayOf } from '#shared/dates.ts';
import { useFilters } from '../../parts/list/use-filters.ts';

const presetDays = [7, 30, 90];
/** Maximum number of days of a ranking. */
const maxDays = 92;

/** Selects the period of the figures: a preset or any range of days; the last 30 days by default. */
export function PeriodFilter() {
  const { values, set } = useFilters(trendQuery);
  const [first, last] = lastDays(30);
  const { from = first, to = last } = values;
  const preset = presetDays.find((days) => lastDays(days).join() === [from, to].join());
  const choose = ([start, end]: readonly [string, string]) => set({ from: start, to: end });
  return (
    <>
      <Segmented
        aria-label="常用的时间"
        options={presetDays.map((days) => ({ value: days, label: `${days} 天` }))}
        value={preset ?? 0}
        onChange={(days) => choose(lastDays(days))}
      />
      <DatePicker.RangePicker
        aria-label="时间"
        allowClear={false}
        value={[dayjs(from), dayjs(to)]}
        maxDate={dayjs()}
        disabledDate={(day, { from: start }) =>
          start ? Math.abs(day.diff(start, 'day')) >= maxDays : day.isAfter(dayjs(), 'day')
        }
        onChange={(days) => {
          const [start, end] = days ?? [];
          if (start && end) choose([start.format('YYYY-MM-DD'), end.format('YYYY-MM-DD')]);
        }}
      />
    </>
  );
}

/** Returns the first and last of the last `count` days, including today. */
function lastDays(count: number, now = new Date()): [string, string] {
  return [dayOf(new Date(now.getTime() - (count - 1) * dayMs)), dayOf(now)];
}
