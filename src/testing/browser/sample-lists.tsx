import { useState } from 'react';
import { ArrangedList } from '#admin/parts/list/arranged-list.tsx';
import { DataTable, OpenButton } from '#admin/parts/list/data-table.tsx';
import { FilterBar, FilterPeriod, FilterSearch, FilterSelect } from '#admin/parts/list/filter-bar.tsx';
import { SavedViews } from '#admin/parts/list/saved-views.tsx';
import { SortableList, useOrder } from '#admin/parts/list/sortable-list.tsx';
import type { Outcome } from '#admin/parts/list/use-bulk.ts';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { usePages } from '#admin/parts/list/use-pages.ts';
import { adminOrdersQuery } from '#features/orders/schema.ts';

// Lists of the back office for tests of their parts. Import this module during a test: its modules read the document's
// payload.

/** The fields of an order that `SampleList` shows. */
export type SampleOrder = { id: string; number: string; title: string; amount: number };

type ListProps = {
  onOpen: (id: string) => void;
  /** Receives each call of a row action. */
  onAct: (verb: string, ids: string[]) => void;
};

const kinds = [
  { value: 'vip', label: '会员' },
  { value: 'column', label: '专栏' },
];
const views = [
  { name: '全部', filters: {} },
  { name: '已支付', filters: { state: 'paid' }, count: 120 },
];

/** A list of orders with views, every kind of filter, and a row action that order 1 does not offer and order 22 refuses. */
export function SampleList({ onOpen, onAct }: ListProps) {
  const filters = useFilters(adminOrdersQuery);
  const list = usePages('GET /admin/order/list', filters.values);
  const act = (verb: string) => async (ids: string[]) => {
    onAct(verb, ids);
    return ids.map(
      (id): Outcome => (id === '22' ? { id, fault: '已经撤回过了' } : { id, note: '读者会收到通知' }),
    );
  };
  return (
    <main>
      <h1>记录</h1>
      <SavedViews list="orders" builtIn={views} filters={filters} />
      <FilterBar>
        <FilterSelect filters={filters} name="kind" label="类型" options={kinds} />
        <FilterSearch filters={filters} name="keyword" label="搜索记录" placeholder="订单号" />
        <FilterPeriod filters={filters} label="下单" />
      </FilterBar>
      <DataTable<SampleOrder>
        label="记录"
        list={list as never}
        filters={filters}
        nameOf={({ title }) => title}
        onOpen={({ id }) => onOpen(id)}
        columns={[
          {
            key: 'title',
            title: '标题',
            render: ({ id, title }) => <OpenButton onClick={() => onOpen(id)}>{title}</OpenButton>,
          },
          { key: 'number', title: '编号', render: ({ number }) => number.padEnd(40, 'W') },
          { key: 'amount', title: '金额', align: 'right', sort: true, text: ({ amount }) => amount / 100 },
          { key: 'note', title: '备注', text: null },
        ]}
        changes={[
          {
            verb: '撤回',
            warning: '读者会看不到。',
            isDanger: true,
            fits: ({ id }) => id !== '1',
            act: act('撤回'),
            undo: { verb: '恢复', act: act('恢复') },
          },
        ]}
      />
    </main>
  );
}

/** A list of three items in a saved order. `save` resolves to whether the new order was saved. */
export function SampleOrderList({ save }: { save: () => Promise<boolean> }) {
  const [saved, setSaved] = useState(['1', '2', '3']);
  const { order, arrange, isSaving } = useOrder(saved, async (next) => {
    if (await save()) setSaved(next);
  });
  return (
    <SortableList
      label="次序"
      items={order.map((id) => ({ id }))}
      nameOf={({ id }) => `第${id}项`}
      isDisabled={isSaving}
      onDrop={({ ids }) => arrange(ids)}
    >
      {({ id }) => id}
    </SortableList>
  );
}

type SampleItem = { id: string; isHidden: boolean };

/** A list of items a, b and c; b is hidden, and a cannot be removed. `onChange` receives each new state. */
export function SampleArrangedList({ onChange }: { onChange: (items: SampleItem[]) => void }) {
  const [items, setItems] = useState(() => ['a', 'b', 'c'].map((id) => ({ id, isHidden: id === 'b' })));
  return (
    <ArrangedList
      label="版块"
      items={items}
      nameOf={({ id }) => id}
      isRemovable={({ id }) => id !== 'a'}
      onChange={(changed) => {
        setItems(changed);
        onChange(changed);
      }}
    >
      {({ id }) => id}
    </ArrangedList>
  );
}
