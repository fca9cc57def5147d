import { z } from 'zod';
import { fields, flag, idOf, requiredText } from '#kernel/http/bodies.ts';
import { choice, id, optionalId, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';

const post = {
  id: z.string(),
  kind: z.enum(['news', 'article', 'reference']),
  title: z.string(),
  columnId: z.string(),
  authorId: z.string(),
};
const order = {
  id: z.string(),
  number: z.string(),
  kind: z.enum(['vip', 'column', 'post']),
  title: z.string(),
  isGift: z.boolean(),
  /** In fen. */
  amount: z.number().int(),
  /** Null if the member is deleted. */
  memberId: z.string().nullable(),
};
/** Null without a public address of the site. */
const url = z.string().nullable();

/**
 * The events that a webhook may choose, with what is sent: only ids and what every visitor may see, and for events with a
 * `permission` what staff see who have it.
 */
export const webhookEvents = {
  'post.published': {
    label: '内容发布',
    data: z.object({
      ...post,
      /** Of the open part. */
      summary: z.string(),
      columnName: z.string(),
      authorName: z.string(),
      access: z.enum(['public', 'member', 'vip', 'paid']),
      price: z.number().int().nullable(),
      important: z.boolean(),
      tags: z.array(z.string()),
      stockCodes: z.array(z.string()),
      publishedAt: z.string(),
      url,
    }),
  },
  'post.withdrawn': { label: '内容撤回', data: z.object(post) },
  'comment.posted': {
    label: '评论显示',
    data: z.object({
      id: z.string(),
      /** The comment that it replies to, at the top of the thread; null for a comment on the post. */
      rootId: z.string().nullable(),
      post: z.object({ id: z.string(), kind: post.kind, title: z.string() }),
      memberId: z.string(),
      memberName: z.string(),
      /** At most 100 characters. */
      excerpt: z.string(),
      url,
    }),
  },
  'order.paid': { label: '订单付款', permission: 'orders.view', data: z.object(order) },
  'order.refunded': {
    label: '订单退款',
    permission: 'orders.view',
    data: z.object({
      ...order,
      refundId: z.string(),
      /** In fen. */
      refunded: z.number().int(),
      /** The whole amount was returned, and the purchase has ended. */
      isWhole: z.boolean(),
    }),
  },
  'member.registered': {
    label: '会员注册',
    permission: 'members.view',
    data: z.object({
      id: z.string(),
      registeredAt: z.string(),
      /** The post that the person read before. */
      fromPostId: z.string().nullable(),
    }),
  },
} as const;

export type WebhookEvent = keyof typeof webhookEvents;

/** Returns the permission without which staff neither choose an event nor read its messages. */
export const permissionOf = (event: string): string | undefined => {
  const about: object = webhookEvents[event as WebhookEvent] ?? {};
  return 'permission' in about ? String(about.permission) : undefined;
};
export type DataOf<E extends WebhookEvent> = z.input<(typeof webhookEvents)[E]['data']>;

/** A message that staff send to try an endpoint. */
export const testEvent = 'test';

/**
 * Whether a webhook may be sent a message of this event: only of those that someone who may see them has chosen for its
 * present address, whatever was queued or sent to an earlier one.
 */
export const mayReceive = ({ events }: { events: readonly string[] }, event: string): boolean =>
  event === testEvent || events.includes(event);

const eventTypes = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]];

export const webhook = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  isActive: z.boolean(),
  /** Why the portal switched it off; empty if staff did. */
  pauseReason: z.string(),
  /** The first failure since the last success. */
  failingSince: z.string().nullable(),
  createdAt: z.string(),
});
export const webhookList = z.object({ webhooks: z.array(webhook) });

const webhookFields = {
  name: requiredText('名称', 30),
  url: requiredText('网址', 500).regex(/^https?:\/\/[^\s/]+\S*$/, {
    error: '网址应以 https:// 或 http:// 开头',
  }),
  events: z
    .array(z.enum(eventTypes, { error: '事件不正确' }), { error: '事件应为列表' })
    .min(1, { error: '请至少选一个事件' })
    .max(eventTypes.length, { error: `事件最多 ${eventTypes.length} 个` })
    .transform((list) => [...new Set(list)])
    .meta({ title: '事件' }),
};
export const webhookInput = fields(webhookFields);
export const webhookChange = fields({ id: idOf('推送编号'), ...webhookFields, isActive: flag('启用') });
export const webhookId = fields({ id: idOf('推送编号') });
/** The secret is returned only this once. */
export const createdWebhook = z.object({ id: z.string(), secret: z.string() });
export const newSecret = z.object({ secret: z.string() });

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
export const delivery = z.object({
  id: z.string(),
  messageId: z.string(),
  event: z.string(),
  /** The text that was sent. */
  body: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.number().int(),
  queuedAt: z.string(),
  /** When it is sent, or sent again; null unless it waits. */
  dueAt: z.string().nullable(),
  attemptedAt: z.string().nullable(),
  durationMs: z.number().int().nullable(),
  /** The HTTP status of the last answer; null without an answer. */
  status: z.number().int().nullable(),
  /** The beginning of the last answer. */
  answer: z.string(),
  /** Why the last attempt failed. */
  error: z.string(),
});
export const deliveryPage = cursorPageOf(delivery);
export const deliveryQuery = z.object({
  webhookId: id('推送编号'),
  state: choice('状态', ['all', ...deliveryStates], 'all'),
  cursor: optionalId('游标'),
  size,
});
export const deliveryId = fields({ id: idOf('投递编号') });

export type Webhook = z.infer<typeof webhook>;
export type Delivery = z.infer<typeof delivery>;
