import { Link } from 'react-router';
import { Permit } from '#client/permissions.tsx';
import { Icon } from '#ui/icon.tsx';
import { menu } from '../../shell/menu-entries.ts';
import s from './start.module.css';

/** Where this person may go, as the menu has it; on a phone the menu is folded away. */
export function Shortcuts() {
  return (
    <nav aria-labelledby="shortcuts">
      <h2 className={s.heading} id="shortcuts">
        去处
      </h2>
      <ul className={s.shortcuts}>
        {menu
          .filter(({ to }) => to !== '/')
          .map(({ to, label, icon, code }) => (
            <Permit key={to} code={code}>
              <li>
                <Link to={to}>
                  <Icon name={icon} />
                  {label}
                </Link>
              </li>
            </Permit>
          ))}
      </ul>
    </nav>
  );
}
