import { BADGE_MAXIMUM } from '#client/constants.ts';
import { classNames } from '../class-names.ts';
import s from './badge.module.css';

/** A count in a badge: at most 99, then 99+ (seed §9). */
export function formatBadge(count: number): string {
  return count > BADGE_MAXIMUM ? `${BADGE_MAXIMUM}+` : String(Math.max(0, Math.floor(count)));
}

export interface BadgeProps {
  count: number;
  /** The name of the control around it already says the count. */
  decorative?: boolean;
  className?: string | undefined;
}

/** A small red figure; nothing at 0. */
export function Badge({ count, decorative = false, className }: BadgeProps) {
  if (!(count > 0)) return null;
  return (
    <span className={classNames(s.badge, className)} aria-hidden={decorative || undefined}>
      {formatBadge(count)}
    </span>
  );
}
