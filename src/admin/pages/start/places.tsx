import { Link } from 'react-router';
import { Permit } from '#client/permissions.tsx';
import { Icon } from '#ui/icon.tsx';
import { menu } from '../../shell/menu-entries.ts';
import s from './start.module.css';

/** Where this person may go: the menu, for screens on which it is folded away. */
export function Places() {
  return (
    <nav className={s.folded} aria-labelledby="places">
      <h2 className={s.heading} id="places">
        去处
      </h2>
      <ul className={s.places}>
        {menu
          .filter(({ to }) => to !== '/')
          .map(({ to, label, icon, permission }) => (
            <Permit key={to} code={permission}>
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
