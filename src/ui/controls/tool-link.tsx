import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icon.tsx';
import { Link } from '../link.tsx';
import { Badge } from '../marks/badge.tsx';
import s from './tool.module.css';

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
