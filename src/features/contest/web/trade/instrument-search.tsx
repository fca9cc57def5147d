import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import type { Tone } from '#shared/market.ts';
import { isComposing } from '#ui/composing.ts';
import { Spinner } from '#ui/controls/button.tsx';
import { RetryButton } from '#ui/controls/retry-button.tsx';
import { Tag } from '#ui/display/tag.tsx';
import { Icon } from '#ui/icon.tsx';
import { Figure } from '#web/parts/market/figure.tsx';
import s from './instrument-search.module.css';

export interface FoundInstrument {
  code: string;
  name: string;
  /** 主板, ST. */
  tags: readonly string[];
  last: string;
  change: string;
  tone: Tone;
}

export interface InstrumentSearchProps {
  /** The result for the typed text; `waiting` also while the person types. */
  found:
    | { state: 'idle' | 'waiting' | 'failed' }
    | { state: 'here'; text: string; items: readonly FoundInstrument[] };
  onType: (text: string) => void;
  onPick: (code: string) => void;
  onRetry: () => void;
}

/**
 * Finds a security by code, name or initials. The arrow keys move through the results, Enter chooses one, Escape closes
 * the list.
 */
export function InstrumentSearch({ found, onType, onPick, onRetry }: InstrumentSearchProps) {
  const listId = useId();
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(0);
  // Enter was pressed before the answer arrived.
  const [isEnterPending, setIsEnterPending] = useState(false);
  const items = found.state === 'here' ? found.items : [];
  const isShown = isOpen && found.state !== 'idle';
  const hasOptions = isShown && items.length > 0;
  const chosen = hasOptions ? items[active] : undefined;

  const first = isEnterPending && isAnswerFor(found, text) ? items[0] : undefined;
  useEffect(() => {
    if (first) pickFirst(first.code);
  }, [first]);

  function handleInput(typed: string) {
    setIsEnterPending(false);
    setText(typed);
    setActive(0);
    setIsOpen(true);
    onType(typed);
  }

  function pick(code: string) {
    setIsOpen(false);
    setIsEnterPending(false);
    setText('');
    onType('');
    onPick(code);
  }

  const pickFirst = useEffectEvent(pick);

  function onKeyDown(event: KeyboardEvent) {
    // While an input method composes, it handles the keys itself.
    if (isComposing(event)) return;
    if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      setIsOpen(false);
    }
    if (event.key === 'Enter' && isOpen && text.trim() !== '') {
      event.preventDefault();
      // The listed results may be for a shorter text; then Enter chooses the first result of the pending answer.
      if (!isAnswerFor(found, text)) setIsEnterPending(true);
      else if (chosen) pick(chosen.code);
    }
    if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || items.length === 0) return;
    event.preventDefault();
    setIsOpen(true);
    // The first result is preselected, so the arrow keys only cycle through the list.
    const offset = event.key === 'ArrowDown' ? 1 : items.length - 1;
    if (isOpen) setActive((active + offset) % items.length);
  }

  return (
    <search
      className={s.box}
      aria-label="查找证券"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setIsOpen(false);
      }}
    >
      <Icon name="search" size="s" />
      <input
        type="search"
        aria-label="证券搜索"
        placeholder="代码、名称或拼音首字母"
        autoComplete="off"
        maxLength={20}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={hasOptions}
        aria-controls={hasOptions ? listId : undefined}
        aria-activedescendant={chosen ? `${listId}-${chosen.code}` : undefined}
        value={text}
        onChange={(event) => handleInput(event.target.value)}
        onFocus={() => setIsOpen(true)}
        onKeyDown={onKeyDown}
      />
      {hasOptions && <Options {...{ listId, items, active }} onPick={pick} />}
      <div role="status">
        {isShown && !hasOptions && (
          // Keeps focus in the field, whose blur would close the list before the click.
          <div className={s.message} onPointerDown={(event) => event.preventDefault()}>
            <Message found={found} onRetry={onRetry} />
          </div>
        )}
      </div>
    </search>
  );
}

const isAnswerFor = (found: InstrumentSearchProps['found'], text: string): boolean =>
  found.state === 'here' && found.text === text.trim();

function Message({ found, onRetry }: Pick<InstrumentSearchProps, 'found' | 'onRetry'>) {
  if (found.state === 'here') return <>没有找到“{found.text}”，试试六位代码、名称里的字或拼音首字母</>;
  if (found.state === 'waiting')
    return (
      <>
        <Spinner />
        正在查找
      </>
    );
  return (
    <>
      没有查到，网络可能断了
      <RetryButton onRetry={onRetry} />
    </>
  );
}

interface OptionsProps {
  listId: string;
  items: readonly FoundInstrument[];
  active: number;
  onPick: (code: string) => void;
}

function Options({ listId, items, active, onPick }: OptionsProps) {
  return (
    <ul className={s.list} role="listbox" id={listId} aria-label="找到的证券">
      {items.map(({ code, name, tags, last, change, tone }, index) => (
        <li
          key={code}
          id={`${listId}-${code}`}
          role="option"
          aria-selected={index === active}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(code)}
          ref={(element) => {
            if (index === active) element?.scrollIntoView({ block: 'nearest' });
          }}
        >
          <span className="fig">{code}</span>
          <b>{name}</b>
          <span className={s.marks}>
            {tags.map((tag) => (
              <Tag key={tag}>{tag}</Tag>
            ))}
          </span>
          <Figure>{last}</Figure>
          <Figure tone={tone}>{change}</Figure>
        </li>
      ))}
    </ul>
  );
}
