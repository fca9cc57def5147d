import type { ReactNode } from 'react';
import s from './switch-group.module.css';

/** Switches that belong to one setting, side by side; they wrap where the screen is narrow. */
export function SwitchGroup({ children, label }: { children: ReactNode; label: string }) {
  return (
    <fieldset className={s.group}>
      <legend className="vh">{label}</legend>
      {children}
    </fieldset>
  );
}
