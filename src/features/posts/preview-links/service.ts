import { createHash, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { resolveStaff } from '#features/identity/index.ts';
import type { Settings } from '#features/settings/index.ts';
import { hasPermission, requireMemberId, visitor } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { countHit, type RateLimit } from '#kernel/db/rate-limits.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, DomainError, notFound, rateLimited } from '#kernel/errors.ts';
import { networkOf } from '#kernel/http/networks.ts';
import { dayMs, dayOf, toIso } from '#shared/dates.ts';
import { withholdAttachments } from '../attachments.ts';
import { findAdminPost, lockPostForEdit } from '../manage/admin-queries.ts';
import { contentOf } from '../manage/present.ts';
import { presentPreview } from '../manage/reads.ts';
import { contribute, requireInScope, requireOwnColumn } from '../manage/scope.ts';
import { postVersions, saveFirstVersion } from '../manage/versions.ts';
import * as queries from './queries.ts';
import type * as schema from './schema.ts';

/** A post has as many open links at most. */
const maxOpenLinks = 20;
const maxListed = 100;
/** Ended links stay in the list of their post for so long. */
const keptDays = 30;
const deletionBatch = 1000;

const openings: RateLimit = {
  name: 'preview-openings',
  max: 60,
  windowMs: 10 * 60_000,
  refuse: (wait) => rateLimited('打开得太频繁，请稍后再试', wait),
};

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Creates a link that shows a post to whom it is given, without an account. The token is returned only this once.
 * @throws conflict for a post in the bin and for the 21st open link of a post; notFound
 */
export function createPreviewLink(
  ctx: Context,
  { id, label, days, as, isFixed }: z.output<typeof schema.createPreviewLinkInput>,
): Promise<{ id: string; token: string; expiresAt: string }> {
  const token = randomBytes(32).toString('base64url');
  const now = ctx.now();
  const expires_at = new Date(now.getTime() + Number(days) * dayMs);
  return inTransaction(ctx, async (trx) => {
    const post = await lockPostForEdit(trx, id);
    if (!post) throw notFound('没有这篇稿件');
    if (post.deleted_at) throw conflict('这篇稿件在回收站里，请先恢复');
    if ((await queries.countOpenLinks(trx, id, now)) >= maxOpenLinks)
      throw conflict(`一篇稿件最多有 ${maxOpenLinks} 个有效的预览链接，请先撤销用不着的`);
    const version = isFixed ? post.head_version || (await saveFirstVersion(ctx, trx, id)).number : null;
    const linkId = await queries.insertPreviewLink(trx, {
      ...{ post_id: id, token_hash: hashToken(token), label, reader: as, version },
      ...{ created_by: requireMemberId(ctx), created_at: now, expires_at },
    });
    const expiresAt = toIso(expires_at);
    await recordAction(ctx, trx, {
      action: 'post.createPreviewLink',
      target: `post:${id}`,
      after: { label, as, version, expiresAt },
    });
    return { id: linkId, token, expiresAt };
  });
}

/** Lists the links of a post, newest first. Their tokens are not stored. */
export async function readPreviewLinks(
  ctx: Context,
  rules: Settings,
  id: string,
): Promise<schema.PreviewLink[]> {
  const now = ctx.now();
  const rows = await queries.listPreviewLinks(ctx.db, id, maxListed);
  const makers = [...new Set(rows.map(({ created_by }) => created_by))];
  const shown = new Map(
    await Promise.all(
      makers.map(async (maker) => [maker, await mayStillShow(ctx, rules, maker, id)] as const),
    ),
  );
  const stateOf = ({ revoked_at, expires_at, created_by }: (typeof rows)[number]) =>
    revoked_at ? 'revoked' : expires_at <= now ? 'expired' : shown.get(created_by) ? 'open' : 'revoked';
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    as: row.reader as schema.PreviewLink['as'],
    version: row.version,
    state: stateOf(row),
    createdBy: row.created_by_name ?? '已注销的成员',
    createdAt: toIso(row.created_at),
    expiresAt: toIso(row.expires_at),
    opened: row.opened,
    lastOpenedAt: row.last_opened_at && toIso(row.last_opened_at),
  }));
}

/** Revokes a link; it opens no more at once. @throws notFound if the post has no such link, or it was revoked before */
export async function revokePreviewLink(
  ctx: Context,
  { id, linkId }: z.output<typeof schema.revokePreviewLinkInput>,
): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const row = await queries.updateRevoked(trx, id, linkId, ctx.now());
    if (!row) throw notFound('没有这个预览链接，或已经撤销');
    await recordAction(ctx, trx, {
      action: 'post.revokePreviewLink',
      target: `post:${id}`,
      before: { label: row.label },
    });
  });
  return true;
}

/**
 * Returns a post to the holder of a link, cut for the reader that the link names. A wrong, an expired and a revoked
 * token get the same answer, and one whose maker has lost the right to make it. Attachments are named, but not given out.
 * @throws notFound; rateLimited from the 61st opening of a network in ten minutes on
 */
export async function openPreview(
  ctx: Context,
  rules: Settings,
  token: string,
  address: string,
): Promise<schema.OpenedPreview> {
  await countHit(ctx, ctx.db, openings, networkOf(address));
  const link = await queries.openPreviewLink(ctx.db, hashToken(token), ctx.now());
  const post = link && (await findAdminPost(ctx.db, link.post_id));
  if (!link || !post || post.deleted_at) throw unknownLink();
  if (!(await mayStillShow(ctx, rules, link.created_by, post.id))) throw unknownLink();
  const number = link.version ?? post.head_version;
  const version = number > 0 ? await postVersions.find(ctx.db, post.id, number) : undefined;
  if (number > 0 && !version) throw unknownLink();
  const content = version?.content ?? contentOf(post);
  const anyone = { ...ctx, actor: visitor };
  const reader = link.reader as schema.PreviewLink['as'];
  // Whoever holds the link can buy nothing here, so nothing is offered.
  const detail = await presentPreview(
    anyone,
    { id: post.id, kind: post.kind, content },
    reader,
    async () => [],
  );
  return {
    post: withholdAttachments(detail),
    label: link.label,
    day: dayOf(ctx.now()),
    expiresAt: toIso(link.expires_at),
  };
}

/** Whether who made a link could make it now: it ends with their rights to the post. */
async function mayStillShow(
  ctx: Context,
  rules: Settings,
  makerId: string | null,
  postId: string,
): Promise<boolean> {
  const actor = makerId === null ? visitor : await resolveStaff(ctx, makerId, await rules(ctx));
  if (!hasPermission(actor, 'content.edit') && !hasPermission(actor, contribute)) return false;
  try {
    await requireInScope({ ...ctx, actor }, postId);
    await requireOwnColumn({ ...ctx, actor }, postId);
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

const unknownLink = () => notFound('预览链接不正确、已过期或已撤销，请向编辑部再要一个');

/** Deletes links 30 days after their end. */
export async function deleteOldPreviewLinks({ db, now }: Context): Promise<void> {
  const before = new Date(now().getTime() - keptDays * dayMs);
  while ((await queries.deleteEndedLinks(db, before, deletionBatch)) === deletionBatch) {
    // Each statement deletes one batch.
  }
}
