import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import { Button } from './button.tsx';
import s from './search-box.module.css';

export interface Suggestion {
  /** The word that is searched; also its identity. */
  text: string;
  /** At the right, e.g. 股票 or 作者. */
  note?: string | undefined;
}

export interface SearchBoxProps {
  /** Where the form goes without script; the word travels as `name`. */
  action: string;
  name?: string;
  label?: string;
  placeholder?: string;
  defaultValue?: string;
  /** head: a line in the masthead; page: the large field of the search page. */
  variant?: 'head' | 'page';
  suggestions?: readonly Suggestion[] | undefined;
  /** The reader typed; fetch suggestions for it. */
  onType?: ((text: string) => void) | undefined;
  /** Takes the search instead of the form; called with the trimmed word, also an empty one. */
  onSearch?: ((text: string) => void) | undefined;
  /** After the button, e.g. a link to the advanced search; not on phones. */
  aside?: ReactNode;
}

/** A search field with suggestions: arrows walk them, Enter takes one, Escape closes the list. */
export function SearchBox(props: SearchBoxProps) {
  const { action, name = 'keyword', label = '搜索', placeholder, variant = 'head', suggestions = [] } = props;
  const listId = useId();
  const { defaultValue = '' } = props;
  const [text, setText] = useState(defaultValue);
  const [lastDefault, setLastDefault] = useState(defaultValue);
  // Going back to another search brings its word back into the field.
  if (lastDefault !== defaultValue) {
    setLastDefault(defaultValue);
    setText(defaultValue);
  }
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const isShown = isOpen && suggestions.length > 0;
  const activeSuggestion = isShown ? suggestions[active] : undefined;

  function show(open: boolean) {
    setIsOpen(open);
    setActive(-1);
  }

  function search(word: string) {
    setText(word);
    show(false);
    props.onSearch?.(word.trim());
  }

  function onSubmit(event: FormEvent) {
    if (props.onSearch) event.preventDefault();
    search(activeSuggestion?.text ?? text);
  }

  function onKeyDown(event: KeyboardEvent) {
    // While an input method composes, its keys are its own.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      show(false);
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    if (suggestions.length === 0) return;
    event.preventDefault();
    setIsOpen(true);
    setActive(stepActive(active, event.key === 'ArrowDown' ? 1 : -1, suggestions.length));
  }

  return (
    <form
      className={classNames(s.box, s[variant])}
      role="search"
      aria-label={variant === 'page' ? `站内${label}` : undefined}
      action={action}
      onSubmit={onSubmit}
    >
      <Icon name="search" size={variant === 'page' ? 'l' : 's'} className={s.icon} />
      <input
        type="search"
        name={name}
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        enterKeyHint="search"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-activedescendant={activeSuggestion ? `${listId}-${active}` : undefined}
        value={activeSuggestion?.text ?? text}
        onChange={(event) => {
          setText(event.target.value);
          show(true);
          props.onType?.(event.target.value);
        }}
        onFocus={() => setIsOpen(true)}
        onBlur={() => show(false)}
        onKeyDown={onKeyDown}
      />
      {variant === 'page' && (
        <Button tone="ink" type="submit">
          搜索
        </Button>
      )}
      {props.aside && <span className={classNames(s.aside, 'not-phone')}>{props.aside}</span>}
      {isShown && (
        <SuggestionList id={listId} label={label} items={suggestions} active={active} onPick={search} />
      )}
    </form>
  );
}

interface SuggestionListProps {
  id: string;
  label: string;
  items: readonly Suggestion[];
  active: number;
  onPick: (text: string) => void;
}

function SuggestionList({ id, label, items, active, onPick }: SuggestionListProps) {
  return (
    <ul className={s.list} role="listbox" id={id} aria-label={`${label}建议`}>
      {items.map((item, index) => (
        <li
          key={item.text}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // Keeps focus in the field, whose blur would close the list before the click.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(item.text)}
        >
          {item.text}
          {item.note && <small>{item.note}</small>}
        </li>
      ))}
    </ul>
  );
}

/** The next of a list's options by an arrow key, round and round; −1 is the field itself, between the last and the first. */
function stepActive(active: number, by: 1 | -1, count: number): number {
  return ((active + 1 + by + count + 1) % (count + 1)) - 1;
}
