import type { StaffJoined } from '#features/identity/events.ts';
import { recordMediaUses } from '#features/media/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound, unauthenticated } from '#kernel/errors.ts';
import { foldWord } from '#shared/text/fold-words.ts';
import * as queries from './queries.ts';
import { announceChange, siteAuthor } from './service.ts';

/** The profile that a writer may edit; number and institution both or neither. */
export type WriterProfileInput = {
  name: string;
  bio: string;
  avatar: string | null;
  qualification: string;
  institution: string;
};

/**
 * Returns the author of a member and creates it with the member's name if missing; if the name is in use, the member's
 * id is appended. Concurrent calls return the same author.
 * @throws unauthenticated for a deleted member; conflict if the author could not be created
 */
export async function ensureWriter(ctx: Context, memberId: string): Promise<queries.WriterRow> {
  const known = await queries.findAuthorOfMember(ctx.db, memberId);
  if (known) return known;
  await inTransaction(ctx, (trx) => createWriter(trx, memberId));
  const created = await queries.findAuthorOfMember(ctx.db, memberId);
  if (!created) throw conflict('作者资料没有建成，请重试');
  return created;
}

/**
 * Makes invited staff who may write an author by the name they were invited by, unless they are one already or the name
 * is taken: whether that author is the same person, staff decide in 作者. Handles `staff.joined`.
 */
export async function onStaffJoined(
  _: Context,
  trx: Trx,
  { memberId, name, permissions }: StaffJoined,
): Promise<void> {
  const mayWrite = permissions.some((code) => ['content.edit', 'content.contribute', '*'].includes(code));
  if (mayWrite && !isReservedName(name))
    await queries.insertWriter(trx, { name, member_id: memberId, avatar: null });
}

/**
 * Changes a writer's profile on every page, list and in search. Another number or institution must be verified again by
 * staff.
 * @throws conflict for a name in use; invalid for a name that impersonates the site; notFound
 */
export async function saveWriter(
  ctx: Context,
  memberId: string,
  { qualification, institution, ...profile }: WriterProfileInput,
): Promise<queries.WriterRow> {
  if (isReservedName(profile.name)) throw invalid('笔名不能像是编辑部或官方，请换一个', 'name');
  await inTransaction(ctx, async (trx) => {
    await createWriter(trx, memberId);
    const writer = await queries.lockWriter(trx, memberId);
    if (!writer) throw notFound('没有这位作者');
    const isSame = writer.qualification === qualification && writer.institution === institution;
    await queries.updateWriter(trx, writer.id, {
      ...profile,
      ...(!isSame && {
        qualification,
        institution,
        qualification_state: qualification === '' ? 'none' : 'waiting',
        qualification_note: '',
      }),
    });
    await recordMediaUses(ctx, trx, `author:${writer.id}`, profile.avatar === null ? [] : [profile.avatar]);
    await announceChange(ctx, trx, writer.id);
  }).catch((error: unknown) => {
    const { constraint } = error as { constraint?: string };
    throw constraint === 'authors_name_key' ? conflict('这个笔名已有人使用，请换一个', 'name') : error;
  });
  return ensureWriter(ctx, memberId);
}

/** Serialises everything that counts one writer's posts until the transaction ends. */
export const lockWriting = (trx: Trx, memberId: string): Promise<void> => queries.lockWriting(trx, memberId);

async function createWriter(trx: Trx, memberId: string): Promise<void> {
  if (await queries.findAuthorOfMember(trx, memberId)) return;
  const profile = await queries.findMemberProfile(trx, memberId);
  if (!profile) throw unauthenticated();
  const { name, avatar } = profile;
  const writer = { member_id: memberId, avatar };
  if (!isReservedName(name) && (await queries.insertWriter(trx, { ...writer, name }))) return;
  if (await queries.findAuthorOfMember(trx, memberId)) return;
  const baseName = isReservedName(name) ? '作者' : name;
  await queries.insertWriter(trx, { ...writer, name: `${baseName}（${memberId}）` });
}

const reservedNames = [siteAuthor, '官方'].map(foldWord);

const isReservedName = (name: string): boolean => {
  const folded = foldWord(name);
  return reservedNames.some((one) => folded.includes(one));
};
