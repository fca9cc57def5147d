import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { isComposing } from '#ui/composing.ts';
import { FieldMessages, Input } from '#ui/controls/field.tsx';
import { Icon } from '#ui/icon.tsx';
import s from './tag-picker.module.css';

/** An option: `value` is saved, `label` is shown. */
export type PickerOption = { value: string; label: string };

export interface TagPickerProps {
  label: string;
  selected: readonly PickerOption[];
  max: number;
  placeholder?: string;
  note?: ReactNode;
  /** Converts typed text to a value, or returns the fault to show. */
  parse: (typed: string) => { value: string } | { fault: string };
  suggestions: readonly PickerOption[];
  /** Options offered whatever is typed, such as what the text names. */
  offers?: readonly PickerOption[];
  offersLabel?: string;
  isOpen?: boolean;
  onTextChange: (typed: string) => void;
  onChange: (values: string[]) => void;
}

/**
 * Picks several words: typed and added with Enter, chosen from suggestions with arrow keys or a press, removed with
 * their cross.
 */
export function TagPicker(props: TagPickerProps) {
  const { label, selected, max, placeholder, note, suggestions, offers = [], isOpen = true } = props;
  const id = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(-1);
  const [error, setError] = useState<string>();
  const values = selected.map(({ value }) => value);
  const shown = typed.trim() === '' ? [] : suggestions.filter(({ value }) => !values.includes(value));
  const unusedOffers = offers.filter(({ value }) => !values.includes(value));

  function changeText(text: string) {
    setTyped(text);
    setActive(-1);
    setError(undefined);
    props.onTextChange(text);
  }

  function add(value: string) {
    if (values.length >= max && !values.includes(value)) return setError(`最多 ${max} 个`);
    if (!values.includes(value)) props.onChange([...values, value]);
    changeText('');
  }

  function commit() {
    const chosen = shown[active] ?? (shown.length === 1 ? shown[0] : undefined);
    if (chosen) return add(chosen.value);
    const parsed = props.parse(typed);
    if ('fault' in parsed) setError(parsed.fault);
    else add(parsed.value);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault();
      commit();
    } else if (event.key === 'ArrowDown' && shown.length > 0) {
      event.preventDefault();
      setActive((active + 1) % shown.length);
    } else if (event.key === 'ArrowUp' && shown.length > 0) {
      event.preventDefault();
      setActive(active <= 0 ? shown.length - 1 : active - 1);
    } else if (event.key === 'Escape' && typed !== '') changeText('');
    else if (event.key === 'Backspace' && typed === '' && values.length > 0)
      props.onChange(values.slice(0, -1));
  }

  return (
    <div className={s.picks}>
      <label className={s.label} htmlFor={id}>
        {label}
      </label>
      {selected.length > 0 && (
        <ul className={s.list} aria-label={`已选${label}`}>
          {selected.map((option) => (
            <li key={option.value}>
              {option.label}
              {isOpen && (
                <button
                  type="button"
                  aria-label={`移除 ${option.label}`}
                  onClick={() => props.onChange(values.filter((value) => value !== option.value))}
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
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            autoComplete="off"
            placeholder={placeholder}
            value={typed}
            onChange={({ target }) => changeText(target.value)}
            onKeyDown={onKeyDown}
          />
          <div
            className={s.menu}
            id={`${id}-list`}
            role="listbox"
            aria-label={`${label}建议`}
            hidden={shown.length === 0}
          >
            {shown.map((option, index) => (
              <div
                key={option.value}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                // Keeps focus in the field.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => add(option.value)}
                onKeyDown={onKeyDown}
              >
                {option.label}
              </div>
            ))}
          </div>
        </div>
      )}
      {isOpen && unusedOffers.length > 0 && (
        <p className={s.offers}>
          {props.offersLabel}
          {unusedOffers.map((option) => (
            <button type="button" key={option.value} onClick={() => add(option.value)}>
              <Icon name="plus" size="s" />
              {option.label}
            </button>
          ))}
          {unusedOffers.length > 1 && (
            <button
              type="button"
              onClick={() =>
                props.onChange([...values, ...unusedOffers.map(({ value }) => value)].slice(0, max))
              }
            >
              全部加上
            </button>
          )}
        </p>
      )}
      <FieldMessages id={id} note={note} error={error} />
    </div>
  );
}
