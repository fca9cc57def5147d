import { InputNumber, Select, Space } from 'antd';
import { Field } from '../../../parts/field.tsx';

export type Span = { months: number | null; days: number | null };

/** How long something runs: so many calendar months, or so many days. */
export function PeriodField({
  span,
  mostDays,
  onChange,
}: {
  span: Span;
  mostDays: number;
  onChange: (span: Span) => void;
}) {
  const unit = span.days === null ? 'months' : 'days';
  const count = span.days ?? span.months ?? 1;
  const set = (of: 'months' | 'days', value: number) =>
    onChange(of === 'days' ? { months: null, days: value } : { months: value, days: null });
  return (
    <Field label="期限" note="月按自然月算：1 月 31 日开通一个月，到 2 月最后一天。">
      {(id, noteId) => (
        <Space.Compact block>
          <InputNumber
            id={id}
            aria-describedby={noteId}
            min={1}
            max={unit === 'days' ? mostDays : 120}
            precision={0}
            value={count}
            onChange={(value) => set(unit, value ?? 1)}
          />
          <Select
            aria-label="期限单位"
            options={[
              { value: 'months', label: '个月' },
              { value: 'days', label: '天' },
            ]}
            value={unit}
            onChange={(of: 'months' | 'days') => set(of, Math.min(count, of === 'days' ? mostDays : 120))}
          />
        </Space.Compact>
      )}
    </Field>
  );
}
