import { NavLink } from 'react-router';
import { useDataCount } from '#client/stores.ts';
import { menuGroups } from '#shared/admin-menu.ts';
import { Badge, formatBadge } from '#ui/display/badge.tsx';
import { Icon } from '#ui/icon.tsx';
import s from './menu.module.css';
import { type Entry, useMenu } from './menu-entries.ts';

export function Menu() {
  const entries = useMenu();
  return (
    <div className={s.menu}>
      {menuGroups.map(({ group, label }) => {
        const groupEntries = entries.filter((entry) => entry.group === group);
        return (
          groupEntries.length > 0 && (
            <section key={label}>
              <h2 className={s.label}>{label}</h2>
              <ul>
                {groupEntries.map((entry) => (
                  <MenuLink key={entry.to} {...entry} />
                ))}
              </ul>
            </section>
          )
        );
      })}
    </div>
  );
}

function MenuLink({ to, label, icon }: Entry) {
  const approvals = useDataCount(({ myApprovalCount }) => myApprovalCount);
  const waiting = to === '/moderation' ? approvals : 0;
  return (
    <li>
      <NavLink
        to={to}
        end={to === '/'}
        className={({ isActive }) => (isActive ? `${s.item} ${s.here}` : (s.item ?? ''))}
      >
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
