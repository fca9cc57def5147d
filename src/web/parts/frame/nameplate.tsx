import { graphemeOffset } from '#shared/text/graphemes.ts';
import { classNames } from '#ui/class-names.ts';
import { Logo } from '#ui/display/logo.tsx';
import { Link } from '#ui/link.tsx';
import { useSiteContext } from '../../site.ts';
import s from './nameplate.module.css';

export interface NameplateProps {
  href: string;
  /** l: front page; m: running head (default); s: footer. */
  size?: 'l' | 'm' | 's';
}

/** The logo of the site, or its seal and name, linked to the front page. */
export function Nameplate({ href, size = 'm' }: NameplateProps) {
  const { name, logo, logoDark } = useSiteContext().site;
  return (
    <Link className={classNames(s.nameplate, s[size])} href={href} aria-label={`${name}首页`}>
      {logo ? <Logo {...{ name, logo, logoDark }} className={s.logo} /> : <SealAndName />}
    </Link>
  );
}

function SealAndName() {
  const { name, seal } = useSiteContext().site;
  return (
    <>
      {seal ? (
        <svg className={s.seal} viewBox="0 0 44 44" aria-hidden="true">
          <rect width="44" height="44" rx="3" />
          <path d={seal} />
        </svg>
      ) : (
        // Drawn by CSS: as text it would have to be part of the link's accessible name.
        <span
          className={classNames(s.seal, s.letter)}
          data-letter={name.slice(0, graphemeOffset(name, 1))}
          aria-hidden="true"
        />
      )}
      <span className={s.name}>{name}</span>
    </>
  );
}

/** 文武线: one thick line, one thin. Opens a page or a section, never an item. */
export function DoubleRule({ className }: { className?: string | undefined }) {
  return <hr className={className ? `${s.wenwu} ${className}` : s.wenwu} />;
}
