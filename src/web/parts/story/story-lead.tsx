import { Link } from '#ui/link.tsx';
import { Byline } from './byline.tsx';
import { Headline } from './headline.tsx';
import { bylineOf, type StoryFields } from './story-fields.ts';
import s from './story-lead.module.css';
import { StoryPicture } from './story-picture.tsx';

export interface StoryLeadProps extends StoryFields {
  /** Related pieces, one line under the by-line. */
  also?: readonly { title: string; href: string }[] | undefined;
}

/** The loudest form: the story that opens the front page. */
export function StoryLead({ also = [], ...story }: StoryLeadProps) {
  return (
    <article className={s.lead}>
      {story.cover && <StoryPicture className={s.picture} href={story.href} picture={story.cover} eager />}
      <Headline className={s.title} level={story.level ?? 2} {...titleOf(story)} />
      {story.summary && <p className={s.deck}>{story.summary}</p>}
      <Byline {...bylineOf(story)} />
      {also.length > 0 && (
        <ul className={s.also}>
          {also.map((piece) => (
            <li key={piece.href}>
              <Link href={piece.href}>{piece.title}</Link>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

/** The second story of the front page: serif headline and deck, no picture. */
export function StorySecond(story: StoryFields) {
  return (
    <article className={s.second}>
      <Headline className={s.title} level={story.level ?? 3} {...titleOf(story)} />
      {story.summary && <p className={s.deck}>{story.summary}</p>}
      <Byline {...bylineOf(story)} />
    </article>
  );
}

function titleOf({ title, breaks, href }: StoryFields) {
  return { title, breaks, href };
}
