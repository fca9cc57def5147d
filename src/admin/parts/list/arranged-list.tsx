import { Button, Switch } from 'antd';
import type { ReactNode } from 'react';
import s from './arranged-list.module.css';
import { MoveButtons } from './move-buttons.tsx';
import { SortableList } from './sortable-list.tsx';

type Arranged = { id: string; isHidden: boolean };

type Props<T> = {
  label: string;
  items: readonly T[];
  nameOf: (item: T) => string;
  isRemovable: (item: T) => boolean;
  onChange: (items: T[]) => void;
  /** The content of an item, with the function that changes it. */
  children: (item: T, change: (changed: T) => void) => ReactNode;
};

/** A list whose items are sorted by drag, keyboard or buttons, hidden by a switch, and removed where that is possible. */
export function ArrangedList<T extends Arranged>(props: Props<T>) {
  const { label, items, nameOf, isRemovable, onChange, children } = props;
  const replace = (index: number, ...itemsThere: T[]) => onChange(items.toSpliced(index, 1, ...itemsThere));
  const moveBy = (from: number, delta: 1 | -1): (() => void) | undefined => {
    const item = items[from];
    if (!item || !items[from + delta]) return undefined;
    return () => onChange(items.toSpliced(from, 1).toSpliced(from + delta, 0, item));
  };
  return (
    <SortableList
      label={label}
      items={items}
      nameOf={nameOf}
      onDrop={({ ids }) => onChange(ids.flatMap((id) => items.find((item) => item.id === id) ?? []))}
    >
      {(item, index) => (
        <div className={s.row}>
          <Switch
            size="small"
            aria-label={`显示${nameOf(item)}`}
            checked={!item.isHidden}
            onChange={(isShown) => replace(index, { ...item, isHidden: !isShown })}
          />
          <div className={s.content}>{children(item, (changed) => replace(index, changed))}</div>
          <div className={s.acts}>
            <MoveButtons name={nameOf(item)} onUp={moveBy(index, -1)} onDown={moveBy(index, 1)} />
            {isRemovable(item) && (
              <Button
                type="text"
                size="small"
                aria-label={`移除${nameOf(item)}`}
                onClick={() => replace(index)}
              >
                移除
              </Button>
            )}
          </div>
        </div>
      )}
    </SortableList>
  );
}
