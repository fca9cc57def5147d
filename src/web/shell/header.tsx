import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loginAddress } from '#client/return-path.ts';
import { buildNav, buildRoutes, columnLabel, columnPath, type NavEntry } from '#client/routes.ts';
import { useDataCount, useUser } from '#client/stores.ts';
import type { Column } from '#features/columns/schema.ts';
import { weekdayOf } from '#shared/dates.ts';
import type { SiteMenu } from '#shared/menu.ts';
import { classNames } from '#ui/class-names.ts';
import { Menu, type MenuItem } from '#ui/controls/menu.tsx';
import { SearchBox } from '#ui/controls/search-box.tsx';
import { Badge, formatBadge } from '#ui/display/badge.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { Link, newWindowFor } from '#ui/link.tsx';
import { CachedPart } from '../parts/cached-part.tsx';
import { iconOf } from '../parts/column/column-parts.tsx';
import { Masthead } from '../parts/frame/masthead.tsx';
import { useCanonicalAddress } from '../parts/use-canonical-address.ts';
import { useSuggestions } from '../parts/use-suggestions.ts';
import { useSiteContext } from '../site.ts';
import { hasView } from '../views.ts';
import { Account } from './account.tsx';
import s from './header.module.css';

/** Masthead and column navigation. The member appears once the browser has read the session. */
export function Header({ variant }: { variant: 'front' | 'inside' }) {
  const { today, site } = useSiteContext();
  const address = useCanonicalAddress();
  const user = useUser(({ userInfo }) => userInfo);
  return (
    <>
      <Masthead
        variant={variant}
        homeHref={site.home}
        date={longDate(today)}
        search={<HeadSearch />}
        searchHref="/search"
        loginHref={loginAddress(address)}
        account={user && <Account user={user} />}
      />
      <CachedPart name="column-nav" data={useNavItems()}>
        {(items) => <ColumnNav items={items} />}
      </CachedPart>
    </>
  );
}

/** The built-in columns in the phone's bar, which shortens their usual names. */
const barColumns = [
  { id: '1', shortName: '资讯', icon: 'wave' },
  { id: '2', shortName: '研报', icon: 'doc' },
  { id: '3', shortName: 'VIP', icon: 'vip' },
] as const;

export function PhoneBar() {
  const { pathname } = useLocation();
  const user = useUser(({ userInfo }) => userInfo);
  const unread = useDataCount(({ msgNotReadCount }) => msgNotReadCount);
  const { columns, site } = useSiteContext();
  const isBelow = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  const items: BottomBarItem[] = [
    { label: '首页', href: site.home, icon: 'home', current: pathname === site.home },
    ...barColumns.flatMap(({ id, shortName, icon }) => {
      const href = columnPath(id);
      const column = columns.find((one) => one.id === id);
      if (href === site.home || !column || column.noMenu === 1) return [];
      const label = columnLabel(columns, id, shortName);
      return [{ label, href, icon: iconOf(column) ?? icon, current: isBelow(href) }];
    }),
    user
      ? { label: '我的', href: '/personal', icon: 'user', current: isBelow('/personal'), unread }
      : { label: '登录', href: loginAddress(pathname), icon: 'user', current: isBelow('/login') },
  ];
  return (
    <CachedPart name="phone-bar" data={items}>
      {(shown) => <BottomBar items={shown} />}
    </CachedPart>
  );
}

function HeadSearch() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const suggestions = useSuggestions(text);
  const onSearch = useCallback(
    (word: string) => navigate(`/search?keyword=${encodeURIComponent(word)}`),
    [navigate],
  );
  return (
    <SearchBox
      action="/search"
      placeholder="搜标题、作者、股票代码"
      suggestions={suggestions}
      onTextChange={setText}
      onSearch={onSearch}
      onOpen={(href) => void navigate(href)}
    />
  );
}

