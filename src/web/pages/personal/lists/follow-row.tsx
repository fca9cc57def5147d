import type { ReactNode } from 'react';
import { formatCount } from '#shared/numbers.ts';
import { Link } from '#ui/link.tsx';
import { Avatar } from '#ui/marks/avatar.tsx';
import { HeadlineLink } from '../../../parts/story/headline.tsx';
import type { StoryFields } from '../../../parts/story/story-fields.ts';
import s from './follow-row.module.css';

export interface FollowRowProps {
  name: string;
  href: string;
  title?: string | null | undefined;
  avatar?: string | null | undefined;
  posts: number;
  followers: number;
  /** Their newest pieces, newest first. */
  newest: readonly StoryFields[];
  /** The button that follows or no longer does. */
  action: ReactNode;
}

/** A followed author and what they wrote last. */
export function FollowRow(props: FollowRowProps) {
  const { name, href, title, avatar, posts, followers, newest, action } = props;
  return (
    <li className={s.row}>
      <Avatar name={name} src={avatar} size={48} />
      <div className={s.who}>
        <h2 className={s.name}>
          <Link href={href}>{name}</Link>
        </h2>
        <p className={s.note}>
          {title && <span>{title}</span>}
          <span>
            文章 <span className="fig">{formatCount(posts)}</span>
          </span>
          <span>
            关注者 <span className="fig">{formatCount(followers)}</span>
          </span>
        </p>
      </div>
      <div className={s.act}>{action}</div>
      {newest.length > 0 && (
        <ol className={s.newest} aria-label={`${name}的新文章`}>
          {newest.map((story) => (
            <li key={story.href}>
              <HeadlineLink title={story.title} breaks={story.breaks} href={story.href} />
              {story.time && <time dateTime={story.time.dateTime}>{story.time.text}</time>}
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}
