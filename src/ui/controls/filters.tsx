import { classNames } from '../class-names.ts';
import { Link } from '../link.tsx';
import s from './filters.module.css';

export interface FilterItem {
  label: string;
  /** A filter is a link, or a button with `onSelect`. */
  href?: string | undefined;
  onSelect?: (() => void) | undefined;
  current?: boolean | undefined;
}

export interface FiltersProps {
  items: readonly FilterItem[];
  /** Names the group. */
  label: string;
  /** Shows the label before the filters. */
  labelled?: boolean;
  /** One line that scrolls sideways instead of wrapping, as in a `DeskBar`. */
  oneLine?: boolean;
}

/** Words to choose one from; the chosen one is vermilion and bold. */
export function Filters({ items, label, labelled = false, oneLine = false }: FiltersProps) {
  return (
    <nav className={classNames(s.filters, oneLine && s.line)} aria-label={label}>
      {labelled && (
        <span className={s.label} aria-hidden="true">
          {label}
        </span>
      )}
      {items.map((item) =>
        item.href ? (
          <Link key={item.label} href={item.href} aria-current={item.current ? 'true' : undefined}>
            {item.label}
          </Link>
        ) : (
          <button
            key={item.label}
            type="button"
            aria-pressed={Boolean(item.current)}
            onClick={() => item.onSelect?.()}
          >
            {item.label}
          </button>
        ),
      )}
    </nav>
  );
}