function useNavItems() {
  const { columns, site } = useSiteContext();
  const { pathname } = useLocation();
  const nav = navOf(columns, site.menu);
  return nav.map((entry, index) => ({
    id: entry.id,
    label: entry.title,
    href: entry.path,
    links: entry.path ? [] : entry.children.map(({ title, path }) => ({ label: title, href: path })),
    current: isCurrent(entry, pathname),
    vip: entry.id === '3',
    end: entry.path === '/gszb' && index === nav.length - 1,
  }));
}

const navs = new WeakMap<SiteMenu, { columns: readonly Column[]; nav: NavEntry[] }>();

/** Returns the navigation of a menu, which every page of the server shares. */
function navOf(columns: readonly Column[], menu: SiteMenu): NavEntry[] {
  const known = navs.get(menu);
  if (known?.columns === columns) return known.nav;
  const nav = buildNav(buildRoutes(columns, menu).filter(hasView), columns, menu.entries);
  navs.set(menu, { columns, nav });
  return nav;
}

const isCurrent = (entry: NavEntry, pathname: string): boolean =>
  pathname === entry.path ||
  (entry.path !== '' && pathname.startsWith(`${entry.path}/`)) ||
  entry.children.some((child) => isCurrent(child, pathname));

function longDate(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${year} 年 ${month} 月 ${date} 日　${weekdayOf(day)}`;
}

interface BottomBarItem {
  label: string;
  href: string;
  icon: IconName;
  current?: boolean | undefined;
  /** Number of unread items; no badge at 0, 99+ above 99. */
  unread?: number | undefined;
}

/** The phone's five main entries (首页/资讯/研报/VIP/我的). Hidden from 600 px on, and while an `ActionBar` is shown. */
function BottomBar({ items }: { items: readonly BottomBarItem[] }) {
  return (
    <nav className={s.bar} aria-label="主要入口" data-bottom-bar="">
      <ul>
        {items.map((item) => (
          <li key={item.label}>
            <Link href={item.href} aria-current={item.current ? 'page' : undefined}>
              <span className={s.icon}>
                <Icon name={item.icon} />
                <Badge decorative count={item.unread ?? 0} className={s.badge} />
              </span>
              <span>
                {item.label}
                {Boolean(item.unread) && <span className="vh">，{formatBadge(item.unread ?? 0)} 条未读</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface ColumnNavItem {
  /** Unique among the items. */
  id: string;
  label: string;
  /** Empty: a group of links. */
  href: string;
  links: readonly MenuItem[];
  current?: boolean | undefined;
  /** Shown in gold. */
  vip?: boolean | undefined;
  /** Pushed to the far right. */
  end?: boolean | undefined;
}

/** The sticky column navigation below the masthead. On a phone it scrolls horizontally to the current column. */
function ColumnNav({ items }: { items: readonly ColumnNavItem[] }) {
  const list = useRef<HTMLUListElement>(null);
  const currentId = items.find((item) => item.current)?.id;

  useEffect(() => {
    // Not `scrollIntoView`, which would scroll the page too.
    const current = currentId && list.current?.querySelector<HTMLElement>('[aria-current]');
    if (!list.current || !current) return;
    list.current.scrollLeft = current.offsetLeft - (list.current.clientWidth - current.offsetWidth) / 2;
  }, [currentId]);

  return (
    <nav className={s.nav} aria-label="栏目">
      <div className={classNames('page', s.page)}>
        <ul className={s.list} ref={list}>
          {items.map((item) => (
            <li key={item.id} className={classNames(item.end && s.end)}>
              {item.href ? (
                <Link
                  href={item.href}
                  className={classNames(item.vip && s.vip)}
                  aria-current={item.current ? 'page' : undefined}
                  {...newWindowFor(item.href)}
                >
                  {item.label}
                </Link>
              ) : (
                <Menu
                  trigger={
                    <>
                      {item.label}
                      <Icon name="down" size="s" />
                    </>
                  }
                  items={item.links}
                  isInScroller
                />
              )}
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}
