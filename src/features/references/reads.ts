import type { z } from 'zod';
import { findAuthorOfMember } from '#features/authors/index.ts';
import { columnRows } from '#features/columns/index.ts';
import {
  checkReady,
  findUnseen,
  findWordHits,
  type PreviewedReader,
  previewPost,
  readAdminPost,
  readReviewStatus,
  refuseBlockedWords,
} from '#features/posts/index.ts';
import type { Content } from '#features/posts/manage/schema.ts';
import type { PostDetail } from '#features/posts/schema.ts';
import type { Settings } from '#features/settings/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { DomainError, notFound, unauthenticated } from '#kernel/errors.ts';
import { cutPage } from '#kernel/http/paging.ts';
import { refusalFor, securitiesOf } from './compliance.ts';
import { listWritableColumns, readUsage, requireOwnReference } from './own-references.ts';
import type { ReferenceParts } from './parts.ts';
import { quotaOf, reviewReasonOf, standingOf } from './policy.ts';
import { presentProfile, presentRecord } from './present.ts';
import {
  countSentBackTo,
  findMemberProfile,
  findPublished,
  findSubmission,
  listReferencesOfAuthor,
} from './queries.ts';
import type * as schema from './schema.ts';

const maxCounted = 100;

type Parts = Pick<ReferenceParts, 'settings'>;

/** Returns whether the caller may begin another reference now. A member who never wrote has used nothing. */
export async function readQuota(ctx: Context, { settings }: Parts): Promise<schema.Quota> {
  const { references } = await settings(ctx);
  const writer = await findAuthorOfMember(ctx.db, requireMemberId(ctx));
  const used = await readUsage(ctx, ctx.db, writer?.id ?? '0');
  return quotaOf(references, used, (await listWritableColumns(ctx)).length > 0);
}

/**
 * Returns the caller's own reference as the editor opens it.
 * @throws notFound
 */
export async function readReference(
  ctx: Context,
  { settings }: Parts,
  id: string,
): Promise<schema.ReferenceDetail> {
  const row = await requireOwnReference(ctx, id);
  const post = await readAdminPost(ctx, id);
  const [review, securities, submission, { references }] = await Promise.all([
    readReviewStatus(ctx, post),
    securitiesOf(ctx, post.content),
    findSubmission(ctx.db, id),
    settings(ctx),
  ]);
  return {
    id,
    ...standingOf(row),
    version: post.version,
    liveVersion: post.liveVersion,
    publishedAt: post.publishedAt,
    updatedAt: post.updatedAt,
    content: await contentForWriter(ctx, post.content),
    review,
    securities,
    disclosure: submission?.holding
      ? { holding: submission.holding as schema.Disclosure['holding'], note: submission.holding_note }
      : null,
    rules: { mode: references.mode, riskText: references.riskText },
  };
}

/**
 * Checks what a submission would meet now, without submitting.
 * @throws notFound
 */
export async function checkReference(
  ctx: Context,
  { settings }: Parts,
  id: string,
): Promise<schema.ReferenceCheck> {
  const { author_id: authorId } = await requireOwnReference(ctx, id);
  const { content } = await readAdminPost(ctx, id);
  const { references } = await settings(ctx);
  const [hits, securities, writer, used] = await Promise.all([
    findWordHits(ctx, content),
    securitiesOf(ctx, content),
    findAuthorOfMember(ctx.db, requireMemberId(ctx)),
    readUsage(ctx, ctx.db, authorId),
  ]);
  const isQualified = writer?.qualification_state === 'verified';
  return {
    securities,
    words: hits.filter(({ level }) => level === 'block').map(({ found, label }) => ({ found, label })),
    refusal:
      (await errorMessageOf(() => checkReady(ctx, content, 'reference'))) ??
      (await errorMessageOf(() => refuseBlockedWords(hits))) ??
      (await refusalFor(ctx, settings, content, { securities, isQualified })) ??
      reviewReasonOf(references, used),
    unseen: await findUnseen(ctx, content),
  };
}

