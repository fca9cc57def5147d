import { recordAction } from '#features/audit/index.ts';
import type { PostsPublished } from '#features/posts/events.ts';
import { memberOf } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { notFound } from '#kernel/errors.ts';
import type { NoticeKind, NoticeSetting } from './calls.ts';
import { newsworthyMs } from './policy.ts';
import {
  announceMembers,
  deleteAllOf,
  deleteNotice,
  deleteRefusal,
  insertAnnouncement,
  insertFanout,
  insertFollowedFanouts,
  insertNotices,
  insertRefusal,
  markAllRead,
  markRead,
} from './queries.ts';
import { readSettings } from './reads.ts';

/**
 * What somebody is told. `link` is a path of this site, an https address or empty; `sourceKey` names what it is
 * about (`order:7:paid`), and the same one tells a member once.
 */
export type NoticeInput = {
  kind: NoticeKind;
  title: string;
  body?: string;
  link?: string;
  sourceKey: string;
};

/**
 * Tells these members, in the transaction of what happened. May be repeated: nobody is told twice of one source,
 * nor of a kind they refused.
 */
export async function notifyMembers(
  ctx: Pick<Context, 'tenant'>,
  trx: Trx,
  memberIds: readonly string[],
  { body = '', link = '', ...notice }: NoticeInput,
): Promise<void> {
  await insertNotices(trx, ctx.tenant.id, memberIds, { ...notice, body, link });
}

/** Marks one of the caller's notices as read. May be repeated. @throws notFound where they have no such notice */
export async function readNotice(ctx: Context, id: string): Promise<true> {
  const memberId = memberOf(ctx);
  await inTransaction(ctx, async (trx) => {
    if (!(await markRead(trx, memberId, id, ctx.now()))) throw notFound('通知不存在或已删除');
    await announceMembers(trx, ctx.tenant.id, [memberId]);
  });
  return true;
}

/** Marks everything the caller was told as read. May be repeated. */
export async function readAllNotices(ctx: Context): Promise<true> {
  const memberId = memberOf(ctx);
  await inTransaction(ctx, async (trx) => {
    await markAllRead(trx, memberId, ctx.now());
    await announceMembers(trx, ctx.tenant.id, [memberId]);
  });
  return true;
}

/** Drops one of the caller's own notices. May be repeated; another member's id changes nothing. */
export async function removeNotice(ctx: Context, id: string): Promise<true> {
  const memberId = memberOf(ctx);
  await inTransaction(ctx, async (trx) => {
    await deleteNotice(trx, memberId, id);
    await announceMembers(trx, ctx.tenant.id, [memberId]);
  });
  return true;
}

/** Whether the caller wants to hear of a kind from now on; what they were told stays. @returns all settings */
export async function saveSetting(
  ctx: Context,
  { kind, isOn }: { kind: NoticeSetting['kind']; isOn: boolean },
): Promise<NoticeSetting[]> {
  const memberId = memberOf(ctx);
  await inTransaction(ctx, (trx) => (isOn ? deleteRefusal : insertRefusal)(trx, memberId, kind));
  return readSettings(ctx);
}

/** Announces something to all present members; the worker tells them batch by batch. */
export async function sendAnnouncement(
  ctx: Context,
  announcement: { title: string; body: string; link: string },
): Promise<{ id: string }> {
  const createdBy = ctx.actor.kind === 'member' ? ctx.actor.memberId : null;
  return inTransaction(ctx, async (trx) => {
    const id = await insertAnnouncement(trx, { ...announcement, createdBy });
    await insertFanout(trx, 'announcement', id);
    await recordAction(ctx, trx, {
      action: 'announcement.send',
      target: `announcement:${id}`,
      after: announcement,
    });
    return { id };
  });
}

/** Queues new pieces for their authors' followers, in the transaction that publishes them. */
export async function queueFollowers(ctx: Context, trx: Trx, { posts }: PostsPublished): Promise<void> {
  const since = ctx.now().getTime() - newsworthyMs;
  const fresh = posts.filter(({ publishedAt }) => publishedAt.getTime() > since);
  if (fresh.length > 0) await insertFollowedFanouts(trx, fresh);
}

/** A deleted member leaves nothing here. */
export async function forgetMemberNotices(
  _: Context,
  trx: Trx,
  { memberId }: { memberId: string },
): Promise<void> {
  await deleteAllOf(trx, memberId);
}
