import type { ColumnsDeleting } from '#features/columns/events.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { conflict } from '#kernel/errors.ts';
import { countColumnGrants } from './queries.ts';

/** What was sold for a period is not taken away. @throws conflict while somebody's subscription to it runs */
export async function refuseSubscribedColumn(
  ctx: Context,
  trx: Trx,
  { id, name }: ColumnsDeleting,
): Promise<void> {
  const subscribers = await countColumnGrants(trx, id, ctx.now());
  if (subscribers > 0)
    throw conflict(`还有 ${subscribers} 位读者订阅着「${name}」，到期前不能删除；可以先让它不进菜单`);
}
