import { Button } from 'antd';
import { useSearchParams } from 'react-router';
import { type AnswerOf, type Read, useRead, useSend } from '#admin/parts/data.ts';
import { Loaded, Loading } from '#admin/parts/layout/loaded.tsx';
import { TabPage, type TabSlot } from '#admin/parts/layout/page.tsx';
import { useOrder } from '#admin/parts/list/sortable-list.tsx';
import { slotsOf } from '#client/slots.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { ColumnTree } from './column-tree.tsx';
import s from './columns.module.css';
import { EditColumn, NewColumn } from './edit-column.tsx';
import { toReaderOrder } from './tree-order.ts';

const slots = import.meta.glob<{ slot: TabSlot }>('../../*/admin/**/columns.*.slot.tsx', { eager: true });

type ColumnTreeData = AnswerOf<'GET /admin/column/tree'>;

/**
 * Columns, the tree on the left, the fields of the selected column on the right; and tabs of other features, such as the whole
 * menu of readers.
 */
export function Screen() {
  const [, setQuery] = useSearchParams();
  return (
    <TabPage
      title="栏目"
      tools={
        <Button type="primary" onClick={() => setQuery({ id: 'new' })}>
          新建栏目
        </Button>
      }
      tabs={[{ key: 'columns', label: '栏目', content: <ColumnsTab /> }, ...slotsOf(slots)]}
    />
  );
}

function ColumnsTab() {
  const read = useRead('GET /admin/column/tree');
  return (
    <Loaded read={read} noun="栏目">
      {(tree) => <Columns read={read} tree={tree} />}
    </Loaded>
  );
}

function Columns({ read, tree }: { read: Read<ColumnTreeData>; tree: ColumnTreeData }) {
  const [query, setQuery] = useSearchParams();
  const chosenId = query.get('id') ?? undefined;
  const choose = (id?: string) => setQuery(id === undefined ? {} : { id });
  const { send } = useSend('POST /admin/column/arrange');
  const { order, arrange, isSaving } = useOrder(tree.columns, async (next) => {
    await send({ mark: tree.mark, columns: next.map(({ id, parentId }) => ({ id, parentId })) });
    await read.refetch({ cancelRefetch: false });
  });
  const columns = toReaderOrder(order);
  const column = columns.find(({ id }) => id === chosenId);
  const isOpen = column !== undefined || chosenId === 'new';
  const sharedProps = { columns, isBusy: isSaving, onArrange: arrange };
  return (
    <div className={s.panes} data-chosen={isOpen ? '' : undefined}>
      <ColumnTree {...sharedProps} chosenId={chosenId} onChoose={choose} />
      {column && <EditColumn {...sharedProps} key={column.id} column={column} onLeave={() => choose()} />}
      {chosenId === 'new' && <NewColumn columns={columns} onLeave={() => choose()} onSaved={choose} />}
      {!isOpen && (
        <div className={s.none}>
          {chosenId && read.isFetching ? (
            <Loading label="正在取栏目" />
          ) : (
            <NoColumn isGone={chosenId !== undefined} />
          )}
        </div>
      )}
    </div>
  );
}

const NoColumn = ({ isGone }: { isGone: boolean }) => (
  <EmptyState title={isGone ? '这个栏目已经不在了' : '选一个栏目来修改'}>
    <p>栏目的次序就是读者菜单的次序，改动立即生效。</p>
  </EmptyState>
);
