import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Link } from '#ui/link.tsx';
import { Seal } from '#ui/marks/seal.tsx';
import type { Moment, NamedLink } from '#ui/types.ts';
import s from './live.module.css';

export interface LiveItem {
  id: string;
  title: string;
  href: string;
  /** Hour and minute. */
  time: Moment;
  /** Fills the dot, adds the seal 要. */
  important?: boolean | undefined;
}

export interface LiveStory extends LiveItem {
  summary?: ReactNode;
  tags?: readonly (NamedLink & { href: string })[] | undefined;
  /** `Act`s: collect, comment, share. */
  acts?: ReactNode;
}

/** News of one day on its time rail, with text. */
export function LiveList({ items }: { items: readonly LiveStory[] }) {
  return (
    <ol className={classNames(s.live, s.full)}>
      {items.map((item) => (
        <li key={item.id}>
          <article
            className={classNames(s.item, item.important && s.key)}
            aria-labelledby={`live-${item.id}`}
          >
            <time dateTime={item.time.dateTime}>{item.time.text}</time>
            <h3 className={s.title} id={`live-${item.id}`}>
              {item.important && <Seal />}
              <Link href={item.href}>{item.title}</Link>
            </h3>
            {item.summary && <p className={s.text}>{item.summary}</p>}
            {(item.tags?.length || item.acts) && <Foot tags={item.tags} acts={item.acts} />}
          </article>
        </li>
      ))}
    </ol>
  );
}

/** The short form on the front page: time and headline. A phone shows the first five. */
export function LiveStrip({ items }: { items: readonly LiveItem[] }) {
  return (
    <ol className={classNames(s.live, s.strip)}>
      {items.map((item) => (
        <li key={item.id} className={classNames(s.item, item.important && s.key)}>
          <time dateTime={item.time.dateTime}>{item.time.text}</time>
          <p className={s.title}>
            {item.important && <Seal />}
            <Link href={item.href}>{item.title}</Link>
          </p>
        </li>
      ))}
    </ol>
  );
}

function Foot({ tags = [], acts }: Pick<LiveStory, 'tags' | 'acts'>) {
  return (
    <div className={s.foot}>
      {tags.map((tag) => (
        <Link key={tag.name} href={tag.href}>
          {tag.name}
        </Link>
      ))}
      {acts && <span className={s.acts}>{acts}</span>}
    </div>
  );
}