/**
 * Returns the caller's newest version as a kind of reader would see it once published.
 * @throws notFound
 */
export async function previewReference(
  ctx: Context,
  { findOffers }: Pick<ReferenceParts, 'findOffers'>,
  { id, as }: { id: string; as: PreviewedReader },
): Promise<PostDetail> {
  await requireOwnReference(ctx, id);
  return previewPost(ctx, id, as, findOffers);
}

/** Lists the caller's references of one shelf, last changed first. */
export async function listOwnReferences(
  ctx: Context,
  { readSales }: Pick<ReferenceParts, 'readSales'>,
  { shelf, state, cursor, size }: z.output<typeof schema.listQuery>,
): Promise<schema.ReferenceList> {
  const writer = await findAuthorOfMember(ctx.db, requireMemberId(ctx));
  if (!writer) return { records: [], cursor: null };
  const rows = await listReferencesOfAuthor(
    ctx.db,
    { authorId: writer.id, shelf: shelf as 'article' | 'draft', state },
    { limit: size + 1, after: cursor },
  );
  const { shown, last } = cutPage(rows, size);
  const ids = shown.map(({ id }) => id);
  const sales = await readSales(ctx, ids);
  const names = new Map((await columnRows(ctx)).map(({ id, name }) => [id, name]));
  return {
    records: shown.map((row) => presentRecord(row, names, sales.get(row.id) ?? { sales: 0, income: 0 })),
    cursor: last?.id ?? null,
  };
}

/** Returns the caller's author profile; before the first reference, the profile that would be created. */
export async function readProfile(ctx: Context): Promise<schema.WriterProfile> {
  const writer = await findAuthorOfMember(ctx.db, requireMemberId(ctx));
  if (writer) return presentProfile(writer);
  const member = await findMemberProfile(ctx.db, requireMemberId(ctx));
  if (!member) throw unauthenticated();
  const nothing = { title: '', bio: '', qualification: '', institution: '', qualificationNote: '' };
  return { authorId: null, ...member, ...nothing, qualificationState: 'none' };
}

/** Counts the caller's references that were sent back and wait for the caller, up to 100. */
export const countSentBack = ({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<number> =>
  actor.kind === 'member' ? countSentBackTo(db, actor.memberId, maxCounted) : Promise.resolve(0);

/**
 * Returns the notes below a published reference, for every reader: the risk text if it names securities, its author's
 * disclosure, and a qualification that staff verified. Omits which securities it names, because only the locked part
 * may name them.
 * @throws notFound for an unpublished reference
 */
export async function readReferenceNotes(
  ctx: Context,
  settings: Settings,
  id: string,
): Promise<schema.ReferenceNotes> {
  const row = await findPublished(ctx.db, id);
  if (!row) throw notFound('没有这篇内参，或已撤下');
  const submission = await findSubmission(ctx.db, id, row.live_version);
  // An imported reference has no submission.
  const securities =
    submission?.securities ?? (await securitiesOf(ctx, { ...row, stockCodes: row.stock_codes }));
  const { riskText } = (await settings(ctx)).references;
  const isVerified = row.qualification_state === 'verified';
  return {
    riskText: securities.length > 0 ? riskText : null,
    disclosure:
      submission?.holding && securities.length > 0
        ? { holding: submission.holding as schema.Disclosure['holding'], note: submission.holding_note }
        : null,
    qualification: isVerified ? { number: row.qualification, institution: row.institution } : null,
  };
}

async function contentForWriter(ctx: Context, content: Content): Promise<schema.ReferenceContent> {
  const { columnId, title, summary, cover, vipFree, tags, stockCodes, html, price } = content;
  const column = (await columnRows(ctx)).find(({ id }) => id === columnId);
  const access =
    content.access ?? (column?.access as schema.ReferenceContent['access'] | undefined) ?? 'public';
  return { columnId, title, summary, cover, vipFree, tags, stockCodes, html, price, access };
}

async function errorMessageOf(check: () => unknown): Promise<string | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}
