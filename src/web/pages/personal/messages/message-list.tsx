import { type ReactNode, useId } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { Link } from '#ui/link.tsx';
import { Tag } from '#ui/marks/tag.tsx';
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
  title: string;
  body: string;
  time: Moment;
  isRead: boolean;
  isOpen: boolean;
  /** Opens or closes it. */
  onToggle: () => void;
  /** Where it leads, e.g. the piece it is about. */
  link?: string | null | undefined;
  linkLabel?: string;
  onDelete: () => void;
  isBusy?: boolean;
  error?: string | null | undefined;
}

/** One message: its title opens it; unread ones carry a dot and stand in bold. */
export function MessageRow(props: MessageRowProps) {
  const { kind, title, body, time, isRead, isOpen, onToggle, link, linkLabel = '去看看', onDelete } = props;
  const id = useId();
  return (
    <li className={classNames(s.row, !isRead && s.unread)}>
      <span className={s.dot} aria-hidden="true" />
      <div className={s.what}>
        <h2 className={s.title}>
          <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
            {!isRead && <span className="vh">未读：</span>}
            {title}
          </button>
        </h2>
        <p className={s.meta}>
          <Tag>{kind}</Tag>
          <time dateTime={time.dateTime}>{time.text}</time>
        </p>
        <div className={s.body} id={id} hidden={!isOpen}>
          {body && <p>{body}</p>}
          {link && (
            <Link className="link" href={link}>
              {linkLabel}
            </Link>
          )}
        </div>
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
