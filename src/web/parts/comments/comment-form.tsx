import {
  type ChangeEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { countGraphemes } from '#shared/text/graphemes.ts';
import { classNames } from '#ui/class-names.ts';
import { isComposing } from '#ui/composing.ts';
import { Button } from '#ui/controls/button.tsx';
import { describing, FieldMessages, Textarea } from '#ui/controls/field.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import s from './comment-form.module.css';
import { findOpenMention } from './comment-text.ts';

export type Suggestion = { id: string; name: string; avatar: string | null; note?: string | undefined };

export interface CommentFormProps {
  /** Label of the field, for example 写评论. */
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  /** Sends the comment; also called for Ctrl or ⌘ with Enter. */
  onSend: () => void;
  onCancel?: (() => void) | undefined;
  maxLength: number;
  /** Shown beside the character count, for example 先审后发. */
  note?: ReactNode;
  error?: string | undefined;
  busy: boolean;
  /** People who match the text after an @. The caller loads them when `onMention` is called. */
  suggestions: readonly Suggestion[];
  /** Called with the text after an @, or null when the caret is not in a mention. */
  onMention: (prefix: string | null) => void;
  onChoose: (suggestion: Suggestion) => void;
  /** A reply below a comment: no portrait, fewer lines. */
  isReply?: boolean;
  /** Person whose portrait is shown beside the field. */
  writer?: { name: string; avatar: string | null } | undefined;
  ref?: Ref<{ focus: () => void }> | undefined;
}

/** The form for writing a comment, with suggestions after an @. */
export function CommentForm(props: CommentFormProps) {
  const { label, placeholder, value, onChange, onSend, onCancel, maxLength, note, error, busy } = props;
  const { suggestions, onMention, onChoose, isReply = false, writer, ref } = props;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [activeIndex, setActiveIndex] = useState(0);
  const [mention, setMention] = useState<{ start: number; prefix: string } | null>(null);
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus() }), []);
  const count = countGraphemes(value, maxLength + 999);
  const shown = mention === null ? [] : suggestions;
  const active = Math.min(activeIndex, shown.length - 1);

  function updateMention(element: HTMLTextAreaElement) {
    const found = findOpenMention(element.value, element.selectionStart);
    setMention(found);
    setActiveIndex(0);
    onMention(found?.prefix ?? null);
  }

  function close() {
    setMention(null);
    onMention(null);
  }

  function choose(suggestion: Suggestion) {
    if (!mention) return;
    const caret = mention.start + mention.prefix.length + 1;
    const before = `${value.slice(0, mention.start)}@${suggestion.name} `;
    onChange(before + value.slice(caret).replace(/^ /, ''));
    onChoose(suggestion);
    close();
    // Waits until React has written the new text into the field.
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(before.length, before.length);
    });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      return onSend();
    }
    if (event.key === 'Escape' && mention === null) return onCancel?.();
    if (event.key === 'Escape') return close();
    const chosen = shown[active];
    if (!chosen) return;
    if (event.key === 'Enter' || event.key === 'Tab') {
      event.preventDefault();
      choose(chosen);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActiveIndex((active + step + shown.length) % shown.length);
    }
  }

  return (
    <form
      className={classNames(s.form, isReply && s.reply)}
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      {writer && <Avatar name={writer.name} src={writer.avatar} size={40} />}
      <div className={s.main}>
        <label className="vh" htmlFor={id}>
          {label}
        </label>
        <div className={s.field}>
          <Textarea
            id={id}
            ref={field}
            rows={isReply ? 2 : 3}
            placeholder={placeholder}
            value={value}
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-controls={`${id}-names`}
            aria-activedescendant={shown[active] ? `${id}-${shown[active].id}` : undefined}
            {...describing(id, { error, note: true })}
            onChange={(event: ChangeEvent<HTMLTextAreaElement>) => {
              onChange(event.target.value);
              updateMention(event.target);
            }}
            onClick={(event) => updateMention(event.currentTarget)}
            onBlur={close}
            onKeyDown={onKeyDown}
          />
          <ul
            className={s.names}
            id={`${id}-names`}
            role="listbox"
            aria-label="提到谁"
            hidden={shown.length === 0}
          >
            {shown.map((suggestion, index) => (
              <li
                key={suggestion.id}
                id={`${id}-${suggestion.id}`}
                role="option"
                aria-selected={index === active}
                // Keeps focus in the field, which a press would move to the option.
                onPointerDown={(event) => {
                  event.preventDefault();
                  choose(suggestion);
                }}
              >
                <Avatar name={suggestion.name} src={suggestion.avatar} />
                <span>{suggestion.name}</span>
                {suggestion.note && <small>{suggestion.note}</small>}
              </li>
            ))}
          </ul>
        </div>
        <p className="vh" role="status">
          {shown.length > 0 && `可以提到 ${shown.length} 个人，用上下键选择，回车确定`}
        </p>
        <FieldMessages id={id} error={error} />
        <div className={s.foot}>
          <p id={`${id}-note`}>
            <span className={classNames('fig', count > maxLength && s.over)}>
              {count} / {maxLength}
            </span>
            {note && <span>{note}</span>}
          </p>
          {onCancel && (
            <Button size="s" tone="text" onClick={onCancel}>
              取消
            </Button>
          )}
          <Button size="s" tone="ink" type="submit" busy={busy}>
            {isReply ? '回复' : '发表'}
          </Button>
        </div>
      </div>
    </form>
  );
}
