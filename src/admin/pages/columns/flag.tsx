import { Switch } from 'antd';
import { type ReactNode, useId } from 'react';
import s from './columns.module.css';

/** One flag of a column: a switch, its name in words and in the API, and what it does to a reader. */
export function Flag(props: {
  label: string;
  code: string;
  value: 0 | 1;
  onChange: (value: 0 | 1) => void;
  children: ReactNode;
}) {
  const id = useId();
  const { label, code, value, onChange, children } = props;
  return (
    <div className={s.flag}>
      <Switch
        id={id}
        checked={value === 1}
        aria-describedby={`${id}-note`}
        onChange={(isOn) => onChange(isOn ? 1 : 0)}
      />
      <label htmlFor={id}>
        {label} <code>{code}</code>
      </label>
      <p id={`${id}-note`}>{children}</p>
    </div>
  );
}
