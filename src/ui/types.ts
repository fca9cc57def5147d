export type Access = 'public' | 'member' | 'vip' | 'paid';

export interface NamedLink {
  name: string;
  href?: string | undefined;
}

/** A time as displayed and in machine-readable form. */
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
  /** Empty if the headline beside the image says the same. */
  alt?: string | undefined;
}
