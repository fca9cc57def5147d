import type { z } from 'zod';
import type * as schema from './schema.ts';

export type NoticePage = z.infer<typeof schema.noticePage>;
export type Notice = NoticePage['records'][number];
export type NoticeKind = Notice['kind'];
export type DataCount = z.infer<typeof schema.dataCount>;
export type Announcement = z.infer<typeof schema.announcementPage>['records'][number];
export type NoticeSetting = z.infer<typeof schema.settings>[number];
export type NoticeChannels = z.infer<typeof schema.channels>;
export type NoticeSubscription = z.infer<typeof schema.subscription>;
/** An event of `GET /member/stream`, which is read by fetch with the headers of a call. */
export type StreamEvent = z.infer<typeof schema.streamEvent>;

type NoticesQuery = {
  kind?: NoticeKind | undefined;
  current?: number | string | undefined;
  size?: number | string | undefined;
  cursor?: string | undefined;
};

/** What crosses the wire about notices. */
export type NotificationCalls = {
  'GET /member/notices': { query: NoticesQuery; data: NoticePage };
  'POST /member/readNotice': { query: { id: string }; data: boolean };
  'POST /member/readAllNotices': { data: boolean };
  'POST /member/deleteNotice': { query: { id: string }; data: boolean };
  'GET /member/dataCount': { data: DataCount };
  'GET /member/noticeSettings': { data: NoticeSetting[] };
  'GET /member/noticeChannels': { data: NoticeChannels };
  'POST /member/bindNoticeWechat': { data: z.infer<typeof schema.wechatTicket> };
  'POST /member/checkNoticeWechat': { data: NoticeChannels };
  'POST /member/unbindNoticeWechat': { data: NoticeChannels };
  /** From a link in a letter: who holds its token needs no log-in. */
  'GET /reception/noticeSubscription': { query: { token: string }; data: NoticeSubscription };
  'POST /reception/endNoticeSubscription': { body: { token: string }; data: NoticeSubscription };
  'POST /member/saveNoticeSettings': { body: z.input<typeof schema.settingBody>; data: NoticeSetting[] };
  /** Staff's, with the code `notices.send`. */
  'GET /admin/announcement/list': {
    query: { current?: string; size?: string; cursor?: string };
    data: z.infer<typeof schema.announcementPage>;
  };
  'GET /admin/announcement/audience': { data: z.infer<typeof schema.audience> };
  'POST /admin/sendAnnouncement': { body: z.input<typeof schema.announcementBody>; data: { id: string } };
};
