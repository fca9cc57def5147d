import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { Avatar } from '#ui/marks/avatar.tsx';
import { Tag } from '#ui/marks/tag.tsx';
import type { Moment } from '#ui/types.ts';
import s from './comment-item.module.css';
import { mentionParts } from './comment-text.ts';

export interface CommentItemProps {
  /** Id of the element, for links to it. */
  id: string;
  writer: { name: string; avatar: string | null; mark: 'author' | 'staff' | null };
  time: Moment;
  /** Where it was written; nothing where that is not known. */
  province: string;
  /** Whom it answers within its thread. */
  answers?: string | null | undefined;
  text: string;
  /** Names in the text that mean somebody. */
  mentions: readonly string[];
  /** What its writer is told of it: it waits, or was hidden and why. */
  note?: ReactNode;
  /** `Act`s. */
  acts?: ReactNode;
  /** An answer: smaller. */
  isReply?: boolean;
  /** A link led here. */
  isLit?: boolean;
  /** Form and answers below it. */
  children?: ReactNode;
}

const marks = { author: '作者', staff: '编辑部' };

/** One comment: who, when, where from, and text that is nothing but text. */
export function CommentItem(props: CommentItemProps) {
  const { id, writer, time, province, answers, text, mentions, note, acts, isReply, isLit, children } = props;
  return (
    <li className={classNames(s.item, isReply && s.reply, isLit && s.lit)} id={id} tabIndex={-1}>
      <Avatar name={writer.name} src={writer.avatar} size={isReply ? 24 : 40} />
      <div className={s.main}>
        <p className={s.by}>
          <b>{writer.name}</b>
          {writer.mark && <Tag className={s.mark}>{marks[writer.mark]}</Tag>}
          {answers && (
            <span className={s.answers}>
              回复 <b>{answers}</b>
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
        {acts && <div className={s.acts}>{acts}</div>}
        {children}
      </div>
    </li>
  );
}

/** The place of a comment that is gone, for the answers below it. */
export function CommentGone({ id, children, label }: { id: string; label: string; children?: ReactNode }) {
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

/** Threads; `isInner`: the answers of one. */
export function CommentList({
  children,
  label,
  isInner = false,
}: {
  children: ReactNode;
  label: string;
  isInner?: boolean;
}) {
  return (
    <ol className={classNames(s.list, isInner && s.inner)} aria-label={label}>
      {children}
    </ol>
  );
}
