import { ensureWriter, lockWriting, saveWriter } from '#features/authors/index.ts';
import type { MemberDeleted } from '#features/identity/events.ts';
import { hasMobile } from '#features/identity/index.ts';
import { checkWords } from '#features/moderation/index.ts';
import {
  cancelPostReview,
  createDraft,
  deleteDraft,
  deleteDraftInTransaction,
  type Guard,
  prepareBody,
  refuseBlockedWords,
  replaceImages,
  savePost,
  submitPost,
  withdrawPostAsAdmin,
} from '#features/posts/index.ts';
import type { Settings } from '#features/settings/index.ts';
import { requireMemberId, workOwnerOf } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { countHit, type RateLimit } from '#kernel/db/rate-limits.ts';
import { conflict, DomainError, invalid, rateLimited } from '#kernel/errors.ts';
import { dayMs } from '#shared/dates.ts';
import { recordSubmission, securitiesOf } from './compliance.ts';
import { listWritableColumns, readUsage, referenceNotFound, requireOwnReference } from './own-references.ts';
import { quotaOf, reviewReasonOf, standingOf } from './policy.ts';
import { presentProfile } from './present.ts';
import { findOwnReference, listDraftsOf } from './queries.ts';
import type {
  Disclosure,
  ReferenceContent,
  ReferenceStanding,
  SavedReference,
  WriterProfile,
} from './schema.ts';

/**
 * Creates a draft of a reference by the caller, and the caller's author record with the first one. The limit also holds
 * for concurrent calls.
 * @throws conflict with the reason why no more are allowed; invalid for a column that does not accept references
 */
export async function addReference(
  ctx: Context,
  settings: Settings,
  { columnId, title }: { columnId?: string | undefined; title?: string | undefined },
): Promise<{ id: string }> {
  const { references } = await settings(ctx);
  const columns = await listWritableColumns(ctx);
  const column = columnId === undefined ? columns[0] : columns.find(({ id }) => id === columnId);
  if (columnId !== undefined && !column) throw invalid('栏目不能写内参，请换一个', 'columnId');
  const writer = await ensureWriter(ctx, requireMemberId(ctx));
  const quota = quotaOf(references, await readUsage(ctx, ctx.db, writer.id), column !== undefined);
  if (quota.reason !== null || !column) throw conflict(quota.reason ?? '');
  return createDraft(ctx, { columnId: column.id, authorId: writer.id, title }, async (trx) => {
    await lockWriting(trx, requireMemberId(ctx));
    const used = await readUsage(ctx, trx, writer.id);
    // The count already includes the new draft.
    const { reason } = quotaOf(references, { ...used, drafts: used.drafts - 1 }, true);
    if (reason !== null) throw conflict(reason);
  });
}

/**
 * How many versions a member's saves add in a day, beside autosaves. A save beyond them replaces the version before it, as
 * an autosave does: nothing that was typed is lost, and the stored text of one member has a bound.
 */
const addedVersions: RateLimit = {
  name: 'reference-versions',
  max: 60,
  windowMs: dayMs,
  refuse: (wait) => rateLimited('今天保存的版本太多', wait),
};

async function addsVersion(ctx: Context, isAutosave: boolean | undefined): Promise<boolean> {
  if (isAutosave) return false;
  try {
    await countHit(ctx, ctx.db, addedVersions, requireMemberId(ctx));
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'rate_limited') return false;
    throw error;
  }
}

/**
 * Saves a version, sanitised here, once. Pictures of other sites become links, so that no page requests those sites.
 * @throws conflict if another version is the head; invalid naming the field; notFound
 */
export async function saveReference(
  ctx: Context,
  given: { id: string; base: number; content: ReferenceContent; isAutosave?: boolean | undefined },
): Promise<SavedReference> {
  const { id, base, isAutosave } = given;
  await requireOwnReference(ctx, id);
  const content = await cleanContent(given.content, workOwnerOf(ctx));
  const saved = await savePost(ctx, { id, base, content, isAutosave: !(await addsVersion(ctx, isAutosave)) });
  return { ...saved, securities: await securitiesOf(ctx, content) };
}

/**
 * Submits the newest version for review.
 * @throws conflict without a mobile number, while one is under review, if limits or the site's rules forbid it, or if another version is the
 * head; invalid for missing content; notFound
 */
