import type { ColumnRow } from '../queries.ts';

/**
 * Built-in columns, on which section codes and static routes depend (docs/product.md §9); they cannot be deleted or get
 * a parent.
 */
export const isBuiltIn = (id: string): boolean => id === '1' || id === '2' || id === '3';

type TreeNode = Pick<ColumnRow, 'id' | 'parent_id' | 'name'>;

/**
 * Checks that a reader's menu can show the tree: at most two levels, which also rules out cycles.
 * @returns a message saying what is wrong, or undefined
 */
export function findTreeFault(columns: readonly TreeNode[]): string | undefined {
  const byId = new Map(columns.map((column) => [column.id, column]));
  for (const { id, parent_id, name } of columns) {
    if (parent_id === null) continue;
    if (isBuiltIn(id)) return `“${name}”是内置栏目，只能放在顶层`;
    if (parent_id === id) return `“${name}”不能放在自己下面`;
    const parent = byId.get(parent_id);
    if (!parent) return `上级栏目不存在：${parent_id}`;
    if (parent.parent_id !== null)
      return `“${parent.name}”已经有上级，栏目最多两级，“${name}”不能再放在它下面`;
  }
  return undefined;
}
