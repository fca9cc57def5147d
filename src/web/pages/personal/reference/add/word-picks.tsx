import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { FieldMessages, Input } from '#ui/controls/field.tsx';
import { Icon } from '#ui/icon.tsx';
import s from './word-picks.module.css';

/** One of what is picked: `value` is kept, `label` is shown. */
export type Pick = { value: string; label: string };

export interface WordPicksProps {
  label: string;
  picked: readonly Pick[];
  most: number;
  placeholder?: string;
  note?: ReactNode;
  /** What a typed word stands for; a fault says why it stands for nothing. */
  read: (typed: string) => { value: string } | { fault: string };
  suggestions: readonly Pick[];
  /** What might be picked whatever is typed, such as what the text names. */
  offers?: readonly Pick[];
  offersLabel?: string;
  isOpen?: boolean;
  onType: (typed: string) => void;
  onChange: (values: string[]) => void;
}

/** Words picked one by one: typed and taken with Enter, from suggestions by arrows or press, taken off by their cross. */
export function WordPicks(props: WordPicksProps) {
  const { label, picked, most, placeholder, note, suggestions, offers = [], isOpen = true } = props;
  const id = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(-1);
  const [fault, setFault] = useState<string>();
  const values = picked.map(({ value }) => value);
  const shown = typed.trim() === '' ? [] : suggestions.filter(({ value }) => !values.includes(value));
  const spare = offers.filter(({ value }) => !values.includes(value));

  function type(text: string) {
    setTyped(text);
    setActive(-1);
    setFault(undefined);
    props.onType(text);
  }

  function add(value: string) {
    if (values.length >= most && !values.includes(value)) return setFault(`最多 ${most} 个`);
    if (!values.includes(value)) props.onChange([...values, value]);
    type('');
  }

  function take() {
    const chosen = shown[active] ?? (shown.length === 1 ? shown[0] : undefined);
    if (chosen) return add(chosen.value);
    const read = props.read(typed);
    if ('fault' in read) setFault(read.fault);
    else add(read.value);
  }

  function onKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault();
      take();
    } else if (event.key === 'ArrowDown' && shown.length > 0) {
      event.preventDefault();
      setActive((active + 1) % shown.length);
    } else if (event.key === 'ArrowUp' && shown.length > 0) {
      event.preventDefault();
      setActive(active <= 0 ? shown.length - 1 : active - 1);
    } else if (event.key === 'Escape' && typed !== '') type('');
    else if (event.key === 'Backspace' && typed === '' && values.length > 0)
      props.onChange(values.slice(0, -1));
  }

  return (
    <div className={s.picks}>
      <label className={s.label} htmlFor={id}>
        {label}
      </label>
      {picked.length > 0 && (
        <ul className={s.list} aria-label={`已选${label}`}>
          {picked.map((pick) => (
            <li key={pick.value}>
              {pick.label}
              {isOpen && (
                <button
                  type="button"
                  aria-label={`移除 ${pick.label}`}
                  onClick={() => props.onChange(values.filter((value) => value !== pick.value))}
                >
                  <Icon name="close" size="s" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <div className={s.box}>
          <Input
            id={id}
            role="combobox"
            aria-expanded={shown.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
            aria-invalid={fault ? true : undefined}
            aria-describedby={fault ? `${id}-error` : undefined}
            autoComplete="off"
            placeholder={placeholder}
            value={typed}
            onChange={({ target }) => type(target.value)}
            onKeyDown={onKey}
          />
          <div
            className={s.menu}
            id={`${id}-list`}
            role="listbox"
            aria-label={`${label}建议`}
            hidden={shown.length === 0}
          >
            {shown.map((pick, at) => (
              <div
                key={pick.value}
                id={`${id}-${at}`}
                role="option"
                tabIndex={-1}
                aria-selected={at === active}
                // The cursor stays in the field.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => add(pick.value)}
                onKeyDown={onKey}
              >
                {pick.label}
              </div>
            ))}
          </div>
        </div>
      )}
      {isOpen && spare.length > 0 && (
        <p className={s.offers}>
          {props.offersLabel}
          {spare.map((pick) => (
            <button type="button" key={pick.value} onClick={() => add(pick.value)}>
              <Icon name="plus" size="s" />
              {pick.label}
            </button>
          ))}
        </p>
      )}
      <FieldMessages id={id} note={note} error={fault} />
    </div>
  );
}
