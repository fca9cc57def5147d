import { recordAction } from '#features/audit/index.ts';
import { memberOf } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import type { PersonalDataPart } from '#kernel/personal-data.ts';
import {
  deleteViewRow,
  deleteViewsOf,
  insertView,
  listViewRows,
  lockViewsOf,
  updateView,
} from './saved-views-queries.ts';
import type { SavedView } from './saved-views-schema.ts';

/** They are tabs over a list. */
const mostViews = 30;

/** The caller's views of the list of pieces, in the order they were saved. */
export const listSavedViews = (ctx: Context): Promise<SavedView[]> => listViewRows(ctx.db, memberOf(ctx));

/**
 * Keeps what the list is narrowed to under a name, or changes one of the caller's views.
 * @throws conflict for a name they have already, or too many; notFound for a view that is not theirs
 */
export async function saveView(
  ctx: Context,
  { id, name, filters }: Omit<SavedView, 'id'> & { id?: string | undefined },
): Promise<SavedView> {
  const memberId = memberOf(ctx);
  return inTransaction(ctx, async (trx) => {
    await lockViewsOf(trx, memberId);
    const views = await listViewRows(trx, memberId);
    const before = views.find((view) => view.id === id);
    if (id !== undefined && !before) throw notFound('没有这个视图，可能已被删除');
    if (views.some((view) => view.name === name && view.id !== id))
      throw conflict(`已经有名为「${name}」的视图`);
    if (!before && views.length >= mostViews) throw conflict(`视图最多 ${mostViews} 个，请先删掉不用的`);
    const kept = before?.id ?? (await insertView(trx, memberId, { name, filters }));
    if (kept === null) throw conflict(`已经有名为「${name}」的视图`);
    if (before) await updateView(trx, memberId, { id: kept, name, filters });
    await recordAction(ctx, trx, {
      action: 'saved-view.save',
      target: `saved-view:${kept}`,
      ...(before && { before: { name: before.name, ...before.filters } }),
      after: { name, ...filters },
    });
    return { id: kept, name, filters };
  });
}

/** Deletes one of the caller's views. @throws notFound */
export async function deleteView(ctx: Context, id: string): Promise<boolean> {
  const memberId = memberOf(ctx);
  await inTransaction(ctx, async (trx) => {
    await lockViewsOf(trx, memberId);
    const before = (await listViewRows(trx, memberId)).find((view) => view.id === id);
    if (!before) throw notFound('没有这个视图，可能已被删除');
    await deleteViewRow(trx, memberId, id);
    await recordAction(ctx, trx, {
      action: 'saved-view.delete',
      target: `saved-view:${id}`,
      before: { name: before.name, ...before.filters },
    });
  });
  return true;
}

/** A deleted member leaves no views. */
export async function forgetSavedViews(
  _: Context,
  trx: Trx,
  { memberId }: { memberId: string },
): Promise<void> {
  await deleteViewsOf(trx, memberId);
}

/** A member's views, for their own copy of their data. */
export const savedViewData: readonly PersonalDataPart[] = [
  { name: 'saved-views', read: (ctx, memberId) => listViewRows(ctx.db, memberId) },
];
