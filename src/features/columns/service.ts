import type { z } from 'zod';
import { purge } from '#kernel/cache/purge.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { validate } from '#kernel/http/calls.ts';
import type {} from './events.ts';
import { upsertColumns } from './queries.ts';
import { columnDefinitions } from './schema.ts';

/**
 * Adds columns, or changes those whose id exists, all or none; the reader's menu and routes follow immediately, and so
 * do posts that inherit their access. May be repeated.
 * @returns the number of columns defined
 * @throws invalid naming the field
 */
export async function defineColumns(ctx: Context, definitions: unknown): Promise<number> {
  const columns = validate(columnDefinitions, definitions) as z.output<typeof columnDefinitions>;
  if (columns.length === 0) return 0;
  await inTransaction(ctx, async (trx) => {
    const changed = await upsertColumns(trx, columns.map(toRow));
    await ctx.events.emit(ctx, trx, 'columns.changed', { columns: changed });
    await purge(ctx, trx, ['columns']);
  });
  return columns.length;
}

const toRow = (column: z.output<typeof columnDefinitions>[number]) => ({
  id: column.id,
  name: column.columnName,
  description: column.description,
  kind: column.kind,
  access: column.access,
  code_path: column.codePath,
  parent_id: column.parentId,
  list_order: column.listOrder,
  is_nav: column.isNav,
  is_auth: column.isAuth,
  login_auth: column.loginAuth,
  no_menu: column.noMenu,
  hide_child: column.hideChild,
  keep_alive: column.keepAlive,
  bread_show: column.breadShow,
  icon: column.icon,
});
