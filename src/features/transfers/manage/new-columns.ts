/** What staff chose for a category: a column that exists, or one to create. */
export type CategoryChoice = { name: string; columnId?: string | undefined; newColumn?: string | undefined };

/** A column to create; `parent` is the id of a column, or the name of one that is created before it. */
export type NewColumn = { name: string; parent: { id: string } | { name: string } | null };

/**
 * Returns the columns to create for the categories of an import, parents first. The column of a child category belongs below
 * that of the nearest category above it that has one; because columns have two levels, below the parent of that column if
 * it has one. The first category of a new column decides.
 */
export function planNewColumns(
  choices: readonly CategoryChoice[],
  parentOf: ReadonlyMap<string, string | undefined>,
  columns: readonly { id: string; parent_id: string | null }[],
): NewColumn[] {
  const choiceOf = new Map(choices.map((choice) => [choice.name, choice]));
  const planned = new Map<string, NewColumn>();
  const open = new Set<string>();
  const plan = (name: string): NewColumn | undefined => {
    // Categories that share new columns may lie above each other in a circle.
    if (!open.has(name)) {
      open.add(name);
      planned.set(name, { name, parent: findParent(name) });
    }
    return planned.get(name);
  };
  const findParent = (name: string): NewColumn['parent'] => {
    const seen = new Set<string>();
    let above = parentOf.get(choices.find(({ newColumn }) => newColumn === name)?.name ?? '');
    for (; above && !seen.has(above); above = parentOf.get(above)) {
      seen.add(above);
      const { columnId, newColumn = name } = choiceOf.get(above) ?? {};
      if (columnId !== undefined)
        return { id: columns.find(({ id }) => id === columnId)?.parent_id ?? columnId };
      const parent = newColumn === name ? undefined : plan(newColumn);
      if (parent) return parent.parent ?? { name: parent.name };
    }
    return null;
  };
  for (const { newColumn } of choices) if (newColumn !== undefined) plan(newColumn);
  return [...planned.values()];
}
