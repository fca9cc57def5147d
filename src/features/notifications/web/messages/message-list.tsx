import { type ReactNode, useId } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Button } from '#ui/controls/button.tsx';
import { Tag } from '#ui/display/tag.tsx';
import { Icon } from '#ui/icon.tsx';
import { Link } from '#ui/link.tsx';
import type { Moment } from '#ui/types.ts';
import s from './message-list.module.css';

export function MessageList({ children, label }: { children: ReactNode; label: string }) {
  return (
    <ol className={s.list} aria-label={label}>
      {children}
    </ol>
  );
}

export interface MessageRowProps {
  kind: string;
  /** Who did what to what. */
  title: string;
  /** The excerpt or the text of the message; may be empty. */
  body: string;
  time: Moment;
  isRead: boolean;
  isOpen: boolean;
  onToggle: () => void;
  /** Address of what the message is about; empty without one. */
  link: string;
  onFollow: () => void;
  onDelete: () => void;
  isBusy?: boolean;
  error?: string | null | undefined;
}

// A longer body does not fit its line, two lines on a phone.
const maxLineLength = 40;

/**
 * A message: the title leads to what it is about, below it one line of the text, which opens if it is longer. An unread
 * one has a dot and is bold.
 */
export function MessageRow(props: MessageRowProps) {
  const { kind, title, body, time, isRead, isOpen, onToggle, link, onFollow, onDelete } = props;
  const id = useId();
  const isLong = body.length > maxLineLength || body.includes('\n');
  const label = (
    <>
      {!isRead && <span className="vh">未读：</span>}
      {title}
    </>
  );
  return (
    <li className={classNames(s.row, !isRead && s.unread)}>
      <span className={s.dot} aria-hidden="true" />
      <div className={s.what}>
        <h2 className={s.title}>
          {link ? (
            <Link href={link} onClick={onFollow}>
              {label}
            </Link>
          ) : (
            label
          )}
        </h2>
        {body && (
          <p className={classNames(s.body, isOpen && s.open)} id={id}>
            {body}
          </p>
        )}
        <p className={s.meta}>
          <Tag>{kind}</Tag>
          <time dateTime={time.dateTime}>{time.text}</time>
          {(isLong || !(link || isRead)) && (
            <Button
              size="s"
              tone="text"
              aria-expanded={isLong ? isOpen : undefined}
              aria-controls={isLong ? id : undefined}
              aria-label={`${isLong ? (isOpen ? '收起' : '展开') : '标为已读'}：${title}`}
              onClick={onToggle}
            >
              {isLong ? (isOpen ? '收起' : '展开') : '标为已读'}
            </Button>
          )}
        </p>
        {props.error && (
          <p className={s.error} role="alert">
            <Icon name="warn" size="s" />
            {props.error}
          </p>
        )}
      </div>
      <button
        type="button"
        className={s.delete}
        aria-label={`删除：${title}`}
        aria-disabled={props.isBusy || undefined}
        onClick={props.isBusy ? undefined : onDelete}
      >
        <Icon name="close" size="s" />
      </button>
    </li>
  );
}
