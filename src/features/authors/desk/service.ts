import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { noteMediaUses } from '#features/media/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { authorTag } from '#shared/cache-tags.ts';
import { tellChange } from '../service.ts';
import {
  type AuthorFieldsRow,
  deleteAuthorRow,
  holdMember,
  insertAuthor,
  lockAuthors,
  type NewAuthorRow,
  unlinkMember,
  updateAuthor,
} from './desk-queries.ts';
import type { AuthorFields, qualificationDecision } from './schema.ts';

/** @throws conflict for a name or a member that another author has; invalid for an unknown member */
export function createAuthor(ctx: Context, fields: AuthorFields): Promise<{ id: string }> {
  return inTransaction(ctx, async (trx) => {
    const row = await toRow(trx, fields);
    const id = await insertAuthor(trx, row);
    await noteMediaUses(ctx, trx, `author:${id}`, picturesOf(row));
    await recordAction(ctx, trx, { action: 'author.create', target: `author:${id}`, after: toChange(row) });
    return { id };
  }).catch(explainTaken);
}

/** Changes an author on every page, list and search at once. @throws as `createAuthor`; notFound */
export async function saveAuthor(
  ctx: Context,
  { id, ...fields }: AuthorFields & { id: string },
): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const row = await toRow(trx, fields);
    const [before] = await lockAuthors(trx, [id]);
    if (!before) throw unknownAuthor();
    // Who is behind it now has to show a qualification of their own.
    const isOther = before.member_id !== row.member_id;
    await updateAuthor(trx, id, { ...row, ...(isOther && noQualification) });
    await noteMediaUses(ctx, trx, `author:${id}`, picturesOf(row));
    await tellChange(ctx, trx, id);
    await recordAction(ctx, trx, {
      action: 'author.save',
      target: `author:${id}`,
      before: toChange(before),
      after: toChange(row),
    });
  }).catch(explainTaken);
  return true;
}

/**
 * Makes one author of two: pieces and followers of `id` are those of `into` from now on, and `id` is gone. The member
 * behind `id` comes along where `into` has none.
 * @throws invalid for one and the same; conflict where both have a member; notFound
 */
export async function mergeAuthors(
  ctx: Context,
  { id, into }: { id: string; into: string },
): Promise<boolean> {
  if (id === into) throw invalid('并入的作者编号（into）不能是它自己');
  await inTransaction(ctx, async (trx) => {
    const rows = await lockAuthors(trx, [id, into]);
    const gone = rows.find((row) => row.id === id);
    const kept = rows.find((row) => row.id === into);
    if (!gone || !kept) throw unknownAuthor();
    if (gone.member_id !== null && kept.member_id !== null)
      throw conflict('两位作者各关联了一个会员，请先解除其中一个的关联');
    await ctx.events.emit(ctx, trx, 'authors.merged', { id, into });
    await noteMediaUses(ctx, trx, `author:${id}`, []);
    await deleteAuthorRow(trx, id);
    if (gone.member_id !== null) await updateAuthor(trx, into, qualifiedAs(gone));
    await purge(ctx, trx, [authorTag(id)]);
    await tellChange(ctx, trx, into);
    await recordAction(ctx, trx, {
      action: 'author.merge',
      target: `author:${into}`,
      before: { id, ...toChange(gone) },
      after: { id: into, name: kept.name },
    });
  });
  return true;
}

/** Deletes an author who has written nothing. @throws conflict while pieces name them; notFound */
export async function deleteAuthor(ctx: Context, id: string): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const [author] = await lockAuthors(trx, [id]);
    if (!author) throw unknownAuthor();
    await ctx.events.emit(ctx, trx, 'authors.deleting', { id, name: author.name });
    await noteMediaUses(ctx, trx, `author:${id}`, []);
    await deleteAuthorRow(trx, id);
    await purge(ctx, trx, [authorTag(id)]);
    await recordAction(ctx, trx, {
      action: 'author.delete',
      target: `author:${id}`,
      before: toChange(author),
    });
  });
  return true;
}

/**
 * Says whether an author is qualified as they say; `note` is for them. @throws conflict where they say nothing, or
 * something else than was looked at; notFound
 */
export async function decideQualification(
  ctx: Context,
  { id, qualification, decision, note }: z.output<typeof qualificationDecision>,
): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const [before] = await lockAuthors(trx, [id]);
    if (!before) throw unknownAuthor();
    if (before.qualification === '') throw conflict('这位作者没有填写执业资格');
    if (before.qualification !== qualification)
      throw conflict('作者刚刚改过执业编号，请核对新的编号后再处理');
    await updateAuthor(trx, id, { qualification_state: decision, qualification_note: note });
    await tellChange(ctx, trx, id);
    const memberId = before.member_id;
    await ctx.events.emit(ctx, trx, 'authors.qualificationDecided', { id, memberId, decision, note });
    const { institution } = before;
    await recordAction(ctx, trx, {
      action: 'author.qualification',
      target: `author:${id}`,
      before: { qualificationState: before.qualification_state },
      after: { qualificationState: decision, qualification, institution, ...(note && { note }) },
    });
  });
  return true;
}

/** An author whose member is gone stays, with the pieces; nobody is behind them any more. */
export async function forgetAuthorMember(
  ctx: Context,
  trx: Trx,
  { memberId }: { memberId: string },
): Promise<void> {
  for (const id of await unlinkMember(trx, memberId)) await tellChange(ctx, trx, id);
}

async function toRow(trx: Trx, { memberId, ...fields }: AuthorFields): Promise<NewAuthorRow> {
  if (memberId !== null && !(await holdMember(trx, memberId)))
    throw invalid('没有这位会员（memberId），或账号已注销');
  return { ...fields, member_id: memberId };
}

const noQualification = {
  qualification: '',
  institution: '',
  qualification_state: 'none',
  qualification_note: '',
};

const qualifiedAs = ({
  member_id,
  qualification,
  institution,
  qualification_state,
  qualification_note,
}: AuthorFieldsRow) => ({
  member_id,
  qualification,
  institution,
  qualification_state,
  qualification_note,
});

const toChange = ({ name, title, bio, avatar, member_id }: NewAuthorRow) => ({
  name,
  title,
  bio,
  avatar,
  memberId: member_id,
});

const picturesOf = ({ avatar }: NewAuthorRow): string[] => (avatar === null ? [] : [avatar]);

const unknownAuthor = () => notFound('没有这位作者');

/** The constraints decide who of two at once gets a name or a member; the other one hears of it in Chinese. */
function explainTaken(error: unknown): never {
  const { constraint } = error as { constraint?: string };
  if (constraint === 'authors_name_key') throw conflict('已有同名的作者（name）；是同一个人的话可以合并');
  if (constraint === 'authors_member_id_key') throw conflict('这位会员（memberId）已是另一位作者');
  throw error;
}
