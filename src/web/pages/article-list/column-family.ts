import type { Column } from '#features/columns/schema.ts';

type Member = Pick<Column, 'id' | 'columnName'>;

/**
 * A column among its own: the parent above it, and the pages to go between, the parent first, then its children
 * by listOrder, as far as readers can open them (seed §2: isNav 0 or isAuth 0 has no route).
 */
export function familyOf(
  columnId: string,
  columns: readonly Column[],
): { parent: Member | undefined; members: Member[] } {
  const own = columns.find(({ id }) => id === columnId);
  const parent = columns.find(({ id }) => id === own?.parentId && id !== columnId);
  const head = parent ?? own;
  if (!head) return { parent: undefined, members: [] };
  const children = columns
    .filter((column) => column.parentId === head.id && column.id !== head.id && isOpen(column))
    .toSorted((one, other) => other.listOrder - one.listOrder);
  return { parent, members: [head, ...children] };
}

const isOpen = ({ isNav, isAuth }: Column): boolean => isNav !== 0 && isAuth !== 0;
