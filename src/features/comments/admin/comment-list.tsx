import type { ReactNode } from 'react';
import { messageOf } from '#admin/parts/data.ts';
import { BulkBar, RowChanges } from '#admin/parts/list/bulk-bar.tsx';
import { BulkReport } from '#admin/parts/list/bulk-report.tsx';
import { Empty, Pager } from '#admin/parts/list/data-table.tsx';
import { useBulk } from '#admin/parts/list/use-bulk.ts';
import type { List } from '#admin/parts/list/use-pages.ts';
import { useRowChanges } from '#admin/parts/list/use-row-changes.tsx';
import { useSelection } from '#admin/parts/list/use-selection.ts';
import { ErrorState } from '#ui/states/empty-state.tsx';
import type { AdminComment } from '../manage/schema.ts';
import { CommentCard, writerNameOf } from './comment-card.tsx';
import { bulkChanges, commentChanges } from './comment-changes.tsx';
import s from './comments.module.css';
import { SelectPage } from './select-page.tsx';

const unit = '条';
const idOf = ({ id }: AdminComment) => id;
const nameOf = (comment: AdminComment) => `${writerNameOf(comment)}的评论`;

/** Comments as cards, because their text needs more room than a table row; with single and bulk actions. */
export function CommentList({ list, empty }: { list: List<AdminComment>; empty: ReactNode }) {
  const selection = useSelection<AdminComment>(list.scope);
  const bulk = useBulk();
  const { choose, dialog } = useRowChanges<AdminComment>({ bulk, unit, idOf, nameOf });
  const { rows, paging, error } = list;
  if (error && rows.length === 0)
    return <ErrorState title="没有取到评论" message={messageOf(error)} onRetry={list.retry} />;
  return (
    <>
      <BulkReport bulk={bulk} unit={unit} />
      <BulkBar {...{ list, selection, choose, unit, idOf }} changes={bulkChanges} />
      {rows.length === 0 && <Empty label="评论" list={list} empty={empty} />}
      {rows.length > 0 && <SelectPage rows={rows} selection={selection} />}
      <ul className={s.list} aria-label="评论" aria-busy={list.isLoading}>
        {rows.map((comment) => (
          <CommentCard
            key={comment.id}
            comment={comment}
            selection={selection}
            actions={
              <RowChanges row={comment} changes={commentChanges} choose={choose} name={nameOf(comment)} />
            }
          />
        ))}
      </ul>
      {paging && (paging.next || paging.previous) && <Pager {...paging} />}
      {dialog}
    </>
  );
}
