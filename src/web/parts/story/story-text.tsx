import { Byline } from './byline.tsx';
import { Headline } from './headline.tsx';
import { bylineOf, type StoryFields } from './story-fields.ts';
import s from './story-text.module.css';

/** The quietest form: a headline in text size and its by-line. */
export function StoryText(story: StoryFields) {
  const { title, breaks, href } = story;
  return (
    <article className={s.text}>
      <Headline className={s.title} level={story.level ?? 3} title={title} breaks={breaks} href={href} />
      <Byline className={s.by} {...bylineOf(story)} />
    </article>
  );
}
