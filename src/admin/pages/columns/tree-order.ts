/** Where a column stands, as far as the order knows it. */
export type Place = { id: string; parentId: string | null };
export type Branch<P extends Place> = { column: P; children: P[] };

const isBuiltIn = (id: string) => id === '1' || id === '2' || id === '3';

/** The two levels of a list that is in the reader's order. */
export function toBranches<P extends Place>(columns: readonly P[]): Branch<P>[] {
  const known = new Set(columns.map(({ id }) => id));
  const isTop = ({ parentId }: P) => parentId === null || !known.has(parentId);
  return columns.filter(isTop).map((column) => ({
    column,
    children: columns.filter(({ parentId }) => parentId === column.id),
  }));
}

/** The list again, each column before what stands below it. */
const toOrder = <P extends Place>(branches: readonly Branch<P>[]): P[] =>
  branches.flatMap(({ column, children }) => [
    { ...column, parentId: null },
    ...children.map((child) => ({ ...child, parentId: column.id })),
  ]);

/** Whether a column may stand below another: readers are shown two levels, and built-in ones stand at the top. */
export function mayStandBelow(columns: readonly Place[], id: string, parentId: string): boolean {
  const parent = columns.find((column) => column.id === parentId);
  return (
    id !== parentId &&
    !isBuiltIn(id) &&
    parent?.parentId === null &&
    !columns.some((column) => column.parentId === id)
  );
}

/**
 * Takes a column, with what stands below it, out of its place and puts it before the `index`-th of `parentId`, or of
 * the top where that is null. @returns the new order, or nothing where it cannot stand there
 */
export function moveTo<P extends Place>(
  columns: readonly P[],
  id: string,
  parentId: string | null,
  index: number,
): P[] | undefined {
  if (parentId !== null && !mayStandBelow(columns, id, parentId)) return undefined;
  const branches = toBranches(columns);
  const own = branches.find(({ column }) => column.id === id);
  const moved = own?.column ?? columns.find((column) => column.id === id);
  if (!moved) return undefined;
  const rest = branches
    .filter(({ column }) => column.id !== id)
    .map(({ column, children }) => ({ column, children: children.filter((child) => child.id !== id) }));
  if (parentId === null) return toOrder(rest.toSpliced(index, 0, own ?? { column: moved, children: [] }));
  return toOrder(
    rest.map(({ column, children }) => ({
      column,
      children: column.id === parentId ? children.toSpliced(index, 0, moved) : children,
    })),
  );
}

export type Step = 'up' | 'down' | 'in' | 'out';

/**
 * One step by keyboard: up and down among its own, into the one before it, out behind its parent. @returns the new
 * order, or nothing where there is nowhere to go
 */
export function step<P extends Place>(columns: readonly P[], id: string, to: Step): P[] | undefined {
  const branches = toBranches(columns);
  const own = columns.find((column) => column.id === id);
  if (!own) return undefined;
  const tops = branches.map(({ column }) => column);
  const parent = branches.find(({ children }) => children.includes(own));
  const siblings = parent?.children ?? tops;
  const place = siblings.indexOf(own);
  const parentId = parent?.column.id ?? null;
  if (to === 'up') return place > 0 ? moveTo(columns, id, parentId, place - 1) : undefined;
  if (to === 'down')
    return place < siblings.length - 1 ? moveTo(columns, id, parentId, place + 1) : undefined;
  if (to === 'out') return parent && moveTo(columns, id, null, tops.indexOf(parent.column) + 1);
  const before = parent ? undefined : branches[place - 1];
  return before && moveTo(columns, id, before.column.id, before.children.length);
}
