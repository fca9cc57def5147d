import { classNames } from './class-names.ts';
import { ICON_PATHS, type IconName } from './icon-paths.ts';

export type { IconName } from './icon-paths.ts';

export interface IconProps {
  name: IconName;
  /** s 16 px, m 20 px (default), l 24 px. */
  size?: 's' | 'm' | 'l';
  /** Fills the outline, e.g. a bookmark that is set. */
  filled?: boolean;
  className?: string | undefined;
}

/** A line icon in the colour of its text. Decoration only: the control beside it carries the name. */
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
