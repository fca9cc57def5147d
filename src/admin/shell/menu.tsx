import { NavLink } from 'react-router';
import { Permit } from '#client/permissions.tsx';
import { Icon } from '#ui/icon.tsx';
import s from './menu.module.css';
import { menu } from './menu-entries.ts';

/** The menu: what this person may open. */
export function Menu() {
  return (
    <ul className={s.menu}>
      {menu.map(({ to, label, icon, code }) => (
        <Permit key={to} code={code}>
          <li>
            <NavLink
              to={to}
              className={({ isActive }) => (isActive ? `${s.item} ${s.here}` : (s.item ?? ''))}
            >
              <Icon name={icon} />
              {label}
            </NavLink>
          </li>
        </Permit>
      ))}
    </ul>
  );
}
