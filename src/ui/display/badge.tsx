import { MAX_BADGE_COUNT } from '#client/constants.ts';
import { classNames } from '../class-names.ts';
import s from './badge.module.css';

/** Formats a badge count: at most 99, then 99+ (docs/product.md §9). */
export function formatBadge(count: number): string {
  return count > MAX_BADGE_COUNT ? `${MAX_BADGE_COUNT}+` : String(Math.max(0, Math.floor(count)));
}

export interface BadgeProps {
  count: number;
  /** Hides the badge from screen readers, because the control's accessible name contains the count. */
  decorative?: boolean;
  className?: string | undefined;
}

/** Small red count; renders nothing at 0. */
export function Badge({ count, decorative = false, className }: BadgeProps) {
  if (!(count > 0)) return null;
  return (
    <span className={classNames(s.badge, className)} aria-hidden={decorative || undefined}>
      {formatBadge(count)}
    </span>
  );
}
