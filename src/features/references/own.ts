import { findAuthorOfMember } from '#features/authors/index.ts';
import { columnRows } from '#features/columns/index.ts';
import { memberOf } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { dayOf, parseMoment } from '#shared/dates.ts';
import { countUsed, findOwn, type ReferenceRow, type Used } from './queries.ts';
import type { ReferenceColumn } from './schema.ts';

/** The caller's own reference. @throws notFound for anybody else's, as for one that is not there */
export async function requireOwn(ctx: Context, id: string): Promise<ReferenceRow> {
  const writer = await findAuthorOfMember(ctx.db, memberOf(ctx));
  const row = writer && (await findOwn(ctx.db, id, writer.id));
  if (!row) throw missing();
  return row;
}

export const missing = () => notFound('没有这篇内参，可能已被删除');

/** What a writer has under way; days are Shanghai's. */
export const usedBy = (ctx: Context, db: Context['db'] | Trx, authorId: string): Promise<Used> =>
  countUsed(db, {
    authorId,
    memberId: memberOf(ctx),
    since: parseMoment(dayOf(ctx.now()))?.first ?? ctx.now(),
  });

/** Columns that hold references, those first that stand first in the menu. */
export async function writableColumns(ctx: Context): Promise<ReferenceColumn[]> {
  const columns = (await columnRows(ctx)).filter(({ kind }) => kind === 'reference');
  return columns
    .sort((one, other) => other.list_order - one.list_order)
    .map(({ id, name, access }) => ({ id, columnName: name, access: access as ReferenceColumn['access'] }));
}
