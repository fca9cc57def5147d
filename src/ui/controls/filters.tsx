import { type ChangeEvent, useEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { Link } from '../link.tsx';
import s from './filters.module.css';

// While a date is typed digit by digit, several intermediate values are valid dates.
const DEBOUNCE_MS = 600;

export interface FilterItem {
  label: string;
  /** With `href` the filter is a link, otherwise a button with `onSelect`. */
  href?: string | undefined;
  onSelect?: (() => void) | undefined;
  current?: boolean | undefined;
}

export interface FiltersProps {
  items: readonly FilterItem[];
  /** Accessible name of the group. */
  label: string;
  /** Shows the label before the filters. */
  showLabel?: boolean;
  /** Keeps one line that scrolls sideways instead of wrapping, as in a `FilterBar`. */
  oneLine?: boolean;
}

/** A group of options; the selected one is vermilion and bold. */
export function Filters({ items, label, showLabel = false, oneLine = false }: FiltersProps) {
  return (
    <nav className={classNames(s.filters, oneLine && s.line)} aria-label={label}>
      {showLabel && (
        <span className={s.label} aria-hidden="true">
          {label}
        </span>
      )}
      {items.map((item) =>
        item.href ? (
          <Link key={item.label} href={item.href} aria-current={item.current ? 'true' : undefined}>
            {item.label}
          </Link>
        ) : (
          <button
            key={item.label}
            type="button"
            aria-pressed={Boolean(item.current)}
            onClick={() => item.onSelect?.()}
          >
            {item.label}
          </button>
        ),
      )}
    </nav>
  );
}

interface DateFilterProps {
  /** Accessible name of the field. */
  label: string;
  /** 2026-11-20, or empty for any day. */
  value: string;
  max?: string | undefined;
  /** Receives a day, or an empty string when the field was cleared. */
  onChoose: (day: string) => void;
}

/** Selects one day, as in a `FilterBar`. */
export function DateFilter({ label, value, max, onChoose }: DateFilterProps) {
  const field = useRef<HTMLInputElement>(null);
  const debounceTimer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (field.current) field.current.value = value;
    return () => clearTimeout(debounceTimer.current);
  }, [value]);

  function onChange({ target }: ChangeEvent<HTMLInputElement>) {
    clearTimeout(debounceTimer.current);
    if (!target.validity.valid || target.value === value) return;
    debounceTimer.current = setTimeout(() => onChoose(target.value), DEBOUNCE_MS);
  }

  return (
    <label className={classNames(s.date, value !== '' && s.chosen)}>
      {label}
      <input type="date" ref={field} defaultValue={value} min="1990-01-01" max={max} onChange={onChange} />
    </label>
  );
}