export async function submitReference(
  ctx: Context,
  settings: Settings,
  { id, base, disclosure }: { id: string; base: number; disclosure: Disclosure | null },
): Promise<ReferenceStanding> {
  const { author_id: authorId } = await requireOwnReference(ctx, id);
  const { references } = await settings(ctx);
  const guard: Guard = async (trx) => {
    await refuseUnderReview(trx, { id, authorId }, '请等审核结果，或先撤回送审');
    await lockWriting(trx, requireMemberId(ctx));
    if (!(await hasMobile(trx, requireMemberId(ctx))))
      throw conflict('按照规定，绑定手机号后才能送审。请到“个人中心 › 我的资料”绑定');
    const reason = reviewReasonOf(references, await readUsage(ctx, trx, authorId));
    if (reason !== null) throw conflict(reason);
  };
  await submitPost(
    ctx,
    // The writer was told by the check before (checkReference), the reviewer is told again.
    { id, base, acceptsUnseen: true },
    { guard, gate: (_, trx, submission) => recordSubmission(ctx, trx, settings, submission, disclosure) },
  );
  return readStanding(ctx, id);
}

/**
 * Cancels the review of a reference before a decision. May be repeated.
 * @throws notFound
 */
export async function cancelReferenceReview(ctx: Context, id: string): Promise<ReferenceStanding> {
  await requireOwnReference(ctx, id);
  await cancelPostReview(ctx, id, { isWriter: true });
  return readStanding(ctx, id);
}

/**
 * Withdraws a reference and notifies its buyers.
 * @throws conflict if it was never published; notFound
 */
export async function withdrawReference(ctx: Context, id: string): Promise<ReferenceStanding> {
  const { state } = await requireOwnReference(ctx, id);
  if (state === 'draft') throw conflict('这篇还没有发布，不用撤回；在审核的可以撤回送审');
  await withdrawPostAsAdmin(ctx, id);
  return readStanding(ctx, id);
}

/**
 * Deletes a draft permanently.
 * @throws conflict while it is under review or if it was ever published; notFound
 */
export async function deleteReference(ctx: Context, id: string): Promise<boolean> {
  const { author_id: authorId } = await requireOwnReference(ctx, id);
  return deleteDraft(ctx, id, (trx) => refuseUnderReview(trx, { id, authorId }, '请先撤回送审再删除'));
}

/**
 * Saves the caller's author profile.
 * @throws conflict for a name in use; invalid naming the field
 */
export async function saveProfile(
  ctx: Context,
  profile: Pick<WriterProfile, 'name' | 'bio' | 'avatar' | 'qualification' | 'institution'>,
): Promise<WriterProfile> {
  const { name, bio, avatar, qualification, institution } = profile;
  if ((qualification === '') !== (institution === ''))
    throw invalid('执业编号和所属机构请一起填写', 'qualification');
  if (avatar !== null && !isSiteFile(avatar)) throw invalid('头像应为在本站上传的图片', 'avatar');
  refuseBlockedWords(
    await checkWords(ctx, [
      { field: 'name', label: '笔名', text: name },
      { field: 'bio', label: '简介', text: bio },
      { field: 'institution', label: '所属机构', text: institution },
    ]),
  );
  return presentProfile(await saveWriter(ctx, requireMemberId(ctx), profile));
}

/** Deletes the drafts of a deleted member, which only the member could see, before the author loses the member. */
export async function onMemberDeleted(ctx: Context, trx: Trx, { memberId }: MemberDeleted): Promise<void> {
  for (const id of await listDraftsOf(trx, memberId)) await deleteDraftInTransaction(ctx, trx, id);
}

async function refuseUnderReview(
  trx: Trx,
  { id, authorId }: { id: string; authorId: string },
  whatToDo: string,
): Promise<void> {
  const row = await findOwnReference(trx, id, authorId);
  if (!row) throw referenceNotFound();
  if (row.review_state === 'pending') throw conflict(`这篇正在审核，${whatToDo}`);
}

async function readStanding(ctx: Context, id: string): Promise<ReferenceStanding> {
  return standingOf(await requireOwnReference(ctx, id));
}

/** Removes what a writer may not use. Fields that a writer may not change are not among them and stay as staff set them. */
async function cleanContent(
  { html, cover, price, ...given }: ReferenceContent,
  owner: string | undefined,
): Promise<ReferenceContent> {
  if (cover !== null && !isSiteFile(cover)) throw invalid('封面应为在本站上传的图片', 'cover');
  const { html: whole, sourceHtml, images } = await prepareBody({ body: html, format: 'html' }, owner);
  const foreignImages = new Map(images.filter((src) => !isSiteFile(src)).map((src) => [src, null]));
  const ownHtml = await replaceImages(sourceHtml ?? whole, foreignImages, { owner });
  return { ...given, cover, price: given.access === 'paid' ? price : null, html: ownHtml };
}

const isSiteFile = (address: string): boolean => /^\/files\/[\w./-]+$/.test(address);
