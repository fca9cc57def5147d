import { Fragment, type ReactNode } from 'react';
import { formatCount } from '#shared/numbers.ts';
import { classNames } from '#ui/class-names.ts';
import { Tag } from '#ui/display/tag.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { Link } from '#ui/link.tsx';
import type { Access, Moment, NamedLink, Picture } from '#ui/types.ts';
import { PostAccess } from '../user-state/post-access.tsx';
import s from './byline.module.css';
import type { TitleText } from './headline.tsx';

interface BylineFields {
  /** Shown first, in vermilion. */
  column?: NamedLink | null | undefined;
  /** In the order of the byline; long lists name the first three. */
  authors?: readonly NamedLink[] | undefined;
  time?: Moment | null | undefined;
  views?: number | undefined;
  comments?: number | undefined;
  access?: Access | undefined;
  /** The post that `access` belongs to. */
  post?: { id: string; price: number | null } | undefined;
  /** Marks public posts 免费, in lists that mix them with others. */
  showPublic?: boolean | undefined;
  /** Pinned by editors: marked 置顶, before everything else. */
  pinned?: boolean | undefined;
}

export interface BylineProps extends BylineFields {
  /** Further content before the access mark. */
  children?: ReactNode;
  /** Shown last, for example actions. */
  end?: ReactNode;
  className?: string | undefined;
}

/** Author, time, counts, then the access mark. */
export function Byline(props: BylineProps) {
  const {
    column,
    authors = [],
    time,
    views,
    comments,
    access,
    post,
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
      {authors.length > 0 && <Authors authors={authors} />}
      {time && <time dateTime={time.dateTime}>{time.text}</time>}
      {views !== undefined && <Count icon="eye" label="阅读" count={views} />}
      {comments !== undefined && <Count icon="comment" label="评论" count={comments} />}
      {children}
      {access && post && <PostAccess post={post} access={access} showPublic={showPublic} />}
      {end}
    </p>
  );
}

/** A count with its icon, and an accessible name. */
export function Count({ icon, label, count }: { icon: IconName; label: string; count: number }) {
  return (
    <span className={s.count}>
      <Icon name={icon} size="s" />
      <span className="vh">{label}</span>
      {formatCount(count)}
    </span>
  );
}

const maxBylineNames = 3;

function Authors({ authors }: { authors: readonly NamedLink[] }) {
  return (
    <span title={authors.length > maxBylineNames ? authors.map(({ name }) => name).join('、') : undefined}>
      {authors.slice(0, maxBylineNames).map((author, index) => (
        <Fragment key={author.href ?? author.name}>
          {index > 0 && '、'}
          <Name {...author} />
        </Fragment>
      ))}
      {authors.length > maxBylineNames && ` 等 ${authors.length} 人`}
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

/** The fields that every form of a story shows, from the most to the least prominent form. */
export interface StoryFields extends TitleText, BylineFields {
  href: string;
  summary?: string | null | undefined;
  /** Without a cover a story is text alone; there is no grey placeholder. */
  cover?: Picture | null | undefined;
  /** Heading level; by default 2 in the lead, 3 elsewhere. */
  level?: 2 | 3 | 4 | undefined;
}

export function bylineFields(story: StoryFields) {
  const { column, authors, time, views, comments, access, post, showPublic, pinned } = story;
  return { column, authors, time, views, comments, access, post, showPublic, pinned };
}
