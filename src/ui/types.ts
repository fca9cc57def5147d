/** Who may read a piece; the product's four published levels. */
export type Access = 'public' | 'member' | 'vip' | 'paid';

export interface NamedLink {
  name: string;
  href?: string | undefined;
}

/** A moment as it is shown, and as machines read it. */
export interface Moment {
  /** Formatted by the caller, e.g. 07:30, 昨天, 11-18. */
  text: string;
  /** ISO 8601 with offset. */
  dateTime: string;
}

export interface Picture {
  src: string;
  width?: number | undefined;
  height?: number | undefined;
  srcSet?: string | undefined;
  sizes?: string | undefined;
  /** Empty where the headline beside it already says it. */
  alt?: string | undefined;
}
