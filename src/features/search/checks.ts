/** Exports for `doctor` and `/readyz`; loads neither posts nor calls. */
import type { Context } from '#kernel/context.ts';
import type { IndexCondition } from './search-index.ts';
import type { TenantIndexes } from './tenant-indexes.ts';

export { formatProgress, readProgress } from './rebuild-progress.ts';
export { openTenantIndexes } from './tenant-indexes.ts';

/** The condition of the index on this machine, or the machine whose index the portal uses instead. */
type IndexState = { condition: IndexCondition } | { condition: 'elsewhere'; machine: string };

/** @param isThorough reads the index also if it is known to be sound */
export async function findIndexState(
  ctx: Context,
  indexes: TenantIndexes,
  isThorough = false,
): Promise<IndexState> {
  const machine = await indexes.findOtherMachine(ctx).catch(() => null);
  if (machine !== null) return { condition: 'elsewhere', machine };
  const index = indexes.forTenant(ctx);
  const isSettled = !isThorough && (await index.settled.look()).isSettled;
  return { condition: isSettled ? 'sound' : await index.examine() };
}
