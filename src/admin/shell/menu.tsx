import { NavLink } from 'react-router';
import { Permit } from '#client/permissions.tsx';
import { useDataCount } from '#client/stores.ts';
import { menuGroups } from '#shared/admin-menu.ts';
import { Icon } from '#ui/icon.tsx';
import { Badge, formatBadge } from '#ui/marks/badge.tsx';
import s from './menu.module.css';
import { menu } from './menu-entries.ts';

/** The menu: what this person may open; a group of which they may open nothing is not there. */
export function Menu() {
  return (
    <div className={s.menu}>
      {menuGroups.map(({ group, label }) => (
        <section className={s.group} key={label}>
          <h2 className={s.label}>{label}</h2>
          <ul>
            {menu
              .filter((entry) => entry.group === group)
              .map((entry) => (
                <Permit key={entry.to} code={entry.permission}>
                  <Entry {...entry} />
                </Permit>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Entry({ to, label, icon }: (typeof menu)[number]) {
  const approvals = useDataCount(({ myApprovalCount }) => myApprovalCount);
  const waiting = to === '/moderation' ? approvals : 0;
  return (
    <li>
      <NavLink to={to} className={({ isActive }) => (isActive ? `${s.item} ${s.here}` : (s.item ?? ''))}>
        <Icon name={icon} />
        {label}
        {waiting > 0 && (
          <>
            <span className="vh">，{formatBadge(waiting)} 项待处理</span>
            <Badge decorative count={waiting} className={s.count} />
          </>
        )}
      </NavLink>
    </li>
  );
}
