import { type ReactNode, useEffect, useRef } from 'react';
import type { ContestOrder } from '#features/contest/schema.ts';
import { LoadMore } from '#ui/controls/pagination.tsx';
import { PartFailed, PartNote } from '#ui/states/notice.tsx';
import { TextBones } from '../../../parts/skeletons.tsx';
import { useEndless } from '../../../parts/use-endless.ts';
import { useLoad } from '../../../parts/use-load.ts';
import { useAsk } from '../../../site.ts';
import { type TradeColumn, TradeTable } from '../trade-table.tsx';

type Page = { records: ContestOrder[]; cursor: string | null };

type OwnListProps = {
  title: string;
  empty: string;
  query: { seasonId: string; state: 'all' | 'filled' };
  /** Another one asks again. */
  revision: string;
  columns: readonly TradeColumn[];
  isShown: (order: ContestOrder) => boolean;
  cellsOf: (order: ContestOrder) => ReactNode[];
};

const size = '20';

/** A player's own orders of a kind, newest first, by cursor. */
export function OwnList(props: OwnListProps) {
  const { title, query, revision } = props;
  const ask = useAsk();
  const fetch = (cursor?: string) =>
    ask('GET /member/contest/orders', { ...query, size, cursor }, { isSilent: true });
  const first = useLoad(`${query.seasonId} ${query.state}`, () => fetch());
  useReload(revision, first.reload);
  if (first.data) return <Rows {...props} first={first.data} fetchMore={fetch} />;
  if (first.fault) return <PartFailed noun={title} onRetry={first.retry} />;
  return <TextBones count={3} label={`${title}加载中`} />;
}

/** Asks again when the revision is another; what was there stands meanwhile. */
function useReload(revision: string, reload: () => Promise<void>): void {
  const last = useRef(revision);
  useEffect(() => {
    if (last.current === revision) return;
    last.current = revision;
    void reload();
  }, [revision, reload]);
}

function Rows({
  first,
  fetchMore,
  title,
  empty,
  columns,
  isShown,
  cellsOf,
}: OwnListProps & { first: Page; fetchMore: (cursor: string) => Promise<Page> }) {
  // With its state, so that the list is another one when an order in it has come to an end.
  const list = useEndless(first, ({ id, state }) => `${id} ${state}`, fetchMore);
  const shown = list.records.filter(isShown);
  if (shown.length === 0 && list.state === 'end') return <PartNote>{empty}</PartNote>;
  return (
    <>
      <TradeTable
        label={title}
        columns={columns}
        rows={shown.map((order) => ({ key: order.id, cells: cellsOf(order) }))}
      />
      {first.cursor !== null && (
        <div ref={list.foot}>
          <LoadMore state={list.state} noun="更早的记录" onMore={list.more} />
        </div>
      )}
    </>
  );
}
