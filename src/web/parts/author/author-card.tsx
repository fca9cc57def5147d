import type { ReactNode } from 'react';
import { formatCount } from '#shared/numbers.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { Link } from '#ui/link.tsx';
import s from './author-card.module.css';

export interface AuthorFields {
  name: string;
  href: string;
  avatar?: string | null | undefined;
  /** What the author writes about, in a few words or one sentence. */
  note?: ReactNode;
  action?: ReactNode;
}

/** The author beside an article: portrait, note, figures and action. */
export function AuthorCard({
  stats = [],
  ...author
}: AuthorFields & { stats?: readonly { label: string; count: number }[] | undefined }) {
  return (
    <div className={s.card}>
      <Avatar name={author.name} src={author.avatar} size={56} />
      <div>
        <AuthorName {...author} />
        {author.note && <p className={s.note}>{author.note}</p>}
      </div>
      {stats.length > 0 && (
        <p className={s.stats}>
          {stats.map(({ label, count }) => (
            <span key={label}>
              <b className="fig">{formatCount(count)}</b>
              {label}
            </span>
          ))}
        </p>
      )}
      {author.action && <div className={s.action}>{author.action}</div>}
    </div>
  );
}

/** An author in one line: under a headline, in a side list, or in search results. */
export function AuthorRow({ size = 40, ...author }: AuthorFields & { size?: number | undefined }) {
  return (
    <div className={s.row}>
      <Avatar name={author.name} src={author.avatar} size={size} />
      <div>
        <AuthorName {...author} />
        {author.note && <div className={s.note}>{author.note}</div>}
      </div>
      {author.action}
    </div>
  );
}

/** An author as an upright tile for `AuthorGrid`. `stats`: for example 126 篇, 4.2 万关注者. */
export function AuthorTile({
  stats = [],
  ...author
}: AuthorFields & { stats?: readonly string[] | undefined }) {
  return (
    <li className={s.tile}>
      <Avatar name={author.name} src={author.avatar} size={56} />
      <AuthorName {...author} heading />
      {author.note && <p className={s.note}>{author.note}</p>}
      {stats.length > 0 && (
        <p className={s.note}>
          {stats.map((stat) => (
            <span key={stat}>{stat}</span>
          ))}
        </p>
      )}
      {author.action && <div className={s.action}>{author.action}</div>}
    </li>
  );
}

/** A grid of up to six authors in a row. */
export function AuthorGrid({ children }: { children: ReactNode }) {
  return <ul className={s.grid}>{children}</ul>;
}

function AuthorName({
  name,
  href,
  heading = false,
}: Pick<AuthorFields, 'name' | 'href'> & { heading?: boolean }) {
  const Element = heading ? 'h3' : 'p';
  return (
    <Element className={s.name}>
      <Link href={href}>{name}</Link>
    </Element>
  );
}
