import { classNames } from './class-names.ts';
import { ICON_PATHS, type IconName } from './icon-paths.ts';

export type { IconName } from './icon-paths.ts';

export interface IconProps {
  name: IconName;
  /** s 16 px, m 20 px (default), l 24 px. */
  size?: 's' | 'm' | 'l';
  /** Fills the outline, e.g. for an active bookmark. */
  filled?: boolean;
  className?: string | undefined;
}

/** Line icon in the text colour. Decorative: the control around it has the accessible name. */
export function Icon({ name, size = 'm', filled = false, className }: IconProps) {
  return (
    <svg
      className={classNames('i', size !== 'm' && `i-${size}`, className)}
      viewBox="0 0 24 24"
      aria-hidden="true"
      {...(filled ? { style: { fill: 'currentColor' } } : null)}
    >
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
