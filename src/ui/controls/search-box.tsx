import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { classNames } from '../class-names.ts';
import { isComposing } from '../composing.ts';
import { Icon } from '../icon.tsx';
import { Button } from './button.tsx';
import s from './search-box.module.css';

export interface Suggestion {
  /** The search text; also the suggestion's key. */
  text: string;
  /** Shown at the right, e.g. 股票 or 作者. */
  note?: string | undefined;
  /** The page that the suggestion names, opened instead of a search. */
  href?: string | undefined;
}

export interface SearchBoxProps {
  /** Form target without JavaScript; the text is sent as `name`. */
  action: string;
  name?: string;
  label?: string;
  placeholder?: string;
  defaultValue?: string;
  /** head: one line in the masthead; page: the large field of the search page. */
  variant?: 'head' | 'page';
  suggestions?: readonly Suggestion[] | undefined;
  /** Called when the reader types; fetch suggestions for the text. */
  onTextChange?: ((text: string) => void) | undefined;
  /** Handles the search instead of the form submission. Receives the trimmed text, which may be empty. */
  onSearch?: ((text: string) => void) | undefined;
  /** Opens the page of a suggestion that has one; without it every suggestion is searched. */
  onOpen?: ((href: string) => void) | undefined;
  /** Content after the button, e.g. a link to the advanced search; hidden on phones. */
  aside?: ReactNode;
}

/** Search field with suggestions (combobox): arrow keys move, Enter selects, Escape closes the list. */
export function SearchBox(props: SearchBoxProps) {
  const { action, name = 'keyword', label = '搜索', placeholder, variant = 'head', suggestions = [] } = props;
  const listId = useId();
  const { defaultValue = '' } = props;
  const [text, setText] = useState(defaultValue);
  const [lastDefault, setLastDefault] = useState(defaultValue);
  // The browser's back button to another search restores its text in the field.
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

  function select({ text: word, href }: Suggestion) {
    if (href === undefined || !props.onOpen) return search(word);
    setText(word);
    show(false);
    props.onOpen(href);
  }

  function onSubmit(event: FormEvent) {
    if (props.onSearch) event.preventDefault();
    if (activeSuggestion) select(activeSuggestion);
    else search(text);
  }

  function onKeyDown(event: KeyboardEvent) {
    // During composition the keys belong to the input method.
    if (isComposing(event)) return;
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
          props.onTextChange?.(event.target.value);
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
        <SuggestionList id={listId} label={label} items={suggestions} active={active} onSelect={select} />
      )}
    </form>
  );
}

interface SuggestionListProps {
  id: string;
  label: string;
  items: readonly Suggestion[];
  active: number;
  onSelect: (item: Suggestion) => void;
}

function SuggestionList({ id, label, items, active, onSelect }: SuggestionListProps) {
  return (
    <ul className={s.list} role="listbox" id={id} aria-label={`${label}建议`}>
      {items.map((item, index) => (
        <li
          key={item.text}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // Keeps the focus in the field: its blur would close the list before the click.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onSelect(item)}
        >
          {item.text}
          {item.note && <small>{item.note}</small>}
        </li>
      ))}
    </ul>
  );
}

/** Returns the next option for an arrow key, cyclically; −1 is the field itself, between last and first option. */
function stepActive(active: number, step: 1 | -1, count: number): number {
  return ((active + 1 + step + count + 1) % (count + 1)) - 1;
}
