import { ensureWriter, holdWriting, saveWriter } from '#features/authors/index.ts';
import type { MemberDeleted } from '#features/identity/events.ts';
import { checkWords } from '#features/moderation/index.ts';
import type { Content } from '#features/posts/desk/schema.ts';
import {
  beginDraft,
  cancelPostReview,
  deleteDraft,
  deleteDraftIn,
  type Guard,
  prepareBody,
  readDeskPost,
  refuseBlocked,
  replaceImages,
  savePost,
  submitPost,
  withdrawFromDesk,
} from '#features/posts/index.ts';
import type { Settings } from '#features/settings/index.ts';
import { memberOf } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import { noteSubmission, securitiesOf } from './compliance.ts';
import { missing, requireOwn, usedBy, writableColumns } from './own.ts';
import { fullnessOf, reviewReasonOf, standingOf } from './policy.ts';
import { presentProfile } from './present.ts';
import { findOwn, listDraftsOf } from './queries.ts';
import type {
  Disclosure,
  ReferenceContent,
  ReferenceStanding,
  SavedReference,
  WriterProfile,
} from './schema.ts';

/**
 * Begins a reference by the caller, whose author record is made with the first one. Of many at once no more are made
 * than the limit allows. @throws conflict with the reason why there may be no more; invalid for a column that takes none
 */
export async function addReference(
  ctx: Context,
  settings: Settings,
  { columnId, title }: { columnId?: string | undefined; title?: string | undefined },
): Promise<{ id: string }> {
  const { references } = await settings(ctx);
  const columns = await writableColumns(ctx);
  const column = columnId === undefined ? columns[0] : columns.find(({ id }) => id === columnId);
  if (columnId !== undefined && !column) throw invalid('栏目（columnId）不能写内参，请换一个');
  const writer = await ensureWriter(ctx, memberOf(ctx));
  const before = fullnessOf(references, await usedBy(ctx, ctx.db, writer.id), column !== undefined);
  if (before.reason !== null || !column) throw conflict(before.reason ?? '');
  return beginDraft(ctx, { columnId: column.id, authorId: writer.id, title }, async (trx) => {
    await holdWriting(trx, memberOf(ctx));
    const used = await usedBy(ctx, trx, writer.id);
    // The new one is among them by now.
    const { reason } = fullnessOf(references, { ...used, drafts: used.drafts - 1 }, true);
    if (reason !== null) throw conflict(reason);
  });
}

/**
 * Saves a version, sanitised here, once; pictures of other sites become links, so that no page asks those sites.
 * @throws conflict when another version is at the head; invalid naming the field; notFound
 */
export async function saveReference(
  ctx: Context,
  given: { id: string; base: number; content: ReferenceContent; isAutosave?: boolean | undefined },
): Promise<SavedReference> {
  const { id, base, isAutosave } = given;
  await requireOwn(ctx, id);
  const { content: kept } = await readDeskPost(ctx, id);
  const content = await mergeContent(kept, given.content);
  const saved = await savePost(ctx, { id, base, content, isAutosave });
  return { ...saved, securities: await securitiesOf(ctx, content) };
}

/**
 * Puts the newest version before a reviewer. @throws conflict while one is under review, when limits or the site's rules
 * are against it, or when another version is at the head; invalid for what is missing; notFound
 */
export async function submitReference(
  ctx: Context,
  settings: Settings,
  { id, base, disclosure }: { id: string; base: number; disclosure: Disclosure | null },
): Promise<ReferenceStanding> {
  const { author_id: authorId } = await requireOwn(ctx, id);
  const { references } = await settings(ctx);
  const guard: Guard = async (trx) => {
    await refuseUnderReview(trx, { id, authorId }, '请等审核结果，或先撤回送审');
    await holdWriting(trx, memberOf(ctx));
    const reason = reviewReasonOf(references, await usedBy(ctx, trx, authorId));
    if (reason !== null) throw conflict(reason);
  };
  await submitPost(
    ctx,
    { id, base },
    { guard, gate: (_, trx, submission) => noteSubmission(ctx, trx, settings, submission, disclosure) },
  );
  return readStanding(ctx, id);
}

