import { type ChangeEvent, useEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { Link } from '../link.tsx';
import s from './filters.module.css';

// Typed digit by digit a date is valid several times before it is the one that is meant.
const SETTLE_MS = 600;

export interface FilterItem {
  label: string;
  /** A filter is a link, or a button with `onSelect`. */
  href?: string | undefined;
  onSelect?: (() => void) | undefined;
  current?: boolean | undefined;
}

export interface FiltersProps {
  items: readonly FilterItem[];
  /** Names the group. */
  label: string;
  /** Shows the label before the filters. */
  labelled?: boolean;
  /** One line that scrolls sideways instead of wrapping, as in a `DeskBar`. */
  oneLine?: boolean;
}

/** Words to choose one from; the chosen one is vermilion and bold. */
export function Filters({ items, label, labelled = false, oneLine = false }: FiltersProps) {
  return (
    <nav className={classNames(s.filters, oneLine && s.line)} aria-label={label}>
      {labelled && (
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
  /** Names the field. */
  label: string;
  /** 2026-11-20, or empty for any day. */
  value: string;
  max?: string | undefined;
  /** Called with a day, or with nothing when the field was emptied. */
  onChoose: (day: string) => void;
}

/** One day to choose, as in a `DeskBar`. */
export function DateFilter({ label, value, max, onChoose }: DateFilterProps) {
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
      <input type="date" ref={field} defaultValue={value} min="1990-01-01" max={max} onChange={onChange} />
    </label>
  );
}
