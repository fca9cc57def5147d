import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icon.tsx';
import { Link } from '../link.tsx';
import { Button, Spin } from './button.tsx';
import { pageWindow } from './page-window.ts';
import s from './pagination.module.css';

export interface PaginationProps {
  /** From 1. */
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
}

/** Numbered pages; nothing when there is one. */
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
  /** What comes, e.g. 更早的资讯. */
  noun?: string;
  /** The next page for readers without script; the press is then handled by `onMore`. */
  href?: string | undefined;
}

/** The foot of an endless list: a button, the wait, a failure with a retry, or the end. */
export function LoadMore({ state, onMore, noun = '更多内容', href }: LoadMoreProps) {
  return (
    <div className={s.more} role="status">
      {state === 'idle' && <MoreControl noun={noun} onMore={onMore} href={href} />}
      {state === 'loading' && (
        <>
          <Spin />
          正在取{noun}
        </>
      )}
      {state === 'failed' && (
        <>
          <span>没有取到{noun}</span>
          <Button size="s" icon="refresh" onClick={onMore}>
            重试
          </Button>
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
