import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Fault } from '#ui/controls/form-parts.tsx';
import { Byline, bylineOf, type StoryFields } from '../../../parts/story/byline.tsx';
import { Headline } from '../../../parts/story/headline.tsx';
import { StoryPicture } from '../../../parts/story/story-picture.tsx';
import s from './record-row.module.css';

/** Pieces a reader has put aside or read, under one another. */
export function RecordList({ children, label }: { children: ReactNode; label: string }) {
  return (
    <ol className={s.list} aria-label={label}>
      {children}
    </ol>
  );
}

export interface RecordRowProps {
  /** Without it the piece is no longer to be read: `title` is all there is. */
  story?: StoryFields | undefined;
  title: string;
  /** In place of the by-line of a piece that is gone, or after it. */
  note?: ReactNode;
  /** At the right. */
  action: ReactNode;
  /** What went wrong with it. */
  error?: string | undefined;
}

/** One piece of a reader's own list: small cover, headline, by-line, and what can be done with it. */
export function RecordRow({ story, title, note, action, error }: RecordRowProps) {
  const picture = story?.cover;
  return (
    <li className={classNames(s.row, !picture && s.bare)}>
      {story && picture && <StoryPicture className={s.picture} href={story.href} picture={picture} />}
      <article className={s.what}>
        {story ? (
          <>
            <Headline className={s.title} level={2} title={title} breaks={story.breaks} href={story.href} />
            <Byline {...bylineOf(story)}>{note}</Byline>
          </>
        ) : (
          <>
            <h2 className={classNames(s.title, s.gone)}>{title}</h2>
            <p className={s.note}>{note}</p>
          </>
        )}
        {error && <Fault>{error}</Fault>}
      </article>
      <div className={s.act}>{action}</div>
    </li>
  );
}
