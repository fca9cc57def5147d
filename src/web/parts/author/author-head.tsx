import type { ReactNode } from 'react';
import { formatCount } from '#shared/numbers.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import s from './author-head.module.css';

export interface AuthorHeadProps {
  name: string;
  avatar?: string | null | undefined;
  /** The author's role, in a few words. */
  title?: string | undefined;
  bio?: string | undefined;
  stats: readonly { label: string; count: number }[];
  action?: ReactNode;
}

export function AuthorHead({ name, avatar, title, bio, stats, action }: AuthorHeadProps) {
  return (
    <header className={s.head}>
      <Avatar name={name} src={avatar} size={80} />
      <div>
        <h1 className={s.name}>{name}</h1>
        {title && <p className={s.title}>{title}</p>}
      </div>
      <div className={s.end}>
        <p className={s.stats}>
          {stats.map(({ label, count }) => (
            <span key={label}>
              <b className="fig">{formatCount(count)}</b>
              {label}
            </span>
          ))}
        </p>
        {action && <div className={s.action}>{action}</div>}
      </div>
      {bio && <p className={s.bio}>{bio}</p>}
    </header>
  );
}
