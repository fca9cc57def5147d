import { Icon } from '#ui/icon.tsx';
import { Link } from '#ui/link.tsx';
import s from './prev-next.module.css';

interface Neighbour {
  title: string;
  href: string;
}

export interface PrevNextProps {
  prev?: Neighbour | null | undefined;
  next?: Neighbour | null | undefined;
}

/** The pieces before and after. Nothing when there is neither. */
export function PrevNext({ prev, next }: PrevNextProps) {
  if (!prev && !next) return null;
  return (
    <nav className={s.pair} aria-label="上一篇与下一篇">
      {prev && (
        <Link href={prev.href} rel="prev">
          <small>
            <Icon name="left" size="s" />
            上一篇
          </small>
          {prev.title}
        </Link>
      )}
      {next && (
        <Link href={next.href} rel="next">
          <small>
            下一篇
            <Icon name="right" size="s" />
          </small>
          {next.title}
        </Link>
      )}
    </nav>
  );
}
