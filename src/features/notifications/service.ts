import type { SecurityBurst } from '#features/audit/events.ts';
import { recordAction } from '#features/audit/index.ts';
import { listStaffWith } from '#features/identity/index.ts';
import type { PostsPublished } from '#features/posts/events.ts';
import { readOffModules } from '#features/settings/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { notFound } from '#kernel/errors.ts';
import { deletedMemberName } from '#shared/deleted-member.ts';
import { noticeModules } from '#shared/modules.ts';
import { insertDeliveries } from './channels/delivery-queries.ts';
import { insertFanout, insertFollowedFanouts, insertWatchedFanouts } from './fanout-queries.ts';
import { type NoticePerson, replaceName } from './named-people.ts';
import { maxPostAgeMs } from './policy.ts';
import * as queries from './queries.ts';
import type { NoticeKind } from './schema.ts';

/**
 * The content of a notice. `link` is a path of this site, an https address or empty; `sourceKey` identifies the cause
 * (`order:7:paid`), and a member is notified once per key.
 */
export type NoticeInput = {
  kind: NoticeKind;
  title: string;
  body?: string;
  link?: string;
  sourceKey: string;
  /** The members whom the title names. */
  people?: readonly NoticePerson[] | undefined;
};

/** Like `NoticeInput`; `titleOf` makes the title from the names, newest first. */
export type GroupedNotice = Required<Omit<NoticeInput, 'title' | 'people'>> & {
  person: NoticePerson;
  titleOf: (names: readonly string[]) => string;
};

/** Whether a kind of notice belongs to a module that is switched off; members then get none. */
async function isOff(trx: Trx, kind: NoticeKind): Promise<boolean> {
  const module = noticeModules[kind];
  return module !== undefined && (await readOffModules(trx)).includes(module);
}

/** Notifies members who want the kind, in the transaction of the cause. Idempotent per source. */
export async function notifyMembers(
  ctx: Pick<Context, 'tenant' | 'now'>,
  trx: Trx,
  memberIds: readonly string[],
  { body = '', link = '', ...notice }: NoticeInput,
): Promise<void> {
  if (await isOff(trx, notice.kind)) return;
  const noticeRows = queries.sameNoticeRows(memberIds, { ...notice, body, link });
  await queries.insertNotices(trx, ctx.tenant.id, notice.kind, noticeRows, ctx.now());
}

/** A notice with its own content for one member. */
export type MemberNotice = Required<Omit<NoticeInput, 'kind' | 'people'>> &
  Pick<NoticeInput, 'people'> & { memberId: string };

/** Like `notifyMembers`, with content per member; thousands of notices are one statement. */
export async function notifyEach(
  ctx: Pick<Context, 'tenant' | 'now'>,
  trx: Trx,
  kind: NoticeKind,
  notices: readonly MemberNotice[],
): Promise<void> {
  if (notices.length > 0 && !(await isOff(trx, kind)))
    await queries.insertNotices(trx, ctx.tenant.id, kind, queries.ownNoticeRows(notices), ctx.now());
}

// A grouped notice stores only the latest so many people by name.
const maxPeople = 50;

/**
 * Adds a person to a member's grouped notice: one row, updated in place, unread again and on top. A person already in
 * it only changes the text, so that undoing and repeating an action does not notify again.
 */
export async function notifyGrouped(
  ctx: Pick<Context, 'tenant' | 'now'>,
  trx: Trx,
  memberId: string,
  { person, titleOf, ...notice }: GroupedNotice,
): Promise<void> {
  if (await isOff(trx, notice.kind)) return;
  const existing = await queries.lockGroupedNotice(trx, memberId, notice.kind, notice.sourceKey);
  if (!existing) return;
  const isNew = !existing.people.some(({ id }) => id === person.id);
  const people = isNew ? [person, ...existing.people].slice(0, maxPeople) : existing.people;
  const title = titleOf(people.map(({ name }) => name));
  await queries.updateGroupedNotice(trx, existing.id, { ...notice, title, people }, isNew ? ctx.now() : null);
  if (!isNew) return;
  await insertDeliveries(trx, [existing.id], ctx.now());
  await queries.publishUnreadChanged(trx, ctx.tenant.id, [memberId]);
}

