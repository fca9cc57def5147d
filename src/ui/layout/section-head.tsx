import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Link } from '../link.tsx';
import s from './section-head.module.css';

export interface SectionTab {
  label: string;
  current?: boolean | undefined;
  /** With `href` the tab is a link, otherwise a button with `onSelect`. */
  href?: string | undefined;
  onSelect?: (() => void) | undefined;
}

export interface SectionHeadProps {
  title: ReactNode;
  /** Id of the heading, for `aria-labelledby`. */
  id?: string | undefined;
  level?: 2 | 3;
  /** main: 文武线 (thick and thin line) above (default); side: one dark line below; vip: gold lines. */
  tone?: 'main' | 'side' | 'vip';
  /** Shows a pulsing dot beside the title: the section updates live. */
  live?: boolean | undefined;
  more?: { label?: string; href: string } | undefined;
  tabs?: readonly SectionTab[] | undefined;
  className?: string | undefined;
}

export function SectionHead(props: SectionHeadProps) {
  const { title, id, level = 2, tone = 'main', live, more, tabs, className } = props;
  const Heading: 'h2' | 'h3' = `h${level}`;
  return (
    <div className={classNames(s.head, s[tone], className)}>
      <Heading id={id} className={s.title}>
        {title}
      </Heading>
      {live && <Pulse />}
      {more && (
        <Link className={s.more} href={more.href}>
          {more.label ?? '更多'}
        </Link>
      )}
      {tabs && <SectionTabs tabs={tabs} />}
    </div>
  );
}

/** The live dot; without animation under reduced motion. */
export function Pulse() {
  return <span className={s.pulse} aria-hidden="true" />;
}

function SectionTabs({ tabs }: { tabs: readonly SectionTab[] }) {
  return (
    <div className={s.tabs}>
      {tabs.map((tab) =>
        tab.href ? (
          <Link key={tab.label} href={tab.href} aria-current={tab.current ? 'true' : undefined}>
            {tab.label}
          </Link>
        ) : (
          <button
            key={tab.label}
            type="button"
            aria-pressed={Boolean(tab.current)}
            onClick={() => tab.onSelect?.()}
          >
            {tab.label}
          </button>
        ),
      )}
    </div>
  );
}
