import { type ChangeEvent, useEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';
import s from './date-filter.module.css';

// Typed digit by digit a date is valid several times before it is the one that is meant.
const SETTLE_MS = 600;

export interface DateFilterProps {
  /** Names the field. */
  label: string;
  /** 2026-11-20, or empty for any day. */
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  /** Called with a day, or with nothing when the field was emptied. */
  onChoose: (day: string) => void;
}

/** One day to choose, as in a `DeskBar`. */
export function DateFilter({ label, value, min = '1990-01-01', max, onChoose }: DateFilterProps) {
  const field = useRef<HTMLInputElement>(null);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (field.current) field.current.value = value;
    return () => clearTimeout(settling.current);
  }, [value]);

  function onChange({ target }: ChangeEvent<HTMLInputElement>) {
    clearTimeout(settling.current);
    if (!target.validity.valid || target.value === value) return;
    settling.current = setTimeout(() => onChoose(target.value), SETTLE_MS);
  }

  return (
    <label className={classNames(s.date, value !== '' && s.chosen)}>
      {label}
      <input type="date" ref={field} defaultValue={value} min={min} max={max} onChange={onChange} />
    </label>
  );
}
