import type { ButtonHTMLAttributes } from 'react';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icon.tsx';
import s from './tool.module.css';

export interface ToolButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName;
  /** Read aloud; the button shows only its icon. */
  label: string;
}

/** A bare icon button for bars and heads. */
export function ToolButton({ icon, label, className, ...rest }: ToolButtonProps) {
  return (
    <button type="button" className={classNames(s.tool, className)} aria-label={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
