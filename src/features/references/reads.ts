import type { z } from 'zod';
import { findAuthorOfMember } from '#features/authors/index.ts';
import { columnRows } from '#features/columns/index.ts';
import type { Content } from '#features/posts/desk/schema.ts';
import {
  checkReady,
  findHits,
  type PreviewedReader,
  previewPost,
  readDeskPost,
  readStandingOf,
  refuseBlocked,
} from '#features/posts/index.ts';
import type { PostDetail } from '#features/posts/schema.ts';
import { memberOf } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { DomainError, unauthenticated } from '#kernel/errors.ts';
import { cutPage } from '#kernel/http/paging.ts';
import { refusalFor, securitiesOf } from './compliance.ts';
import { requireOwn, usedBy, writableColumns } from './own.ts';
import type { ReferenceParts } from './parts.ts';
import { fullnessOf, reviewReasonOf, standingOf } from './policy.ts';
import { presentProfile, presentRecord } from './present.ts';
import { countSentBackTo, findFace, findSubmission, listShelf } from './queries.ts';
import type * as schema from './schema.ts';

const mostCounted = 100;

type Parts = Pick<ReferenceParts, 'settings'>;

/** May the caller begin one more now? Who never wrote has used nothing. */
export async function readFullness(ctx: Context, { settings }: Parts): Promise<schema.Fullness> {
  const { references } = await settings(ctx);
  const writer = await findAuthorOfMember(ctx.db, memberOf(ctx));
  const used = await usedBy(ctx, ctx.db, writer?.id ?? '0');
  return fullnessOf(references, used, (await writableColumns(ctx)).length > 0);
}

/** The caller's own reference as the editor opens it. @throws notFound */
export async function readReference(
  ctx: Context,
  { settings }: Parts,
  id: string,
): Promise<schema.ReferenceDetail> {
  const row = await requireOwn(ctx, id);
  const post = await readDeskPost(ctx, id);
  const [review, securities, submission, { references }] = await Promise.all([
    readStandingOf(ctx, post),
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

/** What a submission would meet as things stand. @throws notFound */
export async function checkReference(
  ctx: Context,
  { settings }: Parts,
  id: string,
): Promise<schema.ReferenceCheck> {
  const { author_id: authorId } = await requireOwn(ctx, id);
  const { content } = await readDeskPost(ctx, id);
  const { references } = await settings(ctx);
  const [hits, securities, writer, used] = await Promise.all([
    findHits(ctx, content),
    securitiesOf(ctx, content),
    findAuthorOfMember(ctx.db, memberOf(ctx)),
    usedBy(ctx, ctx.db, authorId),
  ]);
  const isQualified = writer?.qualification_state === 'verified';
  return {
    securities,
    words: hits.filter(({ level }) => level === 'block').map(({ found, label }) => ({ found, label })),
    refusal:
      (await faultOf(() => checkReady(content, 'reference'))) ??
      (await faultOf(() => refuseBlocked(hits))) ??
      (await refusalFor(ctx, settings, content, { securities, isQualified })) ??
      reviewReasonOf(references, used),
  };
}

/** The caller's newest version as a kind of reader would see it once it is out. @throws notFound */
export async function previewReference(
  ctx: Context,
  { findOffers }: Pick<ReferenceParts, 'findOffers'>,
  { id, as }: { id: string; as: PreviewedReader },
): Promise<PostDetail> {
  await requireOwn(ctx, id);
  return previewPost(ctx, id, as, findOffers);
}

/** The caller's shelf, last changed first. */
export async function listOwnReferences(
  ctx: Context,
  { salesOf }: Pick<ReferenceParts, 'salesOf'>,
  { shelf, state, cursor, size }: z.output<typeof schema.listQuery>,
): Promise<schema.ReferenceList> {
  const writer = await findAuthorOfMember(ctx.db, memberOf(ctx));
  if (!writer) return { records: [], cursor: null };
  const rows = await listShelf(
    ctx.db,
    { authorId: writer.id, shelf: shelf as 'article' | 'draft', state },
    { limit: size + 1, after: cursor },
  );
  const { shown, last } = cutPage(rows, size);
  const ids = shown.map(({ id }) => id);
  const sales = await salesOf(ctx, ids);
  const names = new Map((await columnRows(ctx)).map(({ id, name }) => [id, name]));
  return {
    records: shown.map((row) => presentRecord(row, names, sales.get(row.id) ?? { sales: 0, income: 0 })),
    cursor: last?.id ?? null,
  };
}

/** Who the caller is as an author; before the first reference what they would be. */
export async function readProfile(ctx: Context): Promise<schema.WriterProfile> {
  const writer = await findAuthorOfMember(ctx.db, memberOf(ctx));
  if (writer) return presentProfile(writer);
  const face = await findFace(ctx.db, memberOf(ctx));
  if (!face) throw unauthenticated();
  const nothing = { title: '', bio: '', qualification: '', institution: '', qualificationNote: '' };
  return { authorId: null, ...face, ...nothing, qualificationState: 'none' };
}

/** How many of the caller's references came back and wait for them, counted no further than 100. */
export const countSentBack = ({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<number> =>
  actor.kind === 'member' ? countSentBackTo(db, actor.memberId, mostCounted) : Promise.resolve(0);

async function contentForWriter(ctx: Context, content: Content): Promise<schema.ReferenceContent> {
  const { columnId, title, summary, cover, vipFree, tags, stockCodes, html, price } = content;
  const column = (await columnRows(ctx)).find(({ id }) => id === columnId);
  const access =
    content.access ?? (column?.access as schema.ReferenceContent['access'] | undefined) ?? 'public';
  return { columnId, title, summary, cover, vipFree, tags, stockCodes, html, price, access };
}

async function faultOf(look: () => void | Promise<void>): Promise<string | null> {
  try {
    await look();
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}
