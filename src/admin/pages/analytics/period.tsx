import { DatePicker, Segmented } from 'antd';
import dayjs from 'dayjs';
import s from './analytics.module.css';
import { type Choice, lastDays } from './analytics-choice.ts';

const spans = [7, 30, 90];
/** As many days as rankings reach back at once. */
const mostDays = 92;

/** From when to when: a usual span, or any days. */
export function Period({
  from,
  to,
  onChange,
}: Pick<Choice, 'from' | 'to'> & { onChange: (days: Pick<Choice, 'from' | 'to'>) => void }) {
  const choose = ([first, last]: [string, string]) => onChange({ from: first, to: last });
  const span = spans.find((days) => lastDays(days).join() === [from, to].join());
  return (
    <div className={s.period}>
      <Segmented
        aria-label="常用的时间"
        options={spans.map((days) => ({ value: days, label: `${days} 天` }))}
        value={span ?? 0}
        onChange={(days) => choose(lastDays(days))}
      />
      <DatePicker.RangePicker
        aria-label="时间"
        allowClear={false}
        value={[dayjs(from), dayjs(to)]}
        maxDate={dayjs()}
        disabledDate={(day, { from: first }) =>
          first ? Math.abs(day.diff(first, 'day')) >= mostDays : day.isAfter(dayjs(), 'day')
        }
        onChange={(days) => {
          const [first, last] = days ?? [];
          if (first && last) choose([first.format('YYYY-MM-DD'), last.format('YYYY-MM-DD')]);
        }}
      />
    </div>
  );
}
