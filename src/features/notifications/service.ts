import { recordAction } from '#features/audit/index.ts';
import type { PostsPublished } from '#features/posts/events.ts';
import { memberOf } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { notFound } from '#kernel/errors.ts';
import { insertDeliveries } from './channels/delivery-queries.ts';
import { insertFanout, insertFollowedFanouts } from './fanout-queries.ts';
import { newsworthyMs } from './policy.ts';
import * as queries from './queries.ts';
import type { NoticeKind } from './schema.ts';

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

/** As `NoticeInput`; `say` makes the title of the names, the last first. */
export type GroupedNotice = Required<Omit<NoticeInput, 'title'>> & {
  person: queries.NoticePerson;
  say: (names: readonly string[]) => string;
};

/**
 * Tells these members, in the transaction of what happened. May be repeated: nobody is told twice of one source,
 * nor of a kind they refused.
 */
export async function notifyMembers(
  ctx: Pick<Context, 'tenant' | 'now'>,
  trx: Trx,
  memberIds: readonly string[],
  { body = '', link = '', ...notice }: NoticeInput,
): Promise<void> {
  const given = queries.toldAlike(memberIds, { ...notice, body, link });
  await queries.insertNotices(trx, ctx.tenant.id, notice.kind, given, ctx.now());
}

/** What each of several members is told in words of their own. */
export type OwnNotice = Required<Omit<NoticeInput, 'kind'>> & { memberId: string };

/** As `notifyMembers`, with words for each member: thousands are one statement. */
export async function notifyEach(
  ctx: Pick<Context, 'tenant' | 'now'>,
  trx: Trx,
  kind: NoticeKind,
  notices: readonly OwnNotice[],
): Promise<void> {
  if (notices.length > 0)
    await queries.insertNotices(trx, ctx.tenant.id, kind, queries.toldEach(notices), ctx.now());
}

// Whoever comes after so many others is not told by name.
const mostPeople = 50;

/**
 * Tells a member of one more person in what many do: one notice, said anew in its place, unread again and at the top.
 * Who is in it already changes the words alone, so that taking back and doing it again calls nobody.
 */
export async function notifyGrouped(
  ctx: Pick<Context, 'tenant' | 'now'>,
  trx: Trx,
  memberId: string,
  { person, say, ...notice }: GroupedNotice,
): Promise<void> {
  const held = await queries.lockGrouped(trx, memberId, notice.kind, notice.sourceKey);
  if (!held) return;
  const isNew = !held.people.some(({ id }) => id === person.id);
  const people = isNew ? [person, ...held.people].slice(0, mostPeople) : held.people;
  const title = say(people.map(({ name }) => name));
  await queries.updateGrouped(trx, held.id, { ...notice, title, people }, isNew ? ctx.now() : null);
  if (!isNew) return;
  await insertDeliveries(trx, [held.id], ctx.now());
  await queries.announceMembers(trx, ctx.tenant.id, [memberId]);
}

/** Marks one of the caller's notices as read. May be repeated. @throws notFound where they have no such notice */
export async function readNotice(ctx: Context, id: string): Promise<true> {
  const memberId = memberOf(ctx);
  await inTransaction(ctx, async (trx) => {
    if (!(await queries.markRead(trx, memberId, id, ctx.now()))) throw notFound('通知不存在或已删除');
    await queries.announceMembers(trx, ctx.tenant.id, [memberId]);
  });
  return true;
}

/** Marks everything the caller was told as read. May be repeated. */
export async function readAllNotices(ctx: Context): Promise<true> {
  const memberId = memberOf(ctx);
  await inTransaction(ctx, async (trx) => {
    await queries.markAllRead(trx, memberId, ctx.now());
    await queries.announceMembers(trx, ctx.tenant.id, [memberId]);
  });
  return true;
}

/** Drops one of the caller's own notices. May be repeated; another member's id changes nothing. */
export async function removeNotice(ctx: Context, id: string): Promise<true> {
  const memberId = memberOf(ctx);
  await inTransaction(ctx, async (trx) => {
    await queries.deleteNotice(trx, memberId, id);
    await queries.announceMembers(trx, ctx.tenant.id, [memberId]);
  });
  return true;
}

/** Announces something to all present members; the worker tells them batch by batch. */
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
  await queries.deleteAllOf(trx, memberId);
}
