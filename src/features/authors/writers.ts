import { noteMediaUses } from '#features/media/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound, unauthenticated } from '#kernel/errors.ts';
import { foldWord } from '#shared/text/fold-words.ts';
import * as queries from './queries.ts';
import { houseAuthor, tellChange } from './service.ts';

/** What a writer may say of themselves; number and institution together or neither. */
export type WriterProfileInput = {
  name: string;
  bio: string;
  avatar: string | null;
  qualification: string;
  institution: string;
};

/**
 * The author behind whom a member stands, made with their own name where there is none yet; a name that another author
 * has gets the member's number after it. Of two at once both get the same. @throws unauthenticated for who is gone
 */
export async function ensureWriter(ctx: Context, memberId: string): Promise<queries.WriterRow> {
  const known = await queries.findAuthorOfMember(ctx.db, memberId);
  if (known) return known;
  await inTransaction(ctx, (trx) => makeWriter(trx, memberId));
  const made = await queries.findAuthorOfMember(ctx.db, memberId);
  if (!made) throw conflict('作者资料没有建成，请重试');
  return made;
}

/**
 * Changes what a writer says of themselves, on every page, list and search. Another number or institution waits for
 * staff anew. @throws conflict for a name that another author has; invalid for one that speaks for the house
 */
export async function saveWriter(
  ctx: Context,
  memberId: string,
  { qualification, institution, ...face }: WriterProfileInput,
): Promise<queries.WriterRow> {
  if (speaksForHouse(face.name)) throw invalid('笔名（name）不能像是编辑部或官方，请换一个');
  await inTransaction(ctx, async (trx) => {
    await makeWriter(trx, memberId);
    const writer = await queries.lockWriter(trx, memberId);
    if (!writer) throw notFound('没有这位作者');
    const isSame = writer.qualification === qualification && writer.institution === institution;
    await queries.updateWriter(trx, writer.id, {
      ...face,
      ...(!isSame && {
        qualification,
        institution,
        qualification_state: qualification === '' ? 'none' : 'waiting',
        qualification_note: '',
      }),
    });
    await noteMediaUses(ctx, trx, `author:${writer.id}`, face.avatar === null ? [] : [face.avatar]);
    await tellChange(ctx, trx, writer.id);
  }).catch((error: unknown) => {
    const { constraint } = error as { constraint?: string };
    throw constraint === 'authors_name_key' ? conflict('这个笔名（name）已有人使用，请换一个') : error;
  });
  return ensureWriter(ctx, memberId);
}

/** Until the transaction ends, what counts the pieces of one writer is done one after the other. */
export const holdWriting = (trx: Trx, memberId: string): Promise<void> => queries.lockWriting(trx, memberId);

async function makeWriter(trx: Trx, memberId: string): Promise<void> {
  if (await queries.findAuthorOfMember(trx, memberId)) return;
  const face = await queries.findMemberFace(trx, memberId);
  if (!face) throw unauthenticated();
  const { name, avatar } = face;
  const writer = { member_id: memberId, avatar };
  if (!speaksForHouse(name) && (await queries.insertWriter(trx, { ...writer, name }))) return;
  if (await queries.findAuthorOfMember(trx, memberId)) return;
  const another = speaksForHouse(name) ? '作者' : name;
  await queries.insertWriter(trx, { ...writer, name: `${another}（${memberId}）` });
}

const houseNames = [houseAuthor, '官方'].map(foldWord);

const speaksForHouse = (name: string): boolean => {
  const folded = foldWord(name);
  return houseNames.some((one) => folded.includes(one));
};
