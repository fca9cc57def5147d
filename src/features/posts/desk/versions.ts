import { findAuthors } from '#features/authors/index.ts';
import { columnRows } from '#features/columns/index.ts';
import { stockTable } from '#features/stocks/index.ts';
import { memberOf } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { toIso } from '#shared/dates.ts';
import { prepareBody } from '../body/index.ts';
import { notePieceMedia } from '../media-uses.ts';
import { segmenterOf, toPiece } from '../service.ts';
import { faultOfVipPrice } from '../vip-price.ts';
import {
  deleteVersion,
  findDeskPost,
  findVersion,
  insertVersion,
  lockForDesk,
  updatePiece,
  updateVersions,
} from './desk-queries.ts';
import { contentOf } from './present.ts';
import { reviewedVersion } from './review-target.ts';
import type { Content, Saved } from './schema.ts';

// An hour's writing is a handful of versions, not a thousand: autosaves of one sitting replace each other.
const sittingMs = 10 * 60_000;

export type Locked = NonNullable<Awaited<ReturnType<typeof lockForDesk>>>;

/** Locks a piece whose head is the version the caller has in hand. @throws conflict when another one is; notFound */
export async function lockAt(trx: Trx, id: string, base: number): Promise<Locked> {
  const post = await lockForDesk(trx, id);
  if (!post) throw notFound('没有这篇稿件');
  if (post.head_version === base) return post;
  const head = await findVersion(trx, id, post.head_version);
  const by = head?.saved_by_name ?? '别人';
  throw conflict(
    `这篇稿件刚被${by}保存为第 ${post.head_version} 版，而这里改的是第 ${base} 版。您写的内容还在，可以对照后再保存`,
  );
}

/**
 * Puts a version at the head. What is not out takes it at once; of a piece that is published or scheduled the version
 * readers see or will see goes on. A version under review is never replaced: it is what will be published.
 */
export async function writeVersion(
  ctx: Context,
  trx: Trx,
  post: Locked,
  content: Content,
  isAutosave: boolean,
): Promise<Saved> {
  const now = ctx.now();
  const memberId = memberOf(ctx);
  // What was imported has no version yet: the one it came with stays to be compared with.
  const head = post.head_version || (await keepFirstVersion(ctx, trx, post.id));
  const last = isAutosave ? await findVersion(trx, post.id, head) : undefined;
  const isSameSitting =
    last !== undefined &&
    head !== post.live_version &&
    head !== (await reviewedVersion(ctx, trx, post.id)) &&
    head > 1 &&
    last.saved_by === memberId &&
    now.getTime() - last.saved_at.getTime() < sittingMs;
  if (isSameSitting) await deleteVersion(trx, post.id, head);
  const number = head + 1;
  await insertVersion(trx, { post_id: post.id, number, content, saved_by: memberId, saved_at: now });
  await updateVersions(trx, post.id, { head_version: number }, now);
  const live = post.live_version > 0 ? await findVersion(trx, post.id, post.live_version) : undefined;
  await notePieceMedia(ctx, trx, post.id, live ? [content, live.content] : [content]);
  if (post.state === 'draft' || post.state === 'withdrawn') await placeVersion(ctx, trx, post.id, content);
  return { version: number, savedAt: toIso(now) };
}

/** Keeps a piece that came by import as its first version. @returns its number */
export async function keepFirstVersion(ctx: Context, trx: Trx, id: string): Promise<number> {
  const row = await findDeskPost(trx, id);
  if (!row) throw notFound('没有这篇稿件');
  const version = {
    post_id: id,
    number: 1,
    content: contentOf(row),
    saved_by: null,
    saved_at: row.updated_at,
  };
  await insertVersion(trx, version);
  await updateVersions(
    trx,
    id,
    row.state === 'published' || row.state === 'scheduled'
      ? { head_version: 1, live_version: 1 }
      : { head_version: 1 },
    ctx.now(),
  );
  return 1;
}

/** Writes a version into the rows that readers, search and lists are answered from. */
export async function placeVersion(ctx: Context, trx: Trx, id: string, content: Content) {
  const column = (await columnRows(ctx)).find((row) => row.id === content.columnId);
  if (!column) throw invalid('栏目（columnId）不存在');
  const stockNames = new Map((await stockTable(ctx)).map(({ code, name }) => [code, name]));
  const {
    kind: _kind,
    state: _state,
    published_at: _at,
    import_key: _key,
    ...rows
  } = await toPiece(
    {
      ...content,
      access: content.access ?? undefined,
      price: content.price ?? undefined,
      vipPrice: content.vipPrice ?? undefined,
      body: await prepareBody({ body: content.html, format: 'html' }),
      state: 'draft',
      publishedAt: null,
    },
    column,
    await segmenterOf(ctx),
    stockNames,
  );
  const piece = {
    ...rows,
    seo_title: content.seoTitle,
    seo_description: content.seoDescription,
    related_ids: content.relatedIds,
  };
  await updatePiece(trx, id, piece);
  return piece;
}

/** @throws invalid for a column, an author or a price that cannot be */
export async function checkContent(ctx: Context, id: string, content: Content): Promise<void> {
  const column = (await columnRows(ctx)).find((row) => row.id === content.columnId);
  if (!column) throw invalid('栏目（columnId）不存在');
  const post = await findDeskPost(ctx.db, id);
  if (!post) throw notFound('没有这篇稿件');
  if (column.kind !== post.kind) throw invalid('栏目（columnId）放的是另一类内容，不能移过去');
  const [author] = await findAuthors(ctx.db, [content.authorId]);
  if (!author) throw invalid('作者（authorId）不存在');
  if ((content.access ?? column.access) === 'paid' && content.price === null)
    throw invalid('付费内容要有价格（price）');
  const fault = faultOfVipPrice(content);
  if (fault) throw invalid(`VIP 价（vipPrice）${fault}`);
}
