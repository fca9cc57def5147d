import { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { memberOf } from '#kernel/actor.ts';
import type { Context, Database, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { defineFeature } from '#kernel/feature.ts';
import { fields, filled, idOf } from '#kernel/http/bodies.ts';
import { get, post } from '#kernel/http/calls.ts';
import { cleanText } from '#shared/clean-text.ts';

/** They are tabs over a list. */
const maxViews = 30;
const view = { permission: 'content.view' };

/** What the list of posts is narrowed to. */
const viewFilters = z.object(
  {
    state: z.enum(['all', 'draft', 'scheduled', 'published', 'withdrawn'], { error: '状态（state）不正确' }),
    columnId: idOf('columnId', '栏目编号').optional(),
    keyword: z
      .string({ error: '关键词（keyword）应为文字' })
      .max(100, { error: '关键词（keyword）过长，最多 100 个字' })
      .transform(cleanText)
      .optional(),
  },
  { error: '请提供筛选条件（filters）' },
);
const savedView = z.object({ id: z.string(), name: z.string(), filters: viewFilters });
const saveViewInput = fields({
  /** The view that is changed; without it a new one is made. */
  id: idOf('id', '视图编号').optional(),
  name: filled('name', '视图名称', 30).overwrite((name) => name.replace(/\s+/g, ' ')),
  filters: viewFilters,
});
type SavedView = z.infer<typeof savedView>;

/** Views of the list of posts under a name. Everybody sees and changes their own. */
export const feature = defineFeature({
  name: 'saved-views',
  routes: [
    get('/admin/savedView/list', {
      access: view,
      summary: 'The caller’s saved views of the list of pieces.',
      data: z.array(savedView),
      run: (ctx) => listViews(ctx.db, memberOf(ctx)),
    }),
    post('/admin/savedView/save', {
      access: view,
      summary: 'Saves a view under a name, or changes the one named by `id`.',
      body: saveViewInput,
      data: savedView,
      run: (ctx, { body }) => saveView(ctx, body),
    }),
    post('/admin/savedView/delete', {
      access: view,
      summary: 'Deletes a view.',
      body: fields({ id: idOf('id', '视图编号') }),
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

/** A person's views, in the order they were saved; served by saved_views_name_key. */
async function listViews(db: Database | Trx, memberId: string): Promise<SavedView[]> {
  const rows = await db
    .selectFrom('saved_views')
    .select(['id', 'name', 'filters'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute();
  return rows.map(({ filters, ...row }) => ({ ...row, filters: filters as unknown as SavedView['filters'] }));
}

/** @throws conflict for a name they have already, or too many; notFound for a view that is not theirs */
function saveView(ctx: Context, { id, name, filters }: z.output<typeof saveViewInput>): Promise<SavedView> {
  return inTransaction(ctx, async (trx) => {
    const memberId = await lockViews(ctx, trx);
    const views = await listViews(trx, memberId);
    const before = views.find((one) => one.id === id);
    if (id !== undefined && !before) throw gone();
    if (views.some((one) => one.name === name && one.id !== id))
      throw conflict(`已经有名为「${name}」的视图`);
    if (!before && views.length >= maxViews) throw conflict(`视图最多 ${maxViews} 个，请先删掉不用的`);
    const values = { name, filters: JSON.stringify(filters) };
    const saved = before
      ? trx.updateTable('saved_views').set(values).where('id', '=', before.id).returning('id')
      : trx
          .insertInto('saved_views')
          .values({ ...values, member_id: memberId })
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

/** @throws notFound for a view that is not theirs */
async function deleteView(ctx: Context, id: string): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const before = (await listViews(trx, await lockViews(ctx, trx))).find((one) => one.id === id);
    if (!before) throw gone();
    await trx.deleteFrom('saved_views').where('id', '=', id).execute();
    await recordAction(ctx, trx, {
      action: 'saved-view.delete',
      target: `saved-view:${id}`,
      before: { name: before.name, ...before.filters },
    });
  });
  return true;
}

/** Makes the caller's changes wait for each other: views are counted, and named once. @returns the caller's id */
async function lockViews(ctx: Context, trx: Trx): Promise<string> {
  const memberId = memberOf(ctx);
  await trx.selectFrom('members').select('id').where('id', '=', memberId).forUpdate().execute();
  return memberId;
}

const gone = () => notFound('没有这个视图，可能已被删除');
