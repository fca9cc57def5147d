import type { CommentShown } from '#features/comments/events.ts';
import type { MemberRegistered } from '#features/identity/events.ts';
import type { OrderEvent, OrderRefunded } from '#features/orders/events.ts';
import type { PostsPublished, PostsWithdrawn } from '#features/posts/events.ts';
import { presentByIds } from '#features/posts/index.ts';
import type { Settings } from '#features/settings/index.ts';
import { visitor } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import type { Listeners } from '#kernel/feature.ts';
import { dayMs, toIso } from '#shared/dates.ts';
import { detailPath } from '#shared/site-paths.ts';
import { hasReceivers, queueMessages } from './queries.ts';
import { type DataOf, type WebhookEvent, webhookEvents } from './schema.ts';

/** An older post comes from an import or another site, and is no news. */
const maxPostAgeMs = dayMs;

/** Queues a message for each webhook that has chosen the event, in the transaction of the event. */
async function queueEvent<E extends WebhookEvent>(
  ctx: Context,
  trx: Trx,
  event: E,
  makeData: () => readonly DataOf<E>[] | Promise<readonly DataOf<E>[]>,
): Promise<void> {
  if (!(await hasReceivers(trx, event))) return;
  const schema = webhookEvents[event].data;
  const now = ctx.now();
  // The schema keeps only the declared fields, so nothing else can leave the portal.
  const bodies = (await makeData()).map((data) => messageBody(event, schema.parse(data), now));
  if (bodies.length > 0) await queueMessages(trx, event, bodies, now);
}

/** The text of a message by the Standard Webhooks convention. */
export const messageBody = (type: string, data: object, at: Date): string =>
  JSON.stringify({ type, timestamp: toIso(at), data });

export const webhookListeners = ({ settings }: { settings: Settings }): Listeners => {
  const addressOf = async (ctx: Context) => {
    const { url } = (await settings(ctx)).site;
    return (columnId: string, id: string) => (url ? url + detailPath(columnId, id) : null);
  };
  return {
    'posts.published': (ctx, trx, event) =>
      queueEvent(ctx, trx, 'post.published', async () =>
        describePublished(ctx, trx, event, await addressOf(ctx)),
      ),
    'posts.withdrawn': (ctx, trx, { posts }: PostsWithdrawn) =>
      queueEvent(ctx, trx, 'post.withdrawn', () => posts as DataOf<'post.withdrawn'>[]),
    'comment.shown': async (ctx, trx, comment) => {
      if (comment.isFirst)
        await queueEvent(ctx, trx, 'comment.posted', async () => [
          describeComment(comment, await addressOf(ctx)),
        ]);
    },
    'order.paid': (ctx, trx, order) => queueEvent(ctx, trx, 'order.paid', () => [describeOrder(order)]),
    'order.refunded': (ctx, trx, refund) =>
      queueEvent(ctx, trx, 'order.refunded', () => [describeRefund(refund)]),
    'member.registered': (ctx, trx, member) =>
      queueEvent(ctx, trx, 'member.registered', () => [describeMember(member)]),
  };
};

type AddressOf = (columnId: string, id: string) => string | null;

/** Describes posts as a visitor sees them in a list, so that no locked text is sent. */
async function describePublished(
  ctx: Context,
  trx: Trx,
  { posts }: PostsPublished,
  addressOf: AddressOf,
): Promise<DataOf<'post.published'>[]> {
  const since = ctx.now().getTime() - maxPostAgeMs;
  const ids = posts.filter(({ publishedAt }) => publishedAt.getTime() > since).map(({ id }) => id);
  const records = ids.length === 0 ? [] : await presentByIds({ ...ctx, db: trx, actor: visitor }, ids);
  return records.map((record) => ({ ...record, url: addressOf(record.columnId, record.id) }));
}

const describeComment = (
  { id, rootId, post, memberId, memberName, excerpt }: CommentShown,
  addressOf: AddressOf,
): DataOf<'comment.posted'> => ({
  ...{ id, rootId, post, memberId, memberName, excerpt },
  url: addressOf(post.columnId, post.id),
});

const describeOrder = ({ orderId, ...order }: OrderEvent): DataOf<'order.paid'> => ({
  ...order,
  id: orderId,
});

const describeRefund = ({ refundId, refunded, isWhole, ...order }: OrderRefunded) => ({
  ...describeOrder(order),
  ...{ refundId, refunded, isWhole },
});

const describeMember = ({ memberId, from, at }: MemberRegistered): DataOf<'member.registered'> => ({
  id: memberId,
  registeredAt: toIso(at),
  fromPostId: from,
});
