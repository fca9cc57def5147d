import { Accessibility, type Draggable } from '@dnd-kit/dom';
import { DragDropProvider } from '@dnd-kit/react';
import { useSortable } from '@dnd-kit/react/sortable';
import { type ComponentProps, type ReactNode, useOptimistic, useState, useTransition } from 'react';
import s from './sortable-list.module.css';

/** Result of a drop: the ids in their new order, and the number of levels the item was dragged to the right. */
export type DropResult = { id: string; ids: string[]; shift: number };

type Props<T> = {
  label: string;
  items: readonly T[];
  nameOf: (item: T) => string;
  /** Indentation level of the item, 0 or 1. */
  levelOf?: (item: T) => number;
  /** Items are taller than a line: the handle is beside their first. */
  isTall?: boolean;
  isDisabled?: boolean;
  onDrop: (drop: DropResult) => void;
  children: (item: T, index: number) => ReactNode;
};

/** Indentation per level in px. */
const indentation = 24;

/** A list that users sort: drag an item by its handle, or pick it up with Space and move it with the arrow keys. */
export function SortableList<T extends { id: string }>(props: Props<T>) {
  const {
    label,
    items,
    nameOf,
    levelOf = () => 0,
    isTall = false,
    isDisabled = false,
    onDrop,
    children,
  } = props;
  // The order during a drag.
  const [dragged, setDragged] = useState<string[]>();
  const savedIds = items.map(({ id }) => id);
  const ids = dragged ?? savedIds;
  const itemsById = new Map(items.map((item) => [item.id, item]));
  return (
    <DragDropProvider
      plugins={plugins}
      onDragOver={(event) => {
        // Stops the library from moving elements itself: React renders the new order, so the DOM and React's tree stay
        // in step.
        event.preventDefault();
        const { source, target } = event.operation;
        if (source && target) setDragged(moveItem(ids, String(source.id), String(target.id)));
      }}
      onDragEnd={({ operation: { source, transform }, canceled }) => {
        setDragged(undefined);
        const shift = Math.round(transform.x / indentation);
        const isMoved = shift !== 0 || ids.some((id, index) => id !== savedIds[index]);
        if (source && !canceled && isMoved) onDrop({ id: String(source.id), ids, shift });
      }}
    >
      <ol className={s.list} aria-label={label}>
        {ids.flatMap((id, index) => {
          const item = itemsById.get(id);
          if (!item) return [];
          return (
            <Row key={id} name={nameOf(item)} level={levelOf(item)} {...{ id, index, isTall, isDisabled }}>
              {children(item, index)}
            </Row>
          );
        })}
      </ol>
    </DragDropProvider>
  );
}

type RowProps = {
  id: string;
  index: number;
  name: string;
  level: number;
  isTall: boolean;
  isDisabled: boolean;
  children: ReactNode;
};

function Row({ id, index, name, level, isTall, isDisabled, children }: RowProps) {
  const { ref, handleRef, isDragSource } = useSortable({ id, index, disabled: isDisabled, data: { name } });
  return (
    <li
      ref={ref}
      className={s.row}
      data-level={level}
      data-tall={isTall || undefined}
      data-dragged={isDragSource || undefined}
    >
      <button
        ref={handleRef}
        type="button"
        className={s.handle}
        aria-label={`拖动${name}`}
        aria-roledescription="排序手柄"
        // Not `disabled`: the focus must stay here while the new order is saved.
        aria-disabled={isDisabled}
      />
      <div className={s.content}>{children}</div>
    </li>
  );
}

/** Returns the list with item `id` moved to the position of `to`. */
export function moveItem(ids: readonly string[], id: string, to: string): string[] {
  const rest = ids.filter((other) => other !== id);
  return rest.toSpliced(ids.indexOf(to), 0, id);
}

const nameOfDraggable = (draggable: Pick<Draggable, 'data'> | null) => String(draggable?.data.name ?? '');
const options: ConstructorParameters<typeof Accessibility>[1] = {
  screenReaderInstructions: {
    draggable: '按空格键拿起，用上下方向键移动，再按空格键放下，按 Esc 取消。',
  },
  announcements: {
    dragstart: ({ operation: { source } }) => `已拿起${nameOfDraggable(source)}。`,
    dragover: ({ operation: { source, target } }) =>
      target && source?.id !== target.id
        ? `${nameOfDraggable(source)}移到${nameOfDraggable(target)}的位置。`
        : undefined,
    dragend: ({ operation: { source }, canceled }) =>
      `${nameOfDraggable(source)}${canceled ? '回到原来的位置' : '已放下'}。`,
  },
};
const accessibility = Accessibility.configure(options);
type Plugins = Extract<ComponentProps<typeof DragDropProvider>['plugins'], (...args: never[]) => unknown>;
const plugins: Plugins = (defaults) => [
  ...defaults.filter((plugin) => plugin !== Accessibility),
  accessibility,
];

/** Optimistic order: shows a new order at once while `save` sends it, and restores the saved order on failure. */
export function useOrder<T>(saved: T, save: (order: T) => Promise<unknown>) {
  const [order, showOrder] = useOptimistic(saved);
  const [isSaving, start] = useTransition();
  const arrange = (next: T) =>
    start(async () => {
      showOrder(next);
      await save(next);
    });
  return { order, arrange, isSaving };
}
