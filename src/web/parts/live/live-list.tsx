import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Seal } from '#ui/display/seal.tsx';
import { Link } from '#ui/link.tsx';
import type { Moment, NamedLink } from '#ui/types.ts';
import s from './live.module.css';

export interface LiveItem {
  id: string;
  title: string;
  href: string;
  /** Hour and minute. */
  time: Moment;
  /** Fills the dot and adds the seal 要. */
  important?: boolean | undefined;
}

export interface LiveStory extends LiveItem {
  /** Has just entered the open list: its dot pulses three times. */
  isEntering?: boolean;
  summary?: ReactNode;
  tags?: readonly (NamedLink & { href: string })[] | undefined;
  /** `ActionButton`s: collect, comment, share. */
  actions?: ReactNode;
}

/** The news of one day along a timeline, with text. */
export function LiveList({ items }: { items: readonly LiveStory[] }) {
  return (
    <ol className={classNames(s.live, s.full)}>
      {items.map((item) => (
        <li key={item.id}>
          <article
            className={classNames(s.item, item.important && s.key, item.isEntering && s.entering)}
            aria-labelledby={`live-${item.id}`}
          >
            <time dateTime={item.time.dateTime}>{item.time.text}</time>
            <h3 className={s.title} id={`live-${item.id}`}>
              {item.important && <Seal />}
              <Link href={item.href}>{item.title}</Link>
            </h3>
            {item.summary && <p className={s.text}>{item.summary}</p>}
            {(item.tags?.length || item.actions) && <Foot tags={item.tags} actions={item.actions} />}
          </article>
        </li>
      ))}
    </ol>
  );
}

/** The short form on the front page: time and headline. A phone shows the first three. */
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

function Foot({ tags = [], actions }: Pick<LiveStory, 'tags' | 'actions'>) {
  return (
    <div className={s.foot}>
      {tags.map((tag) => (
        <Link key={tag.name} href={tag.href}>
          {tag.name}
        </Link>
      ))}
      {actions && <span className={s.acts}>{actions}</span>}
    </div>
  );
}
