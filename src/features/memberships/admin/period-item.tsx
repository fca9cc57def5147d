import { Select, Space } from 'antd';
import { Item } from '#admin/parts/form/items.tsx';
import { NumberInput } from '#admin/parts/form/number-input.tsx';

/** A period in either calendar months or days; the other is null. */
export type Period = { months: number | null; days: number | null };

const maxMonths = 120;
const units = [
  { value: 'months', label: '个月' },
  { value: 'days', label: '天' },
];

/** Period field; the value of `period` is a `Period`. */
export const PeriodItem = ({ maxDays }: { maxDays: number }) => (
  <Item name="period" label="期限" note="月按自然月算：1 月 31 日开通一个月，到 2 月最后一天。">
    <PeriodInput maxDays={maxDays} />
  </Item>
);

function PeriodInput(props: {
  id?: string;
  value?: Period;
  onChange?: (period: Period) => void;
  maxDays: number;
}) {
  const { id, value = { months: 1, days: null }, onChange, maxDays } = props;
  const unit = value.days === null ? 'months' : 'days';
  const count = value.days ?? value.months ?? 1;
  const max = (periodUnit: string) => (periodUnit === 'days' ? maxDays : maxMonths);
  const set = (periodUnit: string, next: number) =>
    onChange?.(periodUnit === 'days' ? { months: null, days: next } : { months: next, days: null });
  return (
    <Space.Compact block>
      <NumberInput
        {...(id && { id })}
        min={1}
        max={max(unit)}
        precision={0}
        value={count}
        onChange={(next) => set(unit, next ?? 1)}
      />
      <Select
        aria-label="期限单位"
        options={units}
        value={unit}
        onChange={(periodUnit) => set(periodUnit, Math.min(count, max(periodUnit)))}
      />
    </Space.Compact>
  );
}
