import { classNames } from '#ui/class-names.ts';
import { Link } from '#ui/link.tsx';
import { Byline } from './byline.tsx';
import { Headline } from './headline.tsx';
import { bylineOf, type StoryFields } from './story-fields.ts';
import { StoryPicture } from './story-picture.tsx';
import s from './story-vip.module.css';

/** A VIP piece on the gold panel: picture beside text. `words`, e.g. 约 6,200 字. */
export function StoryVip({ words, ...story }: StoryFields & { words?: string | undefined }) {
  const { title, breaks, href, summary, cover } = story;
  return (
    <article className={classNames(s.vip, !cover && s.bare)}>
      {cover && <StoryPicture className={s.picture} href={href} picture={cover} />}
      <div>
        <Headline className={s.title} level={story.level ?? 3} title={title} breaks={breaks} href={href} />
        {summary && <p className={s.deck}>{summary}</p>}
        <Byline {...bylineOf(story)}>{words && <span>{words}</span>}</Byline>
      </div>
    </article>
  );
}

export interface VipListItem {
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
