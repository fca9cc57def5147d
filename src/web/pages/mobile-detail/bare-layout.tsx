import type { ReactNode } from 'react';
import { ThemeSwitch } from '#ui/controls/theme-switch.tsx';
import { Link } from '#ui/link.tsx';
import type { NamedLink } from '#ui/types.ts';
import { Nameplate } from '../../parts/frame/nameplate.tsx';
import s from './bare-layout.module.css';

export interface BareLayoutProps {
  homeHref: string;
  name: string;
  /** `ArticleHead`, `Prose` and what follows. */
  children: ReactNode;
  /** Into the site, e.g. a `ButtonLink`. */
  more?: ReactNode;
  /** The footer's one line: copyright and filing numbers. */
  legal: readonly NamedLink[];
}

/** One piece without the site around it: the name in one line, the piece, the legal line. */
export function BareLayout({ homeHref, name, children, more, legal }: BareLayoutProps) {
  return (
    <div className={s.page}>
      <header className={s.head}>
        <Nameplate href={homeHref} size="s" name={name} />
        <ThemeSwitch />
      </header>
      <main id="main" tabIndex={-1} className={s.main}>
        <article>{children}</article>
        {more && <p className={s.more}>{more}</p>}
      </main>
      <footer className={s.foot}>
        {legal.map(({ name: text, href }) =>
          href ? (
            <Link key={text} href={href}>
              {text}
            </Link>
          ) : (
            <span key={text}>{text}</span>
          ),
        )}
      </footer>
    </div>
  );
}
