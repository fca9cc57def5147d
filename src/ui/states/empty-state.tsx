import type { ReactNode } from 'react';
import { ButtonLink } from '../controls/button.tsx';
import { RetryButton } from '../controls/retry-button.tsx';
import s from './empty-state.module.css';

const ILLUSTRATIONS = {
  /** Still water: nothing here yet. */
  calm: 'M4 30c12-14 24-14 36 0s24 14 36 0 24-14 36 0 12 8 16 8M4 44c12-14 24-14 36 0s24 14 36 0 24-14 36 0 12 8 16 8M4 58c12-14 24-14 36 0s24 14 36 0 24-14 36 0 12 8 16 8',
  /** A broken line: loading failed. */
  broken:
    'M4 58h52M76 58h52M4 44c12-14 24-14 36 0 5 5 10 8 15 8M76 36c12-8 24-6 36 8 5 5 10 8 16 8M56 62l8-12-4-4 8-14',
  /** A magnifying glass over the water: nothing found. */
  search:
    'M4 30c12-14 24-14 36 0s24 14 36 0 24-14 36 0 12 8 16 8M4 44c12-14 24-14 36 0M92 44c12-14 24-10 36 6M4 58c12-14 24-14 36 0s24 14 36 0 24-14 36 0M53 34a13 13 0 1 0 26 0a13 13 0 1 0-26 0M75.5 43.5l10 10',
} as const;

export interface EmptyStateProps {
  illustration?: keyof typeof ILLUSTRATIONS | '404';
  /** States the problem. */
  title: ReactNode;
  /** Explains the reason in one sentence. */
  children?: ReactNode;
  /** `Button`s or `ButtonLink`s in size s that help the reader to continue. */
  actions?: ReactNode;
  level?: 1 | 2 | 3;
}

/** An empty, failed or missing state: says what happened and offers a next step. */
export function EmptyState({ illustration = 'calm', title, children, actions, level = 2 }: EmptyStateProps) {
  const Heading: 'h1' | 'h2' | 'h3' = `h${level}`;
  return (
    <div className={s.void}>
      {illustration === '404' ? (
        <p className={s.number} aria-hidden="true">
          404
        </p>
      ) : (
        <svg className={s.art} viewBox="0 0 132 72" aria-hidden="true">
          <path d={ILLUSTRATIONS[illustration]} />
        </svg>
      )}
      <Heading>{title}</Heading>
      {children && <div>{children}</div>}
      {actions && <div className={s.actions}>{actions}</div>}
    </div>
  );
}

export interface ErrorStateProps {
  /** 网络连接错误！ by default (docs/product.md §8). */
  message?: string;
  title?: string;
  onRetry: () => void;
  level?: 1 | 2 | 3;
}

export function ErrorState({
  message = '网络连接错误！',
  title = '没有取到内容',
  onRetry,
  level = 2,
}: ErrorStateProps) {
  return (
    <EmptyState
      illustration="broken"
      title={title}
      level={level}
      actions={<RetryButton tone="ink" onRetry={onRetry} />}
    >
      <p>{message}</p>
    </EmptyState>
  );
}

/** The URL does not exist (404). */
export function NotFound({ homeHref, searchHref }: { homeHref: string; searchHref: string }) {
  return (
    <EmptyState
      illustration="404"
      title="这一页不在了"
      level={1}
      actions={
        <>
          <ButtonLink size="s" href={homeHref}>
            回首页
          </ButtonLink>
          <ButtonLink size="s" href={searchHref}>
            搜索
          </ButtonLink>
        </>
      }
    >
      <p>地址可能写错，或内容已经撤下。</p>
    </EmptyState>
  );
}
