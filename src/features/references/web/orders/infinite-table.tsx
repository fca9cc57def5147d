import { LoadMore } from '#ui/controls/pagination.tsx';
import { SectionNote } from '#ui/states/notice.tsx';
import { type FigureColumn, FigureTable } from '#web/parts/figure-table.tsx';
import { useInfiniteList } from '#web/parts/use-infinite-list.ts';

type InfiniteTableProps<R extends { id: string }> = {
  label: string;
  columns: readonly FigureColumn[];
  first: { records: R[]; cursor: string | null };
  fetchMore: (cursor: string) => Promise<{ records: R[]; cursor: string | null }>;
  cellsOf: (record: R) => React.ReactNode[];
  empty: string;
  noun: string;
};

/** A table of figures with keyset pagination. */
export function InfiniteTable<R extends { id: string }>(props: InfiniteTableProps<R>) {
  const { label, columns, first, fetchMore, cellsOf, empty, noun } = props;
  const list = useInfiniteList(first, ({ id }) => id, fetchMore);
  if (list.records.length === 0) return <SectionNote>{empty}</SectionNote>;
  return (
    <>
      <FigureTable
        label={label}
        columns={columns}
        rows={list.records.map((record) => ({ key: record.id, cells: cellsOf(record) }))}
      />
      <div ref={list.sentinel}>
        <LoadMore state={list.state} noun={noun} onMore={list.more} />
      </div>
    </>
  );
}
