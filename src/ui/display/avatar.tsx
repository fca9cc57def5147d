import { type CSSProperties, useState } from 'react';
import { DEFAULT_AVATAR_SIZE } from '#client/constants.ts';
import { graphemeOffset } from '#shared/text/graphemes.ts';
import s from './avatar.module.css';

export interface AvatarProps {
  name: string;
  src?: string | null | undefined;
  /** Edge length in px; 24 by default (docs/product.md §9). */
  size?: number | undefined;
}

/** Profile picture beside a visible name. Falls back to the first character of the name. */
export function Avatar({ name, src, size = DEFAULT_AVATAR_SIZE }: AvatarProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  const style = size === DEFAULT_AVATAR_SIZE ? undefined : ({ '--avatar': `${size}px` } as CSSProperties);
  const picture = src && src !== brokenSrc ? src : null;
  return (
    <span className={s.avatar} style={style} aria-hidden="true">
      {picture ? (
        <img
          src={picture}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          onError={() => setBrokenSrc(picture)}
        />
      ) : (
        firstGrapheme(name)
      )}
    </span>
  );
}

/** Returns the first grapheme: a whole emoji, a rare Hanzi outside the BMP, a letter with its combining marks. */
export function firstGrapheme(name: string): string {
  const trimmed = name.trim();
  return trimmed.slice(0, graphemeOffset(trimmed, 1));
}
