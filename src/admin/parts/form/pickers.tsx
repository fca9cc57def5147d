import { DatePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import {
  fromPickerDay,
  fromPickerTime,
  isOtherClock,
  shanghaiCalendar,
  toPickerClock,
  toPickerDay,
  toPickerTime,
} from './shanghai-time.ts';

const Picker = DatePicker.generatePicker<Dayjs>(shanghaiCalendar);

/** What a field of time says while the browser's clock is not Shanghai's. */
export const clockNote = (): string | undefined =>
  isOtherClock(new Date()) ? '这里都是北京时间，和这台电脑的时钟不同' : undefined;

const shared = () => {
  const note = clockNote();
  return {
    // In a dialog, Ant Design's default container is not yet in the document when the calendar opens.
    getPopupContainer: () => document.body,
    ...(note && { renderExtraFooter: () => note }),
  };
};

type FieldProps<V> = {
  value?: V;
  onChange?: (value: V) => void;
  'aria-label'?: string;
  placeholder?: string;
};

/** Picks a date and time to the minute, in Shanghai time. The value is ISO 8601 or null; `min` is the earliest. */
export function MomentPicker({
  value,
  onChange,
  min,
  ...field
}: FieldProps<string | null> & { min?: string }) {
  const earliest = toPickerTime(min);
  return (
    <Picker
      {...field}
      {...shared()}
      {...(earliest && { minDate: earliest })}
      showTime={{ format: 'HH:mm' }}
      showNow={false}
      format="YYYY-MM-DD HH:mm"
      value={toPickerTime(value)}
      onChange={(at) => onChange?.(fromPickerTime(at as Dayjs | null))}
    />
  );
}

/** Picks a day of Shanghai. The value is `2026-11-21` or null; `min` and `max` are inclusive. */
export function DayPicker({
  value,
  onChange,
  min,
  max,
  ...field
}: FieldProps<string | null> & { min?: string | undefined; max?: string | undefined; disabled?: boolean }) {
  const [first, last] = [toPickerDay(min), toPickerDay(max)];
  return (
    <Picker
      {...field}
      {...shared()}
      {...(first && { minDate: first })}
      {...(last && { maxDate: last })}
      value={toPickerDay(value)}
      onChange={(day) => onChange?.(fromPickerDay(day as Dayjs | null))}
    />
  );
}

type Days = readonly [string | null | undefined, string | null | undefined];

/** Picks the first and last day of a period, both inclusive. `canBeOpen` allows either end to be empty. */
export function PeriodPicker({
  value: [start, end],
  onChange,
  max,
  maxDays,
  canBeOpen = false,
  ...field
}: {
  value: Days;
  onChange: (days: [string | null, string | null]) => void;
  max?: string;
  maxDays?: number;
  canBeOpen?: boolean;
  'aria-label': string;
  className?: string;
  placeholder?: [string, string];
}) {
  const last = toPickerDay(max);
  return (
    <Picker.RangePicker
      {...field}
      {...shared()}
      allowClear={canBeOpen}
      allowEmpty={[canBeOpen, canBeOpen]}
      {...(last && { maxDate: last })}
      {...(maxDays && {
        disabledDate: (day: Dayjs, { from }: { from?: Dayjs }) =>
          from ? Math.abs(day.diff(from, 'day')) >= maxDays : last !== null && day.isAfter(last, 'day'),
      })}
      value={[toPickerDay(start), toPickerDay(end)]}
      onChange={(days) => onChange([fromPickerDay(days?.[0]), fromPickerDay(days?.[1])])}
    />
  );
}

/** Picks a time of day such as `09:30`; empty is ''. */
export const ClockPicker = ({
  value,
  onChange,
  label,
}: {
  value?: string;
  onChange?: (clock: string) => void;
  label: string;
}) => (
  <Picker.TimePicker
    {...shared()}
    aria-label={label}
    placeholder={label}
    format="HH:mm"
    allowClear={false}
    value={toPickerClock(value)}
    onChange={(time) => onChange?.((time as Dayjs | null)?.format('HH:mm') ?? '')}
  />
);
