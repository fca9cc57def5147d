import { findAuthorOfMember } from '#features/authors/index.ts';
import { columnRows } from '#features/columns/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { dayOf, parseMoment } from '#shared/dates.ts';
import { countUsage, findOwnReference, type ReferenceRow, type Usage } from './queries.ts';
import type { ReferenceColumn } from './schema.ts';

/**
 * Returns the caller's own reference.
 * @throws notFound for an unknown id and for another author's reference alike
 */
export async function requireOwnReference(ctx: Context, id: string): Promise<ReferenceRow> {
  const writer = await findAuthorOfMember(ctx.db, requireMemberId(ctx));
  const row = writer && (await findOwnReference(ctx.db, id, writer.id));
  if (!row) throw referenceNotFound();
  return row;
}

export const referenceNotFound = () => notFound('没有这篇内参，可能已被删除');

/** Returns how many drafts, pending reviews and submissions of today a writer has; days are in Asia/Shanghai. */
export const readUsage = (ctx: Context, db: Context['db'] | Trx, authorId: string): Promise<Usage> =>
  countUsage(db, {
    authorId,
    memberId: requireMemberId(ctx),
    since: parseMoment(dayOf(ctx.now()))?.first ?? ctx.now(),
  });

/** Lists the columns that hold references, in the order of the menu. */
export async function listWritableColumns(ctx: Context): Promise<ReferenceColumn[]> {
  const columns = (await columnRows(ctx)).filter(({ kind }) => kind === 'reference');
  return columns
    .sort((one, other) => other.list_order - one.list_order)
    .map(({ id, name, access }) => ({ id, columnName: name, access: access as ReferenceColumn['access'] }));
}
