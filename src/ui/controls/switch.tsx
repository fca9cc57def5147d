import type { InputHTMLAttributes, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import s from './switch.module.css';

export type SwitchProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role'> & {
  children: ReactNode;
};

/** On or off at once, without a form to send. */
export function Switch({ children, className, ...rest }: SwitchProps) {
  return (
    <label className={classNames(s.switch, className)}>
      <input type="checkbox" role="switch" {...rest} />
      {children}
    </label>
  );
}
