import type { ButtonHTMLAttributes } from 'react';
import { classNames } from '../class-names.ts';
import { Badge } from '../display/badge.tsx';
import { Icon, type IconName } from '../icon.tsx';
import { Link } from '../link.tsx';
import s from './tool.module.css';
import tool from './tool.module.css';

export interface ToolLinkProps {
  icon: IconName;
  /** Accessible name, including the count; only the icon and the badge are visible. */
  label: string;
  href: string;
  count?: number | undefined;
  className?: string | undefined;
}

/** Icon link with a count of waiting items. */
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
  /** Accessible name; only the icon is visible. */
  label: string;
}

/** Icon button for toolbars and headers. */
export function ToolButton({ icon, label, className, ...rest }: ToolButtonProps) {
  return (
    <button type="button" className={classNames(s.tool, className)} aria-label={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}

/**
 * Theme switch: a moon in the light theme, a sun in the dark theme. document-start.js handles clicks on the attribute, so the
 * switch works before hydration.
 */
export function ThemeSwitch() {
  return (
    <button type="button" className={tool.tool} data-theme-switch="" aria-label="切换深色或浅色">
      <Icon name="moon" className={s.moon} />
      <Icon name="sun" className={s.sun} />
    </button>
  );
}
