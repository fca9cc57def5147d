import { Button } from 'antd';
import { useState } from 'react';
import { Chip } from '#admin/parts/chip.tsx';
import { Quiet } from '#admin/parts/layout/page.tsx';
import { SortableList } from '#admin/parts/list/sortable-list.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { ICON_PATHS as iconsOf } from '#ui/icon-paths.ts';
import type { AdminColumn } from '../manage/schema.ts';
import s from './columns.module.css';
import { OrderSteps } from './order-steps.tsx';
import { applyDrop } from './tree-order.ts';

type Props = {
  columns: AdminColumn[];
  chosenId: string | undefined;
  isBusy: boolean;
  onChoose: (id: string) => void;
  onArrange: (order: AdminColumn[]) => void;
};

/** All columns in the two levels of the reader's menu. Dragging or the buttons above the list move a column. */
export function ColumnTree({ columns, chosenId, isBusy, onChoose, onArrange }: Props) {
  const [closedIds, setClosedIds] = useState<readonly string[]>([]);
  const toggle = (id: string) =>
    setClosedIds(
      closedIds.includes(id) ? closedIds.filter((closedId) => closedId !== id) : [...closedIds, id],
    );
  return (
    <section className={s.tree} aria-label="栏目次序">
      <OrderSteps columns={columns} chosenId={chosenId} isBusy={isBusy} onArrange={onArrange} />
      <SortableList
        label="栏目"
        items={columns.filter(({ parentId }) => parentId === null || !closedIds.includes(parentId))}
        nameOf={({ columnName }) => `“${columnName}”`}
        levelOf={({ parentId }) => (parentId === null ? 0 : 1)}
        isDisabled={isBusy}
        onDrop={(dropped) => {
          const order = applyDrop(columns, dropped);
          if (order) onArrange(order);
        }}
      >
        {(column) => (
          <div className={s.row}>
            <ColumnName column={column} isChosen={column.id === chosenId} onChoose={onChoose} />
            {columns.some(({ parentId }) => parentId === column.id) && (
              <Button
                size="small"
                type="text"
                aria-label={`“${column.columnName}”的下级`}
                aria-expanded={!closedIds.includes(column.id)}
                icon={<Icon name={closedIds.includes(column.id) ? 'right' : 'down'} size="s" />}
                onClick={() => toggle(column.id)}
              />
            )}
          </div>
        )}
      </SortableList>
      <Quiet>
        拖动可以改次序，往右拖就成为上面那个栏目的下级，往左拖回到顶层；也可以选中后用上面的按钮。
      </Quiet>
    </section>
  );
}

function ColumnName(props: { column: AdminColumn; isChosen: boolean; onChoose: (id: string) => void }) {
  const { id, columnName, icon, isBuiltIn, pieces, isNav, isAuth, noMenu } = props.column;
  const hasNoPage = !isBuiltIn && (isNav === 0 || isAuth === 0);
  return (
    <button
      type="button"
      className={s.choice}
      aria-current={props.isChosen}
      onClick={() => props.onChoose(id)}
    >
      {icon in iconsOf && <Icon name={icon as IconName} size="s" />}
      <span className={s.name}>{columnName}</span>
      {isBuiltIn && <Chip>内置</Chip>}
      {hasNoPage ? <Chip>无页面</Chip> : noMenu === 1 && <Chip>不在菜单</Chip>}
      <span className={s.count}>{pieces.published} 篇</span>
    </button>
  );
}
