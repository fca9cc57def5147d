import { Segmented } from 'antd';
import { PeriodPicker } from '#admin/parts/form/pickers.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { dayMs, dayOf } from '#shared/dates.ts';
import { trendQuery } from '../schema.ts';

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
      <PeriodPicker
        aria-label="时间"
        value={[from, to]}
        max={dayOf(new Date())}
        maxDays={maxDays}
        onChange={([start, end]) => start && end && choose([start, end])}
      />
    </>
  );
}

/** Returns the first and last of the last `count` days, including today. */
function lastDays(count: number, now = new Date()): [string, string] {
  return [dayOf(new Date(now.getTime() - (count - 1) * dayMs)), dayOf(now)];
}
