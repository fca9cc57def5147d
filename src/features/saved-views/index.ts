import { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context, Database, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { defineFeature } from '#kernel/feature.ts';
import { fields, idOf } from '#kernel/http/bodies.ts';
import { get, post } from '#kernel/http/calls.ts';
import { list, savedView, saveViewInput } from './schema.ts';

const maxViews = 100;
type SavedView = z.infer<typeof savedView>;

/** Filters of a list under a name. Each member sees and changes only their own. */
export const feature = defineFeature({
  name: 'saved-views',
  routes: [
    get('/admin/savedView/list', {
      access: 'staff',
      summary: "Lists the caller's saved views of a list in the back office.",
      query: z.object({ list }),
      data: z.array(savedView),
      run: (ctx, { query }) => listViews(ctx.db, requireMemberId(ctx), query.list),
    }),
    post('/admin/savedView/save', {
      access: 'staff',
      summary: 'Saves a view under a name, or changes the view `id`.',
      body: saveViewInput,
      data: savedView,
      run: (ctx, { body }) => saveView(ctx, body),
    }),
    post('/admin/savedView/delete', {
      access: 'staff',
      summary: "Deletes one of the caller's saved views.",
      body: fields({ id: idOf('视图编号') }),
      data: z.boolean(),
      run: (ctx, { body }) => deleteView(ctx, body.id),
    }),
  ],
  listeners: {
    'member.deleted': async (_, trx, { memberId }) => {
      await trx.deleteFrom('saved_views').where('member_id', '=', memberId).execute();
    },
  },
  tables: { people: ['saved_views'] },
  personalData: [{ name: 'saved-views', read: (ctx, memberId) => listViews(ctx.db, memberId) }],
});

/** Lists a member's views of one list or of all, in the order they were saved; served by saved_views_name_key. */
async function listViews(db: Database | Trx, memberId: string, listName?: string): Promise<SavedView[]> {
  const rows = await db
    .selectFrom('saved_views')
    .select(['id', 'name', 'filters'])
    .where('member_id', '=', memberId)
    .$if(listName !== undefined, (found) => found.where('list', '=', listName ?? ''))
    .orderBy('id')
    .execute();
  return rows.map(({ filters, ...row }) => ({ ...row, filters: filters as unknown as SavedView['filters'] }));
}

/** @throws conflict for a name in use or too many views; notFound for a view of another member */
function saveView(
  ctx: Context,
  { list, id, name, filters }: z.output<typeof saveViewInput>,
): Promise<SavedView> {
  return inTransaction(ctx, async (trx) => {
    const memberId = await lockViews(ctx, trx);
    const views = await listViews(trx, memberId, list);
    const before = views.find((one) => one.id === id);
    if (id !== undefined && !before) throw viewNotFound();
    if (views.some((one) => one.name === name && one.id !== id)) throw conflict(`已经有名为“${name}”的视图`);
    if (!before && (await listViews(trx, memberId)).length >= maxViews)
      throw conflict(`视图最多 ${maxViews} 个，请先删掉不用的`);
    const values = { name, filters: JSON.stringify(filters) };
    const saved = before
      ? trx.updateTable('saved_views').set(values).where('id', '=', before.id).returning('id')
      : trx
          .insertInto('saved_views')
          .values({ ...values, list, member_id: memberId })
          .returning('id');
    const row = await saved.executeTakeFirstOrThrow();
    await recordAction(ctx, trx, {
      action: 'saved-view.save',
      target: `saved-view:${row.id}`,
      ...(before && { before: { name: before.name, ...before.filters } }),
      after: { name, ...filters },
    });
    return { id: row.id, name, filters };
  });
}

/** @throws notFound for a view of another member */
async function deleteView(ctx: Context, id: string): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const before = (await listViews(trx, await lockViews(ctx, trx))).find((one) => one.id === id);
    if (!before) throw viewNotFound();
    await trx.deleteFrom('saved_views').where('id', '=', id).execute();
    await recordAction(ctx, trx, {
      action: 'saved-view.delete',
      target: `saved-view:${id}`,
      before: { name: before.name, ...before.filters },
    });
  });
  return true;
}

/**
 * Serialises the caller's changes, because views are limited in number and unique by name.
 * @returns the caller's id
 */
async function lockViews(ctx: Context, trx: Trx): Promise<string> {
  const memberId = requireMemberId(ctx);
  await trx.selectFrom('members').select('id').where('id', '=', memberId).forUpdate().execute();
  return memberId;
}

const viewNotFound = () => notFound('没有这个视图，可能已被删除');
