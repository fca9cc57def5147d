import { Input, Select } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { PeriodPicker } from '../form/pickers.tsx';
import s from './list.module.css';

/** The part of `useFilters` that a filter field needs. */
type FilterState = {
  values: object;
  set: (change: never) => void;
};
const chosenValue = ({ values }: FilterState, name: string) =>
  (values as Record<string, string | undefined>)[name];
const setValues = ({ set }: FilterState, change: Record<string, string | undefined>) => set(change as never);

/** A row of filters and tools that wraps. */
export const FilterBar = ({ children }: { children: ReactNode }) => (
  <div className={s.filters}>{children}</div>
);

type FieldProps = { filters: FilterState; name: string; label: string };

/** Selects one value; no value means all. */
export function FilterSelect({
  filters,
  name,
  label,
  options,
}: FieldProps & { options: readonly { value: string; label: string }[] }) {
  return (
    <Select
      className={s.select ?? ''}
      aria-label={label}
      placeholder={`全部${label}`}
      allowClear
      showSearch={options.length > 8 && { optionFilterProp: 'label' }}
      options={[...options]}
      value={chosenValue(filters, name) ?? null}
      onChange={(value: string | null) => setValues(filters, { [name]: value ?? undefined })}
    />
  );
}

/** Keyword filter, applied with Enter or the button. The `/` key moves the focus here. */
export function FilterSearch({
  filters,
  name,
  label,
  placeholder,
  maxLength = 100,
}: FieldProps & { placeholder: string; maxLength?: number }) {
  const value = chosenValue(filters, name) ?? '';
  const [text, setText] = useState(value);
  const searched = useRef(value);
  useEffect(() => {
    // The browser's back button changes the keyword, too. After a search of this field, what is typed since stays.
    if (value !== searched.current) setText(value);
    searched.current = value;
  }, [value]);
  return (
    <Input.Search
      className={s.keyword}
      aria-label={label}
      aria-keyshortcuts="/"
      data-search
      placeholder={placeholder}
      maxLength={maxLength}
      allowClear
      value={text}
      onChange={({ target }) => setText(target.value)}
      onSearch={(typed) => {
        searched.current = typed.trim();
        setValues(filters, { [name]: searched.current || undefined });
      }}
    />
  );
}

/** Range of days, both inclusive; either end may be open. */
export function FilterPeriod({
  filters,
  label,
  names: [from, to] = ['startTime', 'endTime'],
}: Omit<FieldProps, 'name'> & { names?: readonly [string, string] }) {
  const [start, end] = [chosenValue(filters, from), chosenValue(filters, to)];
  return (
    <PeriodPicker
      className={s.period ?? ''}
      aria-label={label}
      placeholder={[`${label}从`, '到']}
      canBeOpen
      value={[start, end]}
      onChange={([first, last]) =>
        setValues(filters, { [from]: first ?? undefined, [to]: last ?? undefined })
      }
    />
  );
}
