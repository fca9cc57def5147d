import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { Tag } from '#ui/display/tag.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { Col, Cols } from '#ui/layout/cols.tsx';
import { Link } from '#ui/link.tsx';
import type { Moment } from '#ui/types.ts';
import s from './personal-layout.module.css';

export interface PersonalEntry {
  label: string;
  href: string;
  icon: IconName;
  current?: boolean | undefined;
  /** Number of unread items, as a badge. */
  unread?: number | undefined;
  /** Number of items that need the member's action, as a badge. */
  waiting?: number | undefined;
}

export interface PersonalLayoutProps {
  /** Absent while it loads. */
  person: { name: string; note: string; avatar: string | null; vipUntil: Moment | null } | undefined;
  entries: readonly PersonalEntry[];
  /** The index on a narrow screen: the person and all entries, instead of one line of entries above a page. */
  isIndex?: boolean;
  children: ReactNode;
}

/** Person and entries at the left, the chosen page at the right; stacked below 900 px. */
export function PersonalLayout({ person, entries, isIndex = false, children }: PersonalLayoutProps) {
  return (
    <Cols className={s.me}>
      <Col as="aside" span={3} className={classNames(s.side, isIndex && s.index)} aria-label="个人中心">
        <div className={s.card}>
          <Avatar name={person?.name ?? ''} src={person?.avatar} size={72} />
          <div>
            <p className={s.name}>{person?.name ?? '　'}</p>
            <p className={s.note}>{person?.note ?? '　'}</p>
          </div>
        </div>
        {person?.vipUntil && (
          <p className={s.vip}>
            <Tag tone="vip">VIP</Tag>
            <span>
              有效期至 <time dateTime={person.vipUntil.dateTime}>{person.vipUntil.text}</time>
            </span>
          </p>
        )}
        <PersonalNav entries={entries} />
      </Col>
      <Col span={9}>{children}</Col>
    </Cols>
  );
}

function PersonalNav({ entries }: { entries: readonly PersonalEntry[] }) {
  const list = useRef<HTMLUListElement>(null);
  const current = entries.find((entry) => entry.current)?.href;
  // A badge that appears later moves the entries beside it.
  const unread = entries.reduce((sum, entry) => sum + (entry.unread ?? 0) + (entry.waiting ?? 0), 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the badges change the widths.
  useEffect(() => {
    // Not `scrollIntoView`, which would scroll the page too.
    const link = current && list.current?.querySelector<HTMLElement>('[aria-current]');
    if (!list.current || !link) return;
    list.current.scrollLeft = link.offsetLeft - (list.current.clientWidth - link.offsetWidth) / 2;
  }, [current, unread]);
  return (
    <nav className={s.nav} aria-label="个人中心栏目">
      <ul ref={list}>
        {entries.map(({ label, href, icon, unread = 0, waiting = 0, ...entry }) => (
          <li key={href}>
            <Link href={href} aria-current={entry.current ? 'page' : undefined}>
              <Icon name={icon} />
              {label}
              {unread > 0 && <span className="vh">，未读</span>}
              {waiting > 0 && <span className="vh">，待处理</span>}
              <Badge count={unread + waiting} />
              <Icon name="right" size="s" className={s.chevron} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