/** Takes a reference back from the reviewers, undecided. May be repeated. @throws notFound */
export async function cancelReferenceReview(ctx: Context, id: string): Promise<ReferenceStanding> {
  await requireOwn(ctx, id);
  await cancelPostReview(ctx, id, { isWriter: true });
  return readStanding(ctx, id);
}

/** Takes a reference out of sight; its buyers are told. @throws conflict for one that was never out; notFound */
export async function withdrawReference(ctx: Context, id: string): Promise<ReferenceStanding> {
  const { state } = await requireOwn(ctx, id);
  if (state === 'draft') throw conflict('这篇还没有发布，不用撤回；在审核的可以撤回送审');
  await withdrawFromDesk(ctx, id);
  return readStanding(ctx, id);
}

/** Deletes a draft for good. @throws conflict while it is under review or was ever out; notFound */
export async function deleteReference(ctx: Context, id: string): Promise<boolean> {
  const { author_id: authorId } = await requireOwn(ctx, id);
  return deleteDraft(ctx, id, (trx) => refuseUnderReview(trx, { id, authorId }, '请先撤回送审再删除'));
}

/** Says who the caller is as an author. @throws conflict for a name that is taken; invalid naming the field */
export async function saveProfile(
  ctx: Context,
  profile: Pick<WriterProfile, 'name' | 'bio' | 'avatar' | 'qualification' | 'institution'>,
): Promise<WriterProfile> {
  const { name, bio, avatar, qualification, institution } = profile;
  if ((qualification === '') !== (institution === ''))
    throw invalid('执业编号（qualification）和所属机构（institution）请一起填写');
  if (avatar !== null && !isOurs(avatar)) throw invalid('头像（avatar）应为在本站上传的图片');
  refuseBlocked(
    await checkWords(ctx, [
      { field: 'name', label: '笔名', text: name },
      { field: 'bio', label: '简介', text: bio },
      { field: 'institution', label: '所属机构', text: institution },
    ]),
  );
  return presentProfile(await saveWriter(ctx, memberOf(ctx), profile));
}

/** Drafts of a member who goes were never anybody else's: they go too, before the author is left alone. */
export async function forgetDrafts(ctx: Context, trx: Trx, { memberId }: MemberDeleted): Promise<void> {
  for (const id of await listDraftsOf(trx, memberId)) await deleteDraftIn(ctx, trx, id);
}

async function refuseUnderReview(
  trx: Trx,
  { id, authorId }: { id: string; authorId: string },
  whatToDo: string,
): Promise<void> {
  const row = await findOwn(trx, id, authorId);
  if (!row) throw missing();
  if (row.review_state === 'pending') throw conflict(`这篇正在审核，${whatToDo}`);
}

async function readStanding(ctx: Context, id: string): Promise<ReferenceStanding> {
  return standingOf(await requireOwn(ctx, id));
}

/** What a writer may not change stays as staff left it. */
async function mergeContent(
  kept: Content,
  { html, cover, price, ...given }: ReferenceContent,
): Promise<Content> {
  if (cover !== null && !isOurs(cover)) throw invalid('封面（cover）应为在本站上传的图片');
  if (given.access === 'paid' && price === null) throw invalid('付费内参要有价格（price）');
  const { html: whole, sourceHtml, images } = await prepareBody({ body: html, format: 'html' });
  const foreign = new Map(images.filter((src) => !isOurs(src)).map((src) => [src, null]));
  const own = await replaceImages(sourceHtml ?? whole, foreign);
  return { ...kept, ...given, cover, price: given.access === 'paid' ? price : null, html: own };
}

const isOurs = (address: string): boolean => /^\/files\/[\w./-]+$/.test(address);
