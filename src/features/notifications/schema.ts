import { z } from 'zod';
import { id, paging } from '#kernel/http/inputs.ts';
import { pageOf } from '#kernel/http/paging.ts';
import { cleanText } from '#shared/clean-text.ts';

/** What a notice is about. A member may refuse the first two; what concerns their account always arrives. */
export const noticeKind = z.enum(['followed', 'announcement', 'system']);
export const refusableKind = z.enum(['followed', 'announcement'], {
  error: '通知类型（kind）不正确，可用：followed、announcement',
});

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
  kind: z
    .enum(noticeKind.options, {
      error: `通知类型（kind）不正确，可用：${noticeKind.options.join('、')}`,
    })
    .optional(),
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

const setting = z.object({ kind: refusableKind, label: z.string(), isOn: z.boolean() });
export const settings = z.array(setting);
export const settingBody = z.object(
  { kind: refusableKind, isOn: z.boolean({ error: '是否接收（isOn）应为 true 或 false' }) },
  { error: '请求内容应为 JSON 对象' },
);

const filled = (name: string, label: string, most: number) =>
  z
    .string({ error: `请填写${label}（${name}）` })
    .overwrite(cleanText)
    .trim()
    .min(1, { error: `请填写${label}（${name}）` })
    .max(most, { error: `${label}（${name}）过长，最多 ${most} 个字` });

/** A path of this site (not `//host`, which is another one's) or an https address. */
const link = z
  .string({ error: '链接（link）应为文字' })
  .overwrite(cleanText)
  .trim()
  .max(500, { error: '链接（link）过长，最多 500 个字' })
  .regex(/^$|^\/(?![/\\])[^\s\\]*$|^https:\/\/[^\s/]+\S*$/, {
    error: '链接（link）应为以 / 开头的站内地址或 https 地址',
  });

export const announcementBody = z.object(
  {
    title: filled('title', '公告标题', 100),
    body: filled('body', '公告内容', 5000),
    link: link.default(''),
  },
  { error: '请求内容应为 JSON 对象' },
);
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

/** What the personal stream says: how many notices are unread now, counted no further than 100. */
export const streamEvent = z.object({ type: z.literal('notices'), unread: z.number().int() });
