import { LoadMore } from '#ui/controls/pagination.tsx';
import { PartNote } from '#ui/states/notice.tsx';
import { type FigureColumn, FigureTable } from '../../../../parts/figure-table.tsx';
import { useEndless } from '../../../../parts/use-endless.ts';

type EndlessFiguresProps<R extends { id: string }> = {
  label: string;
  columns: readonly FigureColumn[];
  first: { records: R[]; cursor: string | null };
  fetchMore: (cursor: string) => Promise<{ records: R[]; cursor: string | null }>;
  cellsOf: (record: R) => React.ReactNode[];
  /** What is said while there is nothing. */
  empty: string;
  noun: string;
};

/** A table of figures that goes on by cursor. */
export function EndlessFigures<R extends { id: string }>(props: EndlessFiguresProps<R>) {
  const { label, columns, first, fetchMore, cellsOf, empty, noun } = props;
  const list = useEndless(first, ({ id }) => id, fetchMore);
  if (list.records.length === 0) return <PartNote>{empty}</PartNote>;
  return (
    <>
      <FigureTable
        label={label}
        columns={columns}
        rows={list.records.map((record) => ({ key: record.id, cells: cellsOf(record) }))}
      />
      <div ref={list.foot}>
        <LoadMore state={list.state} noun={noun} onMore={list.more} />
      </div>
    </>
  );
}
