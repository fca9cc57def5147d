import type { DropResult } from '#admin/parts/list/sortable-list.tsx';

/** The fields of a column that determine its position. */
export type ColumnPosition = { id: string; parentId: string | null };
export type Branch<P extends ColumnPosition> = { column: P; children: P[] };

const isBuiltIn = (id: string) => id === '1' || id === '2' || id === '3';

/** Groups a list in reader order into its two levels. A column with a missing parent becomes a top-level column. */
export function toBranches<P extends ColumnPosition>(columns: readonly P[]): Branch<P>[] {
  const knownIds = new Set(columns.map(({ id }) => id));
  const isTop = ({ parentId }: P) => parentId === null || !knownIds.has(parentId);
  return columns.filter(isTop).map((column) => ({
    column,
    children: columns.filter(({ parentId }) => parentId === column.id),
  }));
}

/** Returns the list with each column before its children; columns with a missing parent move to the top level. */
export const toReaderOrder = <P extends ColumnPosition>(columns: readonly P[]): P[] =>
  flattenBranches(toBranches(columns));

/** Flattens the branches, each column before its children. */
const flattenBranches = <P extends ColumnPosition>(branches: readonly Branch<P>[]): P[] =>
  branches.flatMap(({ column, children }) => [
    { ...column, parentId: null },
    ...children.map((child) => ({ ...child, parentId: column.id })),
  ]);

/** Whether a column may become a child of another: readers see two levels; built-in columns stay at the top level. */
export function canBeChildOf(columns: readonly ColumnPosition[], id: string, parentId: string): boolean {
  const parent = columns.find((column) => column.id === parentId);
  return (
    id !== parentId &&
    !isBuiltIn(id) &&
    parent?.parentId === null &&
    !columns.some((column) => column.parentId === id)
  );
}

/**
 * Moves a column and its children before the `index`-th child of `parentId`, or the `index`-th top-level column if
 * `parentId` is null.
 * @returns the new order, or undefined if the column may not be moved there
 */
export function moveColumn<P extends ColumnPosition>(
  columns: readonly P[],
  id: string,
  parentId: string | null,
  index: number,
): P[] | undefined {
  if (parentId !== null && !canBeChildOf(columns, id, parentId)) return undefined;
  const branches = toBranches(columns);
  const ownBranch = branches.find(({ column }) => column.id === id);
  const moved = ownBranch?.column ?? columns.find((column) => column.id === id);
  if (!moved) return undefined;
  const rest = branches
    .filter(({ column }) => column.id !== id)
    .map(({ column, children }) => ({ column, children: children.filter((child) => child.id !== id) }));
  if (parentId === null)
    return flattenBranches(rest.toSpliced(index, 0, ownBranch ?? { column: moved, children: [] }));
  return flattenBranches(
    rest.map(({ column, children }) => ({
      column,
      children: column.id === parentId ? children.toSpliced(index, 0, moved) : children,
    })),
  );
}

export type Step = 'up' | 'down' | 'in' | 'out';

/**
 * Moves a column one step by keyboard: `up` and `down` among its siblings, `in` below the sibling before it, `out`
 * behind its parent.
 * @returns the new order, or undefined if the step is impossible
 */
export function moveByStep<P extends ColumnPosition>(
  columns: readonly P[],
  id: string,
  to: Step,
): P[] | undefined {
  const branches = toBranches(columns);
  const column = columns.find((column) => column.id === id);
  if (!column) return undefined;
  const tops = branches.map(({ column }) => column);
  const parent = branches.find(({ children }) => children.includes(column));
  const siblings = parent?.children ?? tops;
  const index = siblings.indexOf(column);
  const parentId = parent?.column.id ?? null;
  if (to === 'up') return index > 0 ? moveColumn(columns, id, parentId, index - 1) : undefined;
  if (to === 'down')
    return index < siblings.length - 1 ? moveColumn(columns, id, parentId, index + 1) : undefined;
  if (to === 'out') return parent && moveColumn(columns, id, null, tops.indexOf(parent.column) + 1);
  const before = parent ? undefined : branches[index - 1];
  return before && moveColumn(columns, id, before.column.id, before.children.length);
}

/**
 * Applies a drop to the columns, some of which may be hidden in folded parents. A column dropped between the children
 * of another, or dragged to the right, becomes a child of it.
 * @returns the new order, or undefined if the column may not be moved there
 */
export function applyDrop<P extends ColumnPosition>(
  columns: readonly P[],
  { id, ids, shift }: DropResult,
): P[] | undefined {
  const parentOf = new Map(columns.map((column) => [column.id, column.parentId]));
  // During the drag, the column's own children are still on screen at their old positions.
  const others = ids.filter((other) => parentOf.get(other) !== id);
  const index = others.indexOf(id);
  const [before, after] = [others[index - 1], others[index + 1]];
  if (before === undefined) return moveColumn(columns, id, null, 0);
  const topId = parentOf.get(before) ?? before;
  const isBetweenChildren = after !== undefined && parentOf.get(after) === topId;
  const level = (parentOf.get(id) === null ? 0 : 1) + shift;
  const siblings = (parentId: string | null) =>
    columns.filter((other) => other.parentId === parentId && other.id !== id).map((other) => other.id);
  if (!(isBetweenChildren || level > 0) || !canBeChildOf(columns, id, topId))
    return moveColumn(columns, id, null, siblings(null).indexOf(topId) + 1);
  const children = siblings(topId);
  // Below a folded column, the moved column becomes the last child.
  const last = isBetweenChildren ? 0 : children.length;
  return moveColumn(columns, id, topId, before === topId ? last : children.indexOf(before) + 1);
}
