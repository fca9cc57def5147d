import { Input } from 'antd';
import { Field } from '../../parts/field.tsx';
import s from './frontpage.module.css';

/** From when to when something stands before readers; without an end it stays. */
export function PeriodFields(props: {
  from: string;
  to: string;
  onChange: (change: { from?: string; to?: string }) => void;
}) {
  return (
    <div className={s.pair}>
      <Field label="开始时间" note="北京时间，到点自动出现">
        {(id, note) => (
          <Input
            id={id}
            aria-describedby={note}
            type="datetime-local"
            value={props.from}
            onChange={({ target }) => props.onChange({ from: target.value })}
          />
        )}
      </Field>
      <Field label="结束时间" note="留空就一直有效">
        {(id, note) => (
          <Input
            id={id}
            aria-describedby={note}
            type="datetime-local"
            value={props.to}
            onChange={({ target }) => props.onChange({ to: target.value })}
          />
        )}
      </Field>
    </div>
  );
}
