import type { CSSProperties } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Byline } from './byline.tsx';
import { Headline } from './headline.tsx';
import s from './story-card.module.css';
import { bylineOf, type StoryFields } from './story-fields.ts';
import { StoryPicture } from './story-picture.tsx';

export interface StoryCardProps extends StoryFields {
  /** Its width in `Cols`, e.g. `span(3)`. */
  style?: CSSProperties | undefined;
}

/** Picture over headline; on a phone the picture moves to the side. */
export function StoryCard({ style, ...story }: StoryCardProps) {
  const { title, breaks, href, summary, cover } = story;
  return (
    <article className={classNames(s.card, !cover && s.bare)} style={style}>
      {cover && <StoryPicture className={s.picture} href={href} picture={cover} />}
      <Headline className={s.title} level={story.level ?? 3} title={title} breaks={breaks} href={href} />
      {summary && <p className={s.deck}>{summary}</p>}
      <Byline className={s.by} {...bylineOf(story)} />
    </article>
  );
}