/** Marks one of the caller's notices as read. Idempotent. @throws notFound if the caller has no such notice */
export async function markNoticeRead(ctx: Context, id: string): Promise<true> {
  const memberId = requireMemberId(ctx);
  await inTransaction(ctx, async (trx) => {
    if (!(await queries.markRead(trx, memberId, id, ctx.now()))) throw notFound('通知不存在或已删除');
    await queries.publishUnreadChanged(trx, ctx.tenant.id, [memberId]);
  });
  return true;
}

/** Marks all of the caller's notices as read. Idempotent. */
export async function markAllNoticesRead(ctx: Context): Promise<true> {
  const memberId = requireMemberId(ctx);
  await inTransaction(ctx, async (trx) => {
    await queries.markAllRead(trx, memberId, ctx.now());
    await queries.publishUnreadChanged(trx, ctx.tenant.id, [memberId]);
  });
  return true;
}

/** Deletes one of the caller's notices. Idempotent; another member's id changes nothing. */
export async function deleteNotice(ctx: Context, id: string): Promise<true> {
  const memberId = requireMemberId(ctx);
  await inTransaction(ctx, async (trx) => {
    await queries.deleteNotice(trx, memberId, id);
    await queries.publishUnreadChanged(trx, ctx.tenant.id, [memberId]);
  });
  return true;
}

/** Sends an announcement to all members who exist now; the worker notifies them in batches. */
export async function sendAnnouncement(
  ctx: Context,
  announcement: { title: string; body: string; link: string },
): Promise<{ id: string }> {
  const createdBy = ctx.actor.kind === 'member' ? ctx.actor.memberId : null;
  return inTransaction(ctx, async (trx) => {
    const id = await queries.insertAnnouncement(trx, { ...announcement, createdBy });
    await insertFanout(trx, 'announcement', id);
    await recordAction(ctx, trx, {
      action: 'announcement.send',
      target: `announcement:${id}`,
      after: announcement,
    });
    return { id };
  });
}

/** Queues the notices for followers of the authors and for members who watch what the posts name, in the transaction that publishes the posts. */
export async function onPostsPublished(ctx: Context, trx: Trx, { posts }: PostsPublished): Promise<void> {
  const since = ctx.now().getTime() - maxPostAgeMs;
  const recent = posts.filter(({ publishedAt }) => publishedAt.getTime() > since);
  if (recent.length === 0) return;
  const ids = recent.map(({ id }) => id);
  await insertFollowedFanouts(trx, ids);
  await insertWatchedFanouts(trx, ids);
}

/** What a notice shows of a comment that is not shown any more. */
export const redactedComment = '这条评论已不再显示。';

const nameBatchSize = 500;

/**
 * Deletes all notification data of a deleted member, and what the notices of others say about them: their name, and the
 * text of their comments.
 */
export async function onMemberDeleted(
  ctx: Context,
  trx: Trx,
  { memberId }: { memberId: string },
): Promise<void> {
  await queries.deleteMemberNotices(trx, memberId);
  const changed = await queries.redactCommentsOf(trx, memberId, redactedComment);
  for (let after = '0'; ; ) {
    const notices = await queries.lockNoticesNaming(trx, memberId, { after, limit: nameBatchSize });
    const last = notices.at(-1);
    if (!last) break;
    await queries.updateNames(
      trx,
      notices.map(({ id, ...named }) => ({ id, ...replaceName(named, memberId, deletedMemberName) })),
    );
    changed.push(...notices.map(({ member_id }) => member_id));
    after = last.id;
  }
  await queries.publishUnreadChanged(trx, ctx.tenant.id, [...new Set(changed)]);
}

/** Notifies administrators of an unusual number of failures. */
export async function onSecurityBurst(
  ctx: Context,
  trx: Trx,
  { counts, minutes }: SecurityBurst,
): Promise<void> {
  await notifyMembers(ctx, trx, await listStaffWith(trx, '*'), {
    kind: 'system',
    title: '安全提醒：失败次数异常',
    body: `最近 ${minutes} 分钟：${counts.map(({ label, count }) => `${label} ${count} 次`).join('，')}。请在操作日志的“安全”里查看来源。`,
    link: '/admin/audit?scope=security',
    sourceKey: `security:${ctx.now().getTime()}`,
  });
}
