import type { CSSProperties, ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Link } from '#ui/link.tsx';
import { Byline, bylineFields, type StoryFields } from './byline.tsx';
import { Headline } from './headline.tsx';
import s from './stories.module.css';
import { StoryPicture } from './story-picture.tsx';

export interface StoryCardProps extends StoryFields {
  /** The card's width in `Cols`, for example `span(3)`. */
  style?: CSSProperties | undefined;
}

/** Picture above the headline; on a phone the picture moves to the side. */
export function StoryCard({ style, ...story }: StoryCardProps) {
  const { href, cover } = story;
  return (
    <article className={classNames(s.card, !cover && s.bare)} style={style}>
      {cover && <StoryPicture className={s.picture} href={href} picture={cover} />}
      <StoryTitle story={story} />
      <Byline className={s.by} {...bylineFields(story)} />
    </article>
  );
}

interface StoryLeadProps extends StoryFields {
  /** Related posts, in one line below the byline. */
  also?: readonly { title: string; href: string }[] | undefined;
}

/** The most prominent form: the story that opens the front page. */
export function StoryLead({ also = [], ...story }: StoryLeadProps) {
  const { href, cover } = story;
  return (
    <article className={s.lead}>
      {cover && <StoryPicture className={s.picture} href={href} picture={cover} eager />}
      <StoryTitle story={story} level={2} />
      <Byline {...bylineFields(story)} />
      {also.length > 0 && (
        <ul className={s.also}>
          {also.map((post) => (
            <li key={post.href}>
              <Link href={post.href}>{post.title}</Link>
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
      <StoryTitle story={story} />
      <Byline {...bylineFields(story)} />
    </article>
  );
}

interface StoryRowProps extends StoryFields {
  /** A narrower picture and a smaller headline, for a column of the front page. */
  compact?: boolean | undefined;
  /** `ActionButton`s at the end of the byline: collect. */
  actions?: ReactNode;
}

/** A row of a list: headline, deck and byline, with the cover at the right. */
export function StoryRow({ compact = false, actions, ...story }: StoryRowProps) {
  const { href, cover } = story;
  return (
    <article className={classNames(s.row, compact && s.compact, !cover && s.bare)}>
      <div className={s.text}>
        <StoryTitle story={story} />
        <Byline
          className={s.by}
          {...bylineFields(story)}
          end={actions && <span className={s.acts}>{actions}</span>}
        />
      </div>
      {cover && <StoryPicture className={s.picture} href={href} picture={cover} />}
    </article>
  );
}

/** A VIP post on the gold panel: picture beside text. `lengthNote`: for example 约 6,200 字. */
export function StoryVip({ lengthNote, ...story }: StoryFields & { lengthNote?: string | undefined }) {
  const { href, cover } = story;
  return (
    <article className={classNames(s.vip, !cover && s.bare)}>
      {cover && <StoryPicture className={s.picture} href={href} picture={cover} />}
      <div>
        <StoryTitle story={story} />
        <Byline {...bylineFields(story)}>{lengthNote && <span>{lengthNote}</span>}</Byline>
      </div>
    </article>
  );
}

/** Headline and deck. `level` applies unless the story sets its own. */
function StoryTitle({ story, level = 3 }: { story: StoryFields; level?: 2 | 3 }) {
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
  /** Shown at the right, for example 4,100 字 or 附件 2. */
  note?: string | undefined;
}

/** Further VIP posts, one line each, on the gold panel. */
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
