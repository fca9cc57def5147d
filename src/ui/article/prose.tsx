import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import s from './prose.module.css';

export type ProseSize = 'normal' | 'large' | 'larger';

export interface ProseProps {
  /** The reader's chosen letter size. */
  size?: ProseSize | undefined;
  /** HTML sanitised by the server, inserted without further checks. Exclusive with `children`. */
  html?: string | undefined;
  children?: ReactNode;
  className?: string | undefined;
}

/**
 * Article typography for sanitised HTML: p, h2–h4, lists, blockquote, figure, img, table (best in `.table-wrap`), code,
 * hr, `a.stock`, `sup.fn`, and `section.notes`.
 */
export function Prose({ size = 'normal', html, children, className }: ProseProps) {
  const names = classNames(s.prose, size !== 'normal' && s[size], className);
  if (html === undefined) return <div className={names}>{children}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitises the HTML when a post is saved.
  return <div className={names} dangerouslySetInnerHTML={{ __html: html }} />;
}
