import { z } from 'zod';
import { fields, filled, flag, link, oneOf } from '#kernel/http/bodies.ts';
import { id, paging } from '#kernel/http/inputs.ts';
import { pageOf } from '#kernel/http/paging.ts';

/** What a notice is about. */
const kinds = [
  'reply',
  'mention',
  'like',
  'followed',
  'review',
  'sale',
  'expiry',
  'contest',
  'fill',
  'announcement',
  'system',
] as const;
export const noticeKind = oneOf('kind', '通知类型', kinds);

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
export const noticeQuery = z.object({ id: id('id', '通知编号') });
export const done = z.boolean();

/** The seed's numbers beside a person (§3); what else it lists there is the browser's own state. */
export const dataCount = z.object({
  /** Unread notices, counted no further than 100: a badge shows 99+. */
  msgNotReadCount: z.number().int(),
  myApprovalCount: z.number().int(),
  avatar: z.string().nullable(),
  name: z.string(),
  /** Masked: 139****0001. */
  mobile: z.string(),
});

/** Whether a kind comes by a channel; `reason` says in Chinese why it cannot, null where it can. */
const channelState = z.object({
  state: z.enum(['on', 'off', 'unavailable']),
  reason: z.string().nullable(),
});
const setting = z.object({
  kind: noticeKind,
  label: z.string(),
  isOn: z.boolean(),
  /** It always arrives in the site. */
  isFixed: z.boolean(),
  channels: z.object({ mail: channelState, wechat: channelState }),
});
export const settings = z.array(setting);
export const settingBody = fields({
  kind: noticeKind,
  /** Without one: whether the kind is told at all. */
  channel: oneOf('channel', '提醒方式', ['mail', 'wechat']).optional(),
  isOn: flag('isOn', '是否接收'),
});

/** Where a member can be reached besides the site, and what is missing where they cannot. */
export const channels = z.object({
  mail: z.object({ address: z.string().nullable(), reason: z.string().nullable() }),
  wechat: z.object({
    /** The publisher has a service account at WeChat. */
    isOffered: z.boolean(),
    isBound: z.boolean(),
    /** The service account as people find it in WeChat. */
    account: z.string(),
    reason: z.string().nullable(),
  }),
});

/** An address to open in WeChat, as a code to scan; it is good once, until then. */
export const wechatTicket = z.object({ address: z.string(), expiresAt: z.string() });

const token = z
  .string({ error: '退订凭证（token）请提供' })
  .regex(/^[\w.-]{10,200}$/, { error: '退订凭证（token）不正确，请从邮件里的链接打开' });
export const tokenQuery = z.object({ token });
export const tokenBody = fields({ token });
/** What the letters are about that the link is in, and whether they still come. */
export const subscription = z.object({ kind: noticeKind, label: z.string(), isOn: z.boolean() });

export const announcementBody = fields({
  title: filled('title', '公告标题', 100),
  body: filled('body', '公告内容', 5000),
  link: link('link', '链接', { isOptional: true }).default(''),
});
const announcement = z.object({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  link: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  /** Members are being told of it; false once all have been. */
  isUnderWay: z.boolean(),
});
export const announcementsQuery = z.object(paging);
export const announcementPage = pageOf(announcement);
/** How many members an announcement goes to: everybody who is there, less who refused announcements. */
export const audience = z.object({ members: z.number().int() });
export const sent = z.object({ id: z.string() });

/**
 * What the personal stream says: how many notices are unread now, counted no further than 100; or that what waits for the
 * person's approval may have changed, which `GET /member/dataCount` then tells.
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
/** An event of `GET /member/stream`, which is read by fetch with the headers of a call. */
export type StreamEvent = z.infer<typeof streamEvent>;
