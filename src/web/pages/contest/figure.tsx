import type { Tone } from '#shared/market.ts';
import { classNames } from '#ui/class-names.ts';
import s from './figure.module.css';

export interface FigureProps {
  children: string;
  /** Its colour; the sign is in the figure itself. */
  tone?: Tone | undefined;
  className?: string | undefined;
}

/** A figure of the market, in figures of one width. */
export function Figure({ children, tone, className }: FigureProps) {
  return <span className={classNames('fig', tone && s[tone], className)}>{children}</span>;
}
