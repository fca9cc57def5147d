import type { CSSProperties, ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Link } from '#ui/link.tsx';
import { Byline, bylineOf, type StoryFields } from './byline.tsx';
import { Headline } from './headline.tsx';
import s from './stories.module.css';
import { StoryPicture } from './story-picture.tsx';

export interface StoryCardProps extends StoryFields {
  /** Its width in `Cols`, e.g. `span(3)`. */
  style?: CSSProperties | undefined;
}

/** Picture over headline; on a phone the picture moves to the side. */
export function StoryCard({ style, ...story }: StoryCardProps) {
  const { href, cover } = story;
  return (
    <article className={classNames(s.card, !cover && s.bare)} style={style}>
      {cover && <StoryPicture className={s.picture} href={href} picture={cover} />}
      <StoryWords story={story} />
      <Byline className={s.by} {...bylineOf(story)} />
    </article>
  );
}

interface StoryLeadProps extends StoryFields {
  /** Related pieces, one line under the by-line. */
  also?: readonly { title: string; href: string }[] | undefined;
}

/** The loudest form: the story that opens the front page. */
export function StoryLead({ also = [], ...story }: StoryLeadProps) {
  const { href, cover } = story;
  return (
    <article className={s.lead}>
      {cover && <StoryPicture className={s.picture} href={href} picture={cover} eager />}
      <StoryWords story={story} level={2} />
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
      <StoryWords story={story} />
      <Byline {...bylineOf(story)} />
    </article>
  );
}

interface StoryRowProps extends StoryFields {
  /** A narrower picture and a smaller headline, for a column of the front page. */
  compact?: boolean | undefined;
  /** `Act`s at the end of the by-line: collect. */
  acts?: ReactNode;
}

/** A line of a list: headline, deck and by-line, the cover at the right. */
export function StoryRow({ compact = false, acts, ...story }: StoryRowProps) {
  const { href, cover } = story;
  return (
    <article className={classNames(s.row, compact && s.compact, !cover && s.bare)}>
      <div className={s.text}>
        <StoryWords story={story} />
        <Byline className={s.by} {...bylineOf(story)} end={acts && <span className={s.acts}>{acts}</span>} />
      </div>
      {cover && <StoryPicture className={s.picture} href={href} picture={cover} />}
    </article>
  );
}

/** A VIP piece on the gold panel: picture beside text. `words`, e.g. 约 6,200 字. */
export function StoryVip({ words, ...story }: StoryFields & { words?: string | undefined }) {
  const { href, cover } = story;
  return (
    <article className={classNames(s.vip, !cover && s.bare)}>
      {cover && <StoryPicture className={s.picture} href={href} picture={cover} />}
      <div>
        <StoryWords story={story} />
        <Byline {...bylineOf(story)}>{words && <span>{words}</span>}</Byline>
      </div>
    </article>
  );
}

/** Headline and deck. `level`: of the heading, unless the story names one. */
function StoryWords({ story, level = 3 }: { story: StoryFields; level?: 2 | 3 }) {
  const { title, breaks, href, summary } = story;
  return (
    <>
      <Headline className={s.title} level={story.level ?? level} title={title} breaks={breaks} href={href} />
      {summary && <p className={s.deck}>{summary}</p>}
    </>
  );
}

interface VipListItem {
  title: string;
  href: string;
  /** At the right, e.g. 4,100 字 or 附件 2. */
  note?: string | undefined;
}

/** Further VIP pieces, one line each, on the gold panel. */
export function VipList({ items }: { items: readonly VipListItem[] }) {
  return (
    <ol className={s.list}>
      {items.map((item) => (
        <li key={item.href}>
          <Link href={item.href}>{item.title}</Link>
          {item.note && <span className="fig">{item.note}</span>}
        </li>
      ))}
    </ol>
  );
}
