import type { ReactNode } from 'react';
import { formatCount } from '#shared/numbers.ts';
import { Section } from '#ui/layout/section.tsx';
import s from './comments.module.css';

export type CommentSort = 'newest' | 'hottest';

interface CommentsFrameProps {
  total: number;
  sort: CommentSort;
  onSort: (sort: CommentSort) => void;
  children: ReactNode;
}

/** Heading and order of the comments of a post. */
export function CommentsFrame({ total, sort, onSort, children }: CommentsFrameProps) {
  const tab = (label: string, value: CommentSort) => ({
    ...{ label, current: sort === value },
    onSelect: () => onSort(value),
  });
  return (
    <Section
      id="comments-title"
      title={<>评论 {total > 0 && <span className={s.total}>{formatCount(total)}</span>}</>}
      tabs={total > 1 ? [tab('最热', 'hottest'), tab('最新', 'newest')] : undefined}
    >
      {children}
    </Section>
  );
}
