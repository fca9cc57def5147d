import type { Context } from '#kernel/context.ts';
import type { IndexCondition } from './search-index.ts';
import type { TenantIndexes } from './tenant-indexes.ts';

/** The condition of the index on this machine, or the machine whose index the portal uses instead. */
export type IndexState = { condition: IndexCondition } | { condition: 'elsewhere'; machine: string };

export async function findIndexState(ctx: Context, indexes: TenantIndexes): Promise<IndexState> {
  const machine = await indexes.findOtherMachine(ctx).catch(() => null);
  if (machine !== null) return { condition: 'elsewhere', machine };
  return { condition: await indexes.forTenant(ctx).examine() };
}
