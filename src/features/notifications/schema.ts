import { z } from 'zod';
import { fields, flag, link, oneOf, requiredText } from '#kernel/http/bodies.ts';
import { id, paging } from '#kernel/http/inputs.ts';
import { pageOf } from '#kernel/http/paging.ts';

const kinds = [
  'reply',
  'mention',
  'like',
  'followed',
  'watched',
  'review',
  'sale',
  'expiry',
  'contest',
  'fill',
  'announcement',
  'system',
] as const;
export const noticeKind = oneOf('通知类型', kinds);

const notice = z.object({
  id: z.string(),
  kind: noticeKind,
  title: z.string(),
  body: z.string(),
  /** A path of this site, an https address, or empty. */
  link: z.string(),
  createdAt: z.string(),
  isRead: z.boolean(),
});
export const noticesQuery = z.object({
  kind: noticeKind.optional(),
  ...paging,
});
export const noticePage = pageOf(notice);
export const noticeQuery = z.object({ id: id('通知编号') });
export const done = z.boolean();

/** The counts beside a member's name (docs/product.md §3 "dataCount"); its other fields are browser state. */
export const dataCount = z.object({
  /** Unread notices, counted up to 100: a badge shows 99+. */
  msgNotReadCount: z.number().int(),
  myApprovalCount: z.number().int(),
  avatar: z.string().nullable(),
  name: z.string(),
  /** Masked: 139****0001. */
  mobile: z.string(),
});

/** Whether a kind is delivered by a channel; `reason` explains in Chinese why it cannot be, else null. */
const channelState = z.object({
  state: z.enum(['on', 'off', 'unavailable']),
  reason: z.string().nullable(),
});
const setting = z.object({
  kind: noticeKind,
  label: z.string(),
  isOn: z.boolean(),
  /** The kind cannot be turned off on the site. */
  isFixed: z.boolean(),
  channels: z.object({ mail: channelState, wechat: channelState }),
});
export const settings = z.array(setting);
export const settingBody = fields({
  kind: noticeKind,
  /** Without a channel the setting applies to the kind itself. */
  channel: oneOf('提醒方式', ['mail', 'wechat']).optional(),
  isOn: flag('是否接收'),
});

/** The channels that can reach a member besides the site, and what is missing for the others. */
export const channels = z.object({
  mail: z.object({ address: z.string().nullable(), reason: z.string().nullable() }),
  wechat: z.object({
    /** Whether the publisher has a WeChat service account. */
    isOffered: z.boolean(),
    isBound: z.boolean(),
    /** The name of the service account in WeChat. */
    account: z.string(),
    reason: z.string().nullable(),
  }),
});

/** An address to open in WeChat, shown as a QR code; valid once, until `expiresAt`. */
export const wechatTicket = z.object({ address: z.string(), expiresAt: z.string() });

const token = z
  .string({ error: '退订凭证请提供' })
  .regex(/^[\w.-]{10,200}$/, { error: '退订凭证不正确，请从邮件里的链接打开' })
  .meta({ title: '退订凭证' });
export const tokenQuery = z.object({ token });
export const tokenBody = fields({ token });
/** The mail subscription behind an unsubscribe link, and whether it is still on. */
export const subscription = z.object({
  kind: z.enum([...kinds, 'letter', 'daily', 'weekly']),
  label: z.string(),
  isOn: z.boolean(),
  /** The masked address that gets them, so that a person with a forwarded mail sees whose they are; null without one. */
  account: z.string().nullable(),
});

export const announcementBody = fields({
  title: requiredText('公告标题', 100),
  body: requiredText('公告内容', 5000),
  link: link('链接', { isOptional: true }).default(''),
});
const announcement = z.object({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  link: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  /** The fan-out is running; false once all members are notified. */
  isUnderWay: z.boolean(),
});
export const announcementsQuery = z.object(paging);
export const announcementPage = pageOf(announcement);
/** The recipients of an announcement: all members except deleted ones and those who turned announcements off. */
export const audience = z.object({ members: z.number().int() });
export const sent = z.object({ id: z.string() });

/**
 * The events of the personal stream: the current number of unread notices, counted up to 100; or a hint that the items
 * awaiting the caller's approval may have changed, which `GET /member/dataCount` returns.
 */
export const streamEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('notices'), unread: z.number().int() }),
  z.object({ type: z.literal('approvals') }),
]);

export type NoticePage = z.infer<typeof noticePage>;
export type Notice = NoticePage['records'][number];
export type NoticeKind = Notice['kind'];
export type DataCount = z.infer<typeof dataCount>;
export type Announcement = z.infer<typeof announcementPage>['records'][number];
export type NoticeSetting = z.infer<typeof settings>[number];
export type NoticeChannels = z.infer<typeof channels>;
export type NoticeSubscription = z.infer<typeof subscription>;
/** An event of `GET /member/stream`, which the client reads by fetch with the headers of a call. */
export type StreamEvent = z.infer<typeof streamEvent>;
