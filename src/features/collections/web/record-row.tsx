import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { FormError } from '#ui/controls/form-parts.tsx';
import { Byline, bylineFields, type StoryFields } from '#web/parts/story/byline.tsx';
import { Headline } from '#web/parts/story/headline.tsx';
import { StoryPicture } from '#web/parts/story/story-picture.tsx';
import s from './record-row.module.css';

/** A list of posts that a member collected or read. */
export function RecordList({ children, label }: { children: ReactNode; label: string }) {
  return (
    <ol className={s.list} aria-label={label}>
      {children}
    </ol>
  );
}

export interface RecordRowProps {
  /** Absent if the post can no longer be read; then only `title` is known. */
  story?: StoryFields | undefined;
  title: string;
  /** Shown after the byline, or in place of that of a removed post. */
  note?: ReactNode;
  action: ReactNode;
  error?: string | undefined;
}

/** A post of a member's own list: small cover, headline, byline and actions. */
export function RecordRow({ story, title, note, action, error }: RecordRowProps) {
  const picture = story?.cover;
  return (
    <li className={classNames(s.row, !picture && s.bare)}>
      {story && picture && <StoryPicture className={s.picture} href={story.href} picture={picture} />}
      <article className={s.what}>
        {story ? (
          <>
            <Headline className={s.title} level={2} title={title} breaks={story.breaks} href={story.href} />
            <Byline {...bylineFields(story)}>{note}</Byline>
          </>
        ) : (
          <>
            <h2 className={classNames(s.title, s.gone)}>{title}</h2>
            <p className={s.note}>{note}</p>
          </>
        )}
        {error && <FormError>{error}</FormError>}
      </article>
      <div className={s.act}>{action}</div>
    </li>
  );
}
