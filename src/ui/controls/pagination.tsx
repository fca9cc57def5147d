import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icon.tsx';
import { Link } from '../link.tsx';
import { Button, Spinner } from './button.tsx';
import { pageWindow } from './page-window.ts';
import s from './pagination.module.css';
import { RetryButton } from './retry-button.tsx';

export interface PaginationProps {
  /** Starts at 1. */
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
}

/** Numbered pages; renders nothing for a single page. */
export function Pagination({ page, pages, hrefOf }: PaginationProps) {
  if (pages < 2) return null;
  return (
    <nav className={s.pages} aria-label="分页">
      <Step icon="left" label="上一页" href={page > 1 ? hrefOf(page - 1) : undefined} rel="prev" />
      {pageWindow(page, pages).map((entry) =>
        typeof entry === 'number' ? (
          <Link
            key={entry}
            href={hrefOf(entry)}
            aria-label={`第 ${entry} 页`}
            aria-current={entry === page ? 'page' : undefined}
          >
            {entry}
          </Link>
        ) : (
          <span key={entry} aria-hidden="true">
            …
          </span>
        ),
      )}
      <Step icon="right" label="下一页" href={page < pages ? hrefOf(page + 1) : undefined} rel="next" />
    </nav>
  );
}

interface StepProps {
  icon: IconName;
  label: string;
  href: string | undefined;
  rel: string;
}

function Step({ icon, label, href, rel }: StepProps) {
  if (!href) {
    return (
      <span className={s.off}>
        <Icon name={icon} size="s" />
        <span className="vh">没有{label}</span>
      </span>
    );
  }
  return (
    <Link href={href} aria-label={label} rel={rel}>
      <Icon name={icon} size="s" />
    </Link>
  );
}

export interface LoadMoreProps {
  state: 'idle' | 'loading' | 'failed' | 'end';
  onMore: () => void;
  /** Name of the further content, e.g. 更早的资讯. */
  noun?: string;
  /** URL of the next page for readers without JavaScript; with it, `onMore` handles the click. */
  href?: string | undefined;
}

/** End of an infinite list: a load button, a loading state, an error with retry, or the end of the list. */
export function LoadMore({ state, onMore, noun = '更多内容', href }: LoadMoreProps) {
  return (
    <div className={s.more} role="status">
      {state === 'idle' && <MoreControl noun={noun} onMore={onMore} href={href} />}
      {state === 'loading' && (
        <>
          <Spinner />
          正在取{noun}
        </>
      )}
      {state === 'failed' && (
        <>
          <span>没有取到{noun}</span>
          <RetryButton onRetry={onMore} />
        </>
      )}
      {state === 'end' && <span>没有{noun}了</span>}
    </div>
  );
}

function MoreControl({ noun, onMore, href }: { noun: string; onMore: () => void; href: string | undefined }) {
  if (!href) return <Button onClick={onMore}>看{noun}</Button>;
  return (
    <a
      className={classNames(s.link)}
      href={href}
      onClick={(event) => {
        event.preventDefault();
        onMore();
      }}
    >
      看{noun}
    </a>
  );
}
