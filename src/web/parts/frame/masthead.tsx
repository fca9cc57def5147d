import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import tool from '#ui/controls/tool.module.css';
import { ThemeSwitch } from '#ui/controls/tool-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { Link } from '#ui/link.tsx';
import s from './masthead.module.css';
import { DoubleRule, Nameplate } from './nameplate.tsx';

export interface MastheadProps {
  /** front: date, nameplate and tools above the 文武线 (double rule); inside: a one-line running head. */
  variant?: 'front' | 'inside';
  homeHref: string;
  /** For example 2026 年 11 月 20 日　星期五; must be identical on the server and in the browser. */
  date?: string | undefined;
  /** For example 丙午年十月十二; front page only. */
  lunarDate?: string | undefined;
  /** The desktop search field, normally a `SearchBox`. */
  search?: ReactNode;
  /** Target of the search icon on phones. */
  searchHref: string;
  loginHref: string;
  /**
   * What a member sees at the right, for example the menu behind their avatar. Absent: a visitor, who gets a log-in
   * link.
   */
  account?: ReactNode;
}

export function Masthead(props: MastheadProps) {
  const { variant = 'inside', homeHref, date, lunarDate, search } = props;
  const isFront = variant === 'front';
  const dateline = date && (
    <p className={s.date}>
      <strong>{date}</strong>
      {isFront && lunarDate}
    </p>
  );
  return (
    <header className={classNames(s.masthead, isFront ? s.front : s.inside)}>
      <div className="page">
        <div className={s.row}>
          {isFront && (dateline || <span className={s.date} />)}
          {isFront ? (
            <h1>
              <Nameplate href={homeHref} size="l" />
            </h1>
          ) : (
            <Nameplate href={homeHref} />
          )}
          {!isFront && (dateline || <span className={s.date} />)}
          <div className={s.tools}>
            {search && <div className={s.search}>{search}</div>}
            <Link className={classNames(tool.tool, 'only-phone')} href={props.searchHref} aria-label="搜索">
              <Icon name="search" />
            </Link>
            <ThemeSwitch />
            <div className={s.account}>{props.account ?? <LogIn href={props.loginHref} />}</div>
          </div>
        </div>
        {isFront && <DoubleRule />}
      </div>
    </header>
  );
}

function LogIn({ href }: { href: string }) {
  return (
    <Link className={tool.tool} href={href} aria-label="登录">
      <Icon name="user" />
      <span className="not-phone">登录</span>
    </Link>
  );
}
