import { Icon, type IconName } from '#ui/icon.tsx';
import { Link } from '#ui/link.tsx';
import { Badge, formatBadge } from '#ui/marks/badge.tsx';
import s from './bottom-bar.module.css';

export interface BottomBarItem {
  label: string;
  href: string;
  icon: IconName;
  current?: boolean | undefined;
  /** What waits there; nothing at 0, 99+ past 99. */
  unread?: number | undefined;
}

/** The phone's five main entries (首页/资讯/研报/VIP/我的). Hidden from 600 px on, and while an `ActBar` is there. */
export function BottomBar({ items }: { items: readonly BottomBarItem[] }) {
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
