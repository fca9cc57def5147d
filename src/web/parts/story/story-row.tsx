import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Byline } from './byline.tsx';
import { Headline } from './headline.tsx';
import { bylineOf, type StoryFields } from './story-fields.ts';
import { StoryPicture } from './story-picture.tsx';
import s from './story-row.module.css';

export interface StoryRowProps extends StoryFields {
  /** A narrower picture and a smaller headline, for a column of the front page. */
  compact?: boolean | undefined;
  /** `Act`s at the end of the by-line: collect. */
  acts?: ReactNode;
}

/** A line of a list: headline, deck and by-line, the cover at the right. */
export function StoryRow({ compact = false, acts, ...story }: StoryRowProps) {
  const { title, breaks, href, summary, cover } = story;
  return (
    <article className={classNames(s.row, compact && s.compact, !cover && s.bare)}>
      <div className={s.text}>
        <Headline className={s.title} level={story.level ?? 3} title={title} breaks={breaks} href={href} />
        {summary && <p className={s.deck}>{summary}</p>}
        <Byline className={s.by} {...bylineOf(story)} end={acts && <span className={s.acts}>{acts}</span>} />
      </div>
      {cover && <StoryPicture className={s.picture} href={href} picture={cover} />}
    </article>
  );
}
