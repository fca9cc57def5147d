import { type ReactNode, useEffect, useRef } from 'react';
import { LoadMore } from '#ui/controls/pagination.tsx';
import { SectionError, SectionNote } from '#ui/states/notice.tsx';
import { type TradeColumn, TradeTable } from '#web/parts/market/trade-table.tsx';
import { TextSkeleton } from '#web/parts/text-skeleton.tsx';
import { useInfiniteList } from '#web/parts/use-infinite-list.ts';
import { useLoad } from '#web/parts/use-load.ts';
import { useFetchCall } from '#web/site.ts';
import type { ContestOrder } from '../../schema.ts';

type OrderPage = { records: ContestOrder[]; cursor: string | null };

type OrderListProps = {
  title: string;
  empty: string;
  query: { seasonId: string; state: 'all' | 'filled' };
  /** A new revision reloads the list. */
  revision: string;
  columns: readonly TradeColumn[];
  isShown: (order: ContestOrder) => boolean;
  cellsOf: (order: ContestOrder) => ReactNode[];
};

const size = '20';

/** A player's own orders of one kind, newest first, by cursor. */
export function OrderList(props: OrderListProps) {
  const { title, query, revision } = props;
  const load = useFetchCall();
  const fetchPage = (cursor?: string) =>
    load('GET /member/contest/orders', { ...query, size, cursor }, { isSilent: true });
  const first = useLoad(`${query.seasonId} ${query.state}`, () => fetchPage());
  useReload(revision, first.reload);
  if (first.data) return <OrderRows {...props} first={first.data} fetchMore={fetchPage} />;
  if (first.error) return <SectionError noun={title} onRetry={first.retry} />;
  return <TextSkeleton count={3} label={`${title}加载中`} />;
}

/** Reloads when the revision changes; the previous list stays on screen meanwhile. */
function useReload(revision: string, reload: () => Promise<void>): void {
  const last = useRef(revision);
  useEffect(() => {
    if (last.current === revision) return;
    last.current = revision;
    void reload();
  }, [revision, reload]);
}

function OrderRows({
  first,
  fetchMore,
  title,
  empty,
  columns,
  isShown,
  cellsOf,
}: OrderListProps & { first: OrderPage; fetchMore: (cursor: string) => Promise<OrderPage> }) {
  // The state is part of the id, so that the list changes when one of its orders ends.
  const list = useInfiniteList(first, ({ id, state }) => `${id} ${state}`, fetchMore);
  const shown = list.records.filter(isShown);
  if (shown.length === 0 && list.state === 'end') return <SectionNote>{empty}</SectionNote>;
  return (
    <>
      <TradeTable
        label={title}
        columns={columns}
        rows={shown.map((order) => ({ key: order.id, cells: cellsOf(order) }))}
      />
      {first.cursor !== null && (
        <div ref={list.sentinel}>
          <LoadMore state={list.state} noun="更早的记录" onMore={list.more} />
        </div>
      )}
    </>
  );
}
