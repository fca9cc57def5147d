import type { ReactNode } from 'react';
import { formatCount } from '#shared/numbers.ts';
import { classNames } from '#ui/class-names.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { Link } from '#ui/link.tsx';
import { AccessTag, Tag } from '#ui/marks/tag.tsx';
import type { Access, Moment, NamedLink, Picture } from '#ui/types.ts';
import s from './byline.module.css';
import type { TitleText } from './headline.tsx';

interface BylineFields {
  /** Shown in vermilion, first. */
  column?: NamedLink | null | undefined;
  author?: NamedLink | null | undefined;
  time?: Moment | null | undefined;
  views?: number | undefined;
  comments?: number | undefined;
  access?: Access | undefined;
  /** Marks open pieces 免费, where a list mixes them. */
  showPublic?: boolean | undefined;
  /** Stands before others because the editors put it there: marked 置顶, first of all. */
  pinned?: boolean | undefined;
}

export interface BylineProps extends BylineFields {
  /** Anything further, before the access mark. */
  children?: ReactNode;
  /** After everything, e.g. acts. */
  end?: ReactNode;
  className?: string | undefined;
}

/** Author, time, counts, then the access mark. */
export function Byline(props: BylineProps) {
  const {
    column,
    author,
    time,
    views,
    comments,
    access,
    showPublic = false,
    pinned = false,
    children,
    end,
    className,
  } = props;
  return (
    <p className={classNames(s.by, className)}>
      {pinned && <Tag className={s.pinned}>置顶</Tag>}
      {column && <Name {...column} className={s.column} />}
      {author && <Name {...author} />}
      {time && <time dateTime={time.dateTime}>{time.text}</time>}
      {views !== undefined && <Count icon="eye" label="阅读" count={views} />}
      {comments !== undefined && <Count icon="comment" label="评论" count={comments} />}
      {children}
      {access && <AccessTag access={access} showPublic={showPublic} />}
      {end}
    </p>
  );
}

/** A count with its icon, named for those who cannot see it. */
export function Count({ icon, label, count }: { icon: IconName; label: string; count: number }) {
  return (
    <span className={s.count}>
      <Icon name={icon} size="s" />
      <span className="vh">{label}</span>
      {formatCount(count)}
    </span>
  );
}

function Name({ name, href, className }: NamedLink & { className?: string | undefined }) {
  return href ? (
    <Link className={className} href={href}>
      {name}
    </Link>
  ) : (
    <span className={className}>{name}</span>
  );
}

/** What every story shows, from the loudest form to the quietest. */
export interface StoryFields extends TitleText, BylineFields {
  href: string;
  summary?: string | null | undefined;
  /** Without a cover a story is text alone; there is no grey placeholder. */
  cover?: Picture | null | undefined;
  /** Heading level; 2 in the lead, 3 elsewhere unless told otherwise. */
  level?: 2 | 3 | 4 | undefined;
}

/** The part of a story that its by-line shows. */
export function bylineOf(story: StoryFields) {
  const { column, author, time, views, comments, access, showPublic, pinned } = story;
  return { column, author, time, views, comments, access, showPublic, pinned };
}
