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
import { Button } from '#ui/controls/button.tsx';
import { describing, FieldMessages, Textarea } from '#ui/controls/field.tsx';
import { Avatar } from '#ui/marks/avatar.tsx';
import s from './comment-form.module.css';
import { openMention } from './comment-text.ts';

export type Suggestion = { id: string; name: string; avatar: string | null; note?: string | undefined };

export interface CommentFormProps {
  /** Names the field, e.g. 写评论. */
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  /** Sends it; also by Ctrl or ⌘ with Enter. */
  onSend: () => void;
  onCancel?: (() => void) | undefined;
  most: number;
  /** Beside the count, e.g. 先审后发. */
  note?: ReactNode;
  error?: string | undefined;
  busy: boolean;
  /** Who could be meant by what stands behind an @; the caller asks for it when `onMention` says so. */
  suggestions: readonly Suggestion[];
  /** What is typed behind an @, or null when nothing is. */
  onMention: (prefix: string | null) => void;
  onPick: (suggestion: Suggestion) => void;
  /** An answer below a comment: no portrait, fewer lines. */
  isReply?: boolean;
  /** Whose portrait stands beside it. */
  writer?: { name: string; avatar: string | null } | undefined;
  ref?: Ref<{ focus: () => void }> | undefined;
}

/** Where a comment is written, with names offered behind an @. */
export function CommentForm(props: CommentFormProps) {
  const { label, placeholder, value, onChange, onSend, onCancel, most, note, error, busy } = props;
  const { suggestions, onMention, onPick, isReply = false, writer, ref } = props;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [marked, setMarked] = useState(0);
  const [open, setOpen] = useState<{ at: number; prefix: string } | null>(null);
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus() }), []);
  const count = countGraphemes(value, most + 999);
  const shown = open === null ? [] : suggestions;
  const place = Math.min(marked, shown.length - 1);

  function look(element: HTMLTextAreaElement) {
    const found = openMention(element.value, element.selectionStart);
    setOpen(found);
    setMarked(0);
    onMention(found?.prefix ?? null);
  }

  function close() {
    setOpen(null);
    onMention(null);
  }

  function pick(suggestion: Suggestion) {
    if (!open) return;
    const caret = open.at + open.prefix.length + 1;
    const before = `${value.slice(0, open.at)}@${suggestion.name} `;
    onChange(before + value.slice(caret).replace(/^ /, ''));
    onPick(suggestion);
    close();
    // After React has put the text in.
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(before.length, before.length);
    });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      return onSend();
    }
    if (event.key === 'Escape' && open === null) return onCancel?.();
    if (event.key === 'Escape') return close();
    const chosen = shown[place];
    if (!chosen) return;
    if (event.key === 'Enter' || event.key === 'Tab') {
      event.preventDefault();
      pick(chosen);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setMarked((place + step + shown.length) % shown.length);
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
            aria-activedescendant={shown[place] ? `${id}-${shown[place].id}` : undefined}
            {...describing(id, { error, note: true })}
            onChange={(event: ChangeEvent<HTMLTextAreaElement>) => {
              onChange(event.target.value);
              look(event.target);
            }}
            onClick={(event) => look(event.currentTarget)}
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
                aria-selected={index === place}
                // The field keeps focus, which a press would take.
                onPointerDown={(event) => {
                  event.preventDefault();
                  pick(suggestion);
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
            <span className={classNames('fig', count > most && s.over)}>
              {count} / {most}
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
