import { NavLink } from 'react-router';
import { Permit } from '#client/permissions.tsx';
import { Icon } from '#ui/icon.tsx';
import s from './menu.module.css';
import { type MenuEntry, menuGroups } from './menu-entries.ts';

/** The menu: what this person may open; a group of which they may open nothing is not there. */
export function Menu() {
  return (
    <div className={s.menu}>
      {menuGroups.map(({ label, entries }) => (
        <section className={s.group} key={label}>
          <h2 className={s.label}>{label}</h2>
          <ul>
            {entries.map((entry) => (
              <Permit key={entry.to} code={entry.code}>
                <Entry {...entry} />
              </Permit>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Entry({ to, label, icon }: MenuEntry) {
  return (
    <li>
      <NavLink to={to} className={({ isActive }) => (isActive ? `${s.item} ${s.here}` : (s.item ?? ''))}>
        <Icon name={icon} />
        {label}
      </NavLink>
    </li>
  );
}
