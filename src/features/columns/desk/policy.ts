import type { ColumnRow } from '../queries.ts';

/** Built in: section codes and static routes hang on them (seed §9), so they are never deleted or put below others. */
export const isBuiltIn = (id: string): boolean => id === '1' || id === '2' || id === '3';

type Place = Pick<ColumnRow, 'id' | 'parent_id' | 'name'>;

/**
 * Whether the tree is one that a reader's menu can show: two levels, since a list has its family's names above it
 * and no more. That also rules out a column below itself. @returns what is wrong, or nothing
 */
export function faultOfTree(columns: readonly Place[]): string | undefined {
  const byId = new Map(columns.map((column) => [column.id, column]));
  for (const { id, parent_id, name } of columns) {
    if (parent_id === null) continue;
    if (isBuiltIn(id)) return `「${name}」是内置栏目，只能放在顶层`;
    if (parent_id === id) return `「${name}」不能放在自己下面（parentId）`;
    const parent = byId.get(parent_id);
    if (!parent) return `上级栏目（parentId）不存在：${parent_id}`;
    if (parent.parent_id !== null)
      return `「${parent.name}」已经有上级，栏目最多两级（parentId），「${name}」不能再放在它下面`;
  }
  return undefined;
}
