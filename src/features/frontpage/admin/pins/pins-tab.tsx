import { Select } from 'antd';
import { useState } from 'react';
import { useRead, useSend } from '#admin/parts/data.ts';
import { Loaded } from '#admin/parts/layout/loaded.tsx';
import { Quiet } from '#admin/parts/layout/page.tsx';
import { FilterBar } from '#admin/parts/list/filter-bar.tsx';
import { MoveButtons } from '#admin/parts/list/move-buttons.tsx';
import { PostSearch } from '#admin/parts/list/post-search.tsx';
import { SortableList, useOrder } from '#admin/parts/list/sortable-list.tsx';
import { useColumns } from '#admin/parts/use-columns.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { AdminPin } from '../../pins/schema.ts';
import s from '../frontpage.module.css';
import { PinRow } from './pin-row.tsx';

/** Pins of the home page and of columns, in the order readers see. */
export function PinsTab() {
  const columns = useColumns().filter(({ kind }) => kind !== 'reference');
  const [columnId, setColumnId] = useState<string | null>(null);
  const read = useRead('GET /admin/pin/list', columnId ? { columnId } : {});
  const { send: add, isSending } = useSend('POST /admin/pin/add', { done: '已置顶，读者立即看到' });
  return (
    <>
      <FilterBar>
        <Select
          className={s.place ?? ''}
          aria-label="置顶的位置"
          showSearch={{ optionFilterProp: 'label' }}
          options={[
            { value: '', label: '首页' },
            ...columns.map(({ id, columnName }) => ({ value: id, label: columnName })),
          ]}
          value={columnId ?? ''}
          onChange={(id) => setColumnId(id || null)}
        />
        <PostSearch
          label="搜一篇来置顶"
          columnId={columnId}
          isDisabled={isSending}
          onChoose={(postId) => void add({ columnId, postId })}
        />
      </FilterBar>
      <Quiet>
        {columnId === null
          ? '首页的第一条置顶就是头条，其余跟在它后面。'
          : '置顶的内容列在栏目第一页最前面，列表的总数和翻页不变。'}
        拖动或用按钮调整次序，一处最多 10 篇。
      </Quiet>
      <Loaded read={read} noun="置顶">
        {(pins) => (
          <Pins columnId={columnId} pins={pins} refetch={() => read.refetch({ cancelRefetch: false })} />
        )}
      </Loaded>
    </>
  );
}

type PinsProps = { columnId: string | null; pins: AdminPin[]; refetch: () => Promise<unknown> };

function Pins({ columnId, pins, refetch }: PinsProps) {
  const { send } = useSend('POST /admin/pin/arrange');
  const { order, arrange, isSaving } = useOrder(pins, async (next) => {
    await send({ columnId, ids: next.map(({ id }) => id) });
    await refetch();
  });
  const arrangeIds = (ids: string[]) =>
    arrange(ids.flatMap((id) => order.find((pin) => pin.id === id) ?? []));
  const moveBy = (from: number, delta: 1 | -1): (() => void) | undefined => {
    const pin = order[from];
    if (!pin || !order[from + delta] || isSaving) return undefined;
    return () => arrange(order.toSpliced(from, 1).toSpliced(from + delta, 0, pin));
  };
  if (order.length === 0)
    return (
      <EmptyState title="这里没有置顶">
        <p>搜标题，选中一篇就置顶。</p>
      </EmptyState>
    );
  return (
    <SortableList
      label="置顶的内容"
      items={order}
      nameOf={({ title }) => `《${title}》`}
      isDisabled={isSaving}
      onDrop={({ ids }) => arrangeIds(ids)}
    >
      {(pin, index) => (
        <PinRow
          pin={pin}
          position={index + 1}
          isBusy={isSaving}
          moveButtons={
            <MoveButtons name={`《${pin.title}》`} onUp={moveBy(index, -1)} onDown={moveBy(index, 1)} />
          }
        />
      )}
    </SortableList>
  );
}
