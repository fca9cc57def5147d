import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { recordMediaUses } from '#features/media/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden, invalid, notFound } from '#kernel/errors.ts';
import { authorTag } from '#shared/cache-tags.ts';
import { announceChange } from '../service.ts';
import {
  type AuthorFieldsRow,
  deleteAuthorRow,
  insertAuthor,
  lockAuthors,
  lockMember,
  type NewAuthorRow,
  unlinkMember,
  updateAuthor,
} from './admin-queries.ts';
import type { AuthorFields, qualificationDecision } from './schema.ts';

/**
 * Creates an author.
 * @throws conflict for a name or member of another author; invalid for an unknown member
 */
export function createAuthor(ctx: Context, fields: AuthorFields): Promise<{ id: string }> {
  return inTransaction(ctx, async (trx) => {
    const row = await toRow(trx, fields);
    refuseOwn(ctx, row.member_id !== null && !!row.share_percent && row.member_id, '给自己设分成');
    const id = await insertAuthor(trx, row);
    await recordMediaUses(ctx, trx, `author:${id}`, picturesOf(row));
    await recordAction(ctx, trx, {
      action: 'author.create',
      target: `author:${id}`,
      after: auditFieldsOf(row),
    });
    return { id };
  }).catch(explainTaken);
}

/**
 * Changes an author on every page, list and in search at once.
 * @throws what createAuthor throws; notFound
 */
export async function saveAuthor(
  ctx: Context,
  { id, ...fields }: AuthorFields & { id: string },
): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const row = await toRow(trx, fields);
    const [before] = await lockAuthors(trx, [id]);
    if (!before) throw unknownAuthor();
    // A newly linked member must state their own qualification.
    const isOtherMember = before.member_id !== row.member_id;
    refuseOwn(ctx, isOtherMember && row.member_id, '把作者关联到自己的账号');
    refuseOwn(ctx, before.share_percent !== row.share_percent && row.member_id, '改自己的分成');
    await updateAuthor(trx, id, { ...row, ...(isOtherMember && noQualification) });
    await recordMediaUses(ctx, trx, `author:${id}`, picturesOf(row));
    await announceChange(ctx, trx, id);
    await recordAction(ctx, trx, {
      action: 'author.save',
      target: `author:${id}`,
      before: auditFieldsOf(before),
      after: auditFieldsOf(row),
    });
  }).catch(explainTaken);
  return true;
}

/**
 * Merges two authors: posts and followers of `id` move to `into`, and `id` is deleted. The member of `id` moves too if
 * `into` has none.
 * @throws invalid if both are the same; conflict if both have a member; notFound
 */
export async function mergeAuthors(
  ctx: Context,
  { id, into }: { id: string; into: string },
): Promise<boolean> {
  if (id === into) throw invalid('并入的作者编号不能是它自己', 'into');
  await inTransaction(ctx, async (trx) => {
    const rows = await lockAuthors(trx, [id, into]);
    const merged = rows.find((row) => row.id === id);
    const remaining = rows.find((row) => row.id === into);
    if (!merged || !remaining) throw unknownAuthor();
    if (merged.member_id !== null && remaining.member_id !== null)
      throw conflict('两位作者各关联了一个会员，请先解除其中一个的关联');
    refuseOwn(ctx, merged.member_id, '把自己并入另一位作者');
    await ctx.events.emit(ctx, trx, 'authors.merged', { id, into });
    await recordMediaUses(ctx, trx, `author:${id}`, []);
    await deleteAuthorRow(trx, id);
    if (merged.member_id !== null) await updateAuthor(trx, into, qualificationOf(merged));
    await purge(ctx, trx, [authorTag(id)]);
    await announceChange(ctx, trx, into);
    await recordAction(ctx, trx, {
      action: 'author.merge',
      target: `author:${into}`,
      before: { id, ...auditFieldsOf(merged) },
      after: { id: into, name: remaining.name },
    });
  });
  return true;
}

/**
 * Deletes an author without posts.
 * @throws conflict while posts name the author; notFound
 */
export async function deleteAuthor(ctx: Context, id: string): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const [author] = await lockAuthors(trx, [id]);
    if (!author) throw unknownAuthor();
    await ctx.events.emit(ctx, trx, 'authors.deleting', { id, name: author.name });
    await recordMediaUses(ctx, trx, `author:${id}`, []);
    await deleteAuthorRow(trx, id);
    await purge(ctx, trx, [authorTag(id)]);
    await recordAction(ctx, trx, {
      action: 'author.delete',
      target: `author:${id}`,
      before: auditFieldsOf(author),
    });
  });
  return true;
}

/**
 * Decides whether staff confirm an author's stated qualification; `note` is for the author.
 * @throws conflict if nothing is stated or the number differs from the one that staff checked; notFound
 */
export async function decideQualification(
  ctx: Context,
  { id, qualification, decision, note }: z.output<typeof qualificationDecision>,
): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const [before] = await lockAuthors(trx, [id]);
    if (!before) throw unknownAuthor();
    refuseOwn(ctx, before.member_id, '核验自己的执业资格');
    if (before.qualification === '') throw conflict('这位作者没有填写执业资格');
    if (before.qualification !== qualification)
      throw conflict('作者刚刚改过执业编号，请核对新的编号后再处理');
    await updateAuthor(trx, id, { qualification_state: decision, qualification_note: note });
    await announceChange(ctx, trx, id);
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

/** Refuses what would give the caller the income or the standing of an author. @throws forbidden naming the act */
function refuseOwn({ actor }: Context, memberId: string | null | false, act: string): void {
  if (actor.kind === 'member' && memberId === actor.memberId) throw forbidden(`不能${act}，请由其他同事操作`);
}

/** Unlinks a deleted member from their author; the author stays, with the posts. */
export async function onMemberDeleted(
  ctx: Context,
  trx: Trx,
  { memberId }: { memberId: string },
): Promise<void> {
  for (const id of await unlinkMember(trx, memberId)) await announceChange(ctx, trx, id);
}

async function toRow(trx: Trx, { memberId, sharePercent, ...fields }: AuthorFields): Promise<NewAuthorRow> {
  if (memberId !== null && !(await lockMember(trx, memberId)))
    throw invalid('没有这位会员，或账号已注销', 'memberId');
  return { ...fields, member_id: memberId, share_percent: sharePercent };
}

const noQualification = {
  qualification: '',
  institution: '',
  qualification_state: 'none',
  qualification_note: '',
};

const qualificationOf = ({
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

const auditFieldsOf = ({ name, title, bio, avatar, member_id, share_percent }: NewAuthorRow) => ({
  name,
  title,
  bio,
  avatar,
  memberId: member_id,
  sharePercent: share_percent,
});

const picturesOf = ({ avatar }: NewAuthorRow): string[] => (avatar === null ? [] : [avatar]);

const unknownAuthor = () => notFound('没有这位作者');

/** Unique constraints decide concurrent requests for a name or member; the loser gets a message in Chinese. */
function explainTaken(error: unknown): never {
  const { constraint } = error as { constraint?: string };
  if (constraint === 'authors_name_key') throw conflict('已有同名的作者；是同一个人的话可以合并', 'name');
  if (constraint === 'authors_member_id_key') throw conflict('这位会员已是另一位作者', 'memberId');
  throw error;
}
