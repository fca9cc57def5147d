import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { Tag } from '#ui/display/tag.tsx';
import { Icon } from '#ui/icon.tsx';
import type { Moment } from '#ui/types.ts';
import s from './comment-item.module.css';
import { mentionParts } from './comment-text.ts';

export interface CommentItemProps {
  id: string;
  writer: { name: string; avatar: string | null; mark: 'author' | 'staff' | 'guest' | null };
  time: Moment;
  /** Province the comment was sent from; empty if unknown. */
  province: string;
  /** Name of the person this reply answers within its thread. */
  replyTo?: string | null | undefined;
  text: string;
  /** Names in the text that are mentions of people. */
  mentions: readonly string[];
  /** A note for the writer: the comment awaits review, or was hidden and why. */
  note?: ReactNode;
  /** `ActionButton`s. */
  actions?: ReactNode;
  isReply?: boolean;
  /** The reader followed a link to this comment. */
  isHighlighted?: boolean;
  /** The reply form and the replies below the comment. */
  children?: ReactNode;
}

const badgeLabels = { author: '作者', staff: '编辑部', guest: '旧站评论' };

/** One comment: writer, time, province, and plain text (never markup). */
export function CommentItem(props: CommentItemProps) {
  const {
    id,
    writer,
    time,
    province,
    replyTo,
    text,
    mentions,
    note,
    actions,
    isReply,
    isHighlighted,
    children,
  } = props;
  return (
    <li className={classNames(s.item, isReply && s.reply, isHighlighted && s.lit)} id={id} tabIndex={-1}>
      <Avatar name={writer.name} src={writer.avatar} size={isReply ? 24 : 40} />
      <div className={s.main}>
        <p className={s.by}>
          <b>{writer.name}</b>
          {writer.mark && <Tag className={s.mark}>{badgeLabels[writer.mark]}</Tag>}
          {replyTo && (
            <span className={s.answers}>
              回复 <b>{replyTo}</b>
            </span>
          )}
          <span className={s.when}>
            {province && <span>{province}</span>}
            <time dateTime={time.dateTime}>{time.text}</time>
          </span>
        </p>
        <p className={s.text}>
          {mentionParts(text, mentions).map((part) =>
            part.isMention ? (
              <span key={part.key} className={s.mention}>
                {part.text}
              </span>
            ) : (
              part.text
            ),
          )}
        </p>
        {note && (
          <p className={s.note}>
            <Icon name="clock" size="s" />
            <span>{note}</span>
          </p>
        )}
        {actions && <div className={s.acts}>{actions}</div>}
        {children}
      </div>
    </li>
  );
}

/** Placeholder for a removed comment that still has replies below it. */
export function RemovedComment({ id, children, label }: { id: string; label: string; children?: ReactNode }) {
  return (
    <li className={s.item} id={id} tabIndex={-1}>
      <span className={s.blank} aria-hidden="true" />
      <div className={s.main}>
        <p className={s.gone}>{label}</p>
        {children}
      </div>
    </li>
  );
}

/** A list of threads, or of the replies of one thread (`isNested`). */
export function CommentList({
  children,
  label,
  isNested = false,
}: {
  children: ReactNode;
  label: string;
  isNested?: boolean;
}) {
  return (
    <ol className={classNames(s.list, isNested && s.inner)} aria-label={label}>
      {children}
    </ol>
  );
}
