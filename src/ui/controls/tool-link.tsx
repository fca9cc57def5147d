import type { ButtonHTMLAttributes } from 'react';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icon.tsx';
import { Link } from '../link.tsx';
import { Badge } from '../marks/badge.tsx';
import s from './tool.module.css';
import tool from './tool.module.css';

export interface ToolLinkProps {
  icon: IconName;
  /** Read aloud, the count included; only the icon and the badge are shown. */
  label: string;
  href: string;
  count?: number | undefined;
  className?: string | undefined;
}

/** A bare icon that leads somewhere, with how much waits there. */
export function ToolLink({ icon, label, href, count = 0, className }: ToolLinkProps) {
  return (
    <Link className={classNames(s.tool, className)} href={href} aria-label={label}>
      <Icon name={icon} />
      <Badge decorative count={count} className={s.badge} />
    </Link>
  );
}

interface ToolButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
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

/** Moon by day, sun by night. theme.js listens for the attribute, so that it works before hydration. */
export function ThemeSwitch() {
  return (
    <button type="button" className={tool.tool} data-theme-switch="" aria-label="切换深色或浅色">
      <Icon name="moon" className={s.moon} />
      <Icon name="sun" className={s.sun} />
    </button>
  );
}
