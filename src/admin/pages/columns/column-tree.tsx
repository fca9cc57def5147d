import { Tag, Tree } from 'antd';
import { useMemo, useState } from 'react';
import type { DeskColumn } from '#features/columns/desk/schema.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { ICON_PATHS as iconsOf } from '#ui/icon-paths.ts';
import s from './columns.module.css';
import { OrderSteps } from './order-steps.tsx';
import { mayStandBelow, moveTo, toBranches } from './tree-order.ts';

export interface ColumnTreeProps {
  columns: DeskColumn[];
  chosen: string | undefined;
  isBusy: boolean;
  onChoose: (id: string) => void;
  onArrange: (order: DeskColumn[]) => void;
}

/** All columns as the reader's menu has them; dragged, or moved by the buttons above for the chosen one. */
export function ColumnTree({ columns, chosen, isBusy, onChoose, onArrange }: ColumnTreeProps) {
  // Open unless somebody closed it: what was just moved below a column is to be seen.
  const [closed, setClosed] = useState<string[]>([]);
  const treeData = useMemo(
    () =>
      toBranches(columns).map(({ column, children }) => ({
        key: column.id,
        title: <Row column={column} />,
        children: children.map((child) => ({ key: child.id, title: <Row column={child} /> })),
      })),
    [columns],
  );
  return (
    <section className={s.tree} aria-label="栏目次序">
      <OrderSteps columns={columns} chosen={chosen} isBusy={isBusy} onArrange={onArrange} />
      <Tree
        blockNode
        expandedKeys={columns.map(({ id }) => id).filter((id) => !closed.includes(id))}
        onExpand={(_, { node, expanded }) =>
          setClosed((held) => {
            const rest = held.filter((id) => id !== node.key);
            return expanded ? rest : [...rest, String(node.key)];
          })
        }
        draggable={{ icon: false, nodeDraggable: () => !isBusy }}
        treeData={treeData}
        selectedKeys={chosen === undefined ? [] : [chosen]}
        onSelect={(_, { node }) => onChoose(String(node.key))}
        allowDrop={({ dragNode, dropNode, dropPosition }) =>
          dropPosition !== 0 || mayStandBelow(columns, String(dragNode.key), String(dropNode.key))
        }
        onDrop={({ dragNode, node, dropPosition, dropToGap }) => {
          const order = dropped(
            columns,
            String(dragNode.key),
            String(node.key),
            dropPosition,
            dropToGap,
            node.pos,
          );
          if (order) onArrange(order);
        }}
      />
      <p className={s.hint}>拖动可以改次序，拖到另一个栏目上就成为它的下级；也可以选中后用上面的按钮。</p>
    </section>
  );
}

/** Ant Design's place is absolute: the number of the node it fell beside, one less above it or one more below. */
function dropped(
  columns: DeskColumn[],
  id: string,
  onto: string,
  position: number,
  isGap: boolean | undefined,
  pos: string,
): DeskColumn[] | undefined {
  if (!isGap) return moveTo(columns, id, onto, 0);
  const target = columns.find((column) => column.id === onto);
  if (!target) return undefined;
  const { parentId } = target;
  if (parentId !== null && !mayStandBelow(columns, id, parentId)) return undefined;
  const siblings = columns.filter((column) => column.parentId === parentId && column.id !== id);
  const isBelow = position > Number(pos.split('-').at(-1));
  return moveTo(columns, id, parentId, siblings.indexOf(target) + (isBelow ? 1 : 0));
}

function Row({ column }: { column: DeskColumn }) {
  const { columnName, icon, isBuiltIn, pieces, isNav, isAuth, noMenu } = column;
  const hasNoPage = !isBuiltIn && (isNav === 0 || isAuth === 0);
  return (
    <span className={s.row}>
      {icon in iconsOf && <Icon name={icon as IconName} size="s" />}
      <span className={s.name}>{columnName}</span>
      {isBuiltIn && <Tag>内置</Tag>}
      {hasNoPage ? <Tag>无页面</Tag> : noMenu === 1 && <Tag>不在菜单</Tag>}
      <span className={s.count}>{pieces.published} 篇</span>
    </span>
  );
}
