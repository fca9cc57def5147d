import { classNames } from '#ui/class-names.ts';
import { Link } from '#ui/link.tsx';
import s from './nameplate.module.css';

export interface NameplateProps {
  href: string;
  /** l: front page; m: running head (default); s: footer. */
  size?: 'l' | 'm' | 's';
  name?: string;
}

/** The seal and name of the site, linked to the front page. */
export function Nameplate({ href, size = 'm', name = '观澜' }: NameplateProps) {
  return (
    <Link className={classNames(s.nameplate, s[size])} href={href} aria-label={`${name}首页`}>
      <svg className={s.seal} viewBox="0 0 44 44" aria-hidden="true">
        <rect width="44" height="44" rx="3" />
        <path d={[15, 23.5, 32].map((y) => `M6 ${y}c5.3-6 10.7-6 16 0s10.7 6 16 0`).join('')} />
      </svg>
      <span className={s.name}>{name}</span>
    </Link>
  );
}

/** 文武线: one thick line, one thin. Opens a page or a section, never an item. */
export function DoubleRule({ className }: { className?: string | undefined }) {
  return <hr className={className ? `${s.wenwu} ${className}` : s.wenwu} />;
}
