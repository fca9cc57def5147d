import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { EmptyState, ErrorState } from '#ui/states/empty-state.tsx';
import { messageOf, type Read, statusOf } from '../data.ts';

type Props<T> = {
  read: Read<T>;
  /** Name of the loaded record, such as 订单; used in the error states. */
  noun: string;
  level?: 1 | 2 | 3;
  fallback?: ReactNode;
  children: (data: T) => ReactNode;
};

/** Lines in place of content that loads, without Ant Design's first line: it is an empty heading to a screen reader. */
export const Loading = ({ label }: { label: string }) => (
  <div role="status" aria-label={label}>
    <Skeleton active title={false} paragraph={{ rows: 4 }} />
  </div>
);

/** Renders loaded data, or its loading, error, forbidden or deleted state. Keeps old data during a refetch. */
export function Loaded<T>({ read, noun, level = 2, fallback, children }: Props<T>) {
  const { data, error, refetch } = read;
  if (data !== undefined) return children(data);
  if (!error) return fallback ?? <Loading label={`正在取${noun}`} />;
  const status = statusOf(error);
  if (status === 403)
    return (
      <EmptyState title="权限不足" level={level}>
        <p>{messageOf(error)}</p>
      </EmptyState>
    );
  if (status === 404)
    return (
      <EmptyState illustration="404" title={`没有这个${noun}`} level={level}>
        <p>{messageOf(error)}</p>
      </EmptyState>
    );
  return (
    <ErrorState
      title={`没有取到${noun}`}
      message={messageOf(error)}
      level={level}
      onRetry={() => void refetch()}
    />
  );
}
