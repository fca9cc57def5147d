import { Icon } from '#ui/icon.tsx';
import s from './toc.module.css';

export interface TocItem {
  /** Id of the heading in the text. A locked chapter links to the paywall instead. */
  id: string;
  text: string;
  locked?: boolean | undefined;
  children?: readonly TocItem[] | undefined;
}

export interface TocProps {
  items: readonly TocItem[];
  /** Id of the chapter being read; see `useCurrentHeading`. */
  current?: string | null | undefined;
}

/**
 * The table of contents beside the text. `ArticleLayout` gives its box all the height that the rest of the side column
 * leaves, and the list stays on screen within that box. Locked chapters stay listed, with a lock.
 */
export function Toc({ items, current }: TocProps) {
  if (items.length === 0) return null;
  return (
    <nav className={s.toc} aria-label="目录">
      <div>
        <h2>目录</h2>
        <TocList items={items} current={current} />
      </div>
    </nav>
  );
}

/** The folded table of contents above the text, shown where there is no side column. */
export function TocDetails({ items }: TocProps) {
  if (items.length === 0) return null;
  return (
    <details className={`${s.folded} no-print`}>
      <summary>
        <Icon name="list" size="s" />
        目录
        <span>共 {items.length} 节</span>
      </summary>
      <TocList items={items} current={null} />
    </details>
  );
}

function TocList({ items, current }: Required<TocProps>) {
  return (
    <ol className={s.list}>
      {items.map((item) => (
        <li key={item.id}>
          <a
            href={`#${item.locked ? 'wall' : item.id}`}
            aria-current={item.id === current ? 'true' : undefined}
          >
            {item.text}
            {item.locked && (
              <>
                <Icon name="lock" size="s" />
                <span className="vh">未解锁</span>
              </>
            )}
          </a>
          {item.children && item.children.length > 0 && <TocList items={item.children} current={current} />}
        </li>
      ))}
    </ol>
  );
}
