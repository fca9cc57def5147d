import { classNames } from './class-names.ts';
import { ICON_PATHS, type IconName } from './icon-paths.ts';

export type { IconName } from './icon-paths.ts';

export interface IconProps extends PathIconProps {
  name: IconName;
}

export interface PathIconProps {
  /** s 16 px, m 20 px (default), l 24 px. */
  size?: 's' | 'm' | 'l';
  /** Fills the outline, e.g. for an active bookmark. */
  filled?: boolean;
  className?: string | undefined;
}

/** Line icon in the text colour. Decorative: the control around it has the accessible name. */
export const Icon = ({ name, ...props }: IconProps) => <PathIcon path={ICON_PATHS[name]} {...props} />;

/** The same for a path that is not among the icons of the site. */
export function PathIcon({ path, size = 'm', filled = false, className }: PathIconProps & { path: string }) {
  return (
    <svg
      className={classNames('i', size !== 'm' && `i-${size}`, className)}
      viewBox="0 0 24 24"
      aria-hidden="true"
      {...(filled ? { style: { fill: 'currentColor' } } : null)}
    >
      <path d={path} />
    </svg>
  );
}
