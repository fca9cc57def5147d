import type { InputHTMLAttributes, ReactNode } from 'react';
import s from './switch.module.css';

export type SwitchProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role' | 'className'> & {
  children: ReactNode;
};

/** Toggle that takes effect at once, without a form. */
export function Switch({ children, ...rest }: SwitchProps) {
  return (
    <label className={s.switch}>
      <input type="checkbox" role="switch" {...rest} />
      {children}
    </label>
  );
}
