import { type Call, get, post } from '#kernel/http/calls.ts';
import { listAnnouncements, listOwnNotices, readAudience, readDataCount, readSettings } from './reads.ts';
import {
  announcementBody,
  announcementPage,
  announcementsQuery,
  audience,
  dataCount,
  done,
  noticePage,
  noticeQuery,
  noticesQuery,
  sent,
  settingBody,
  settings,
} from './schema.ts';
import { readAllNotices, readNotice, removeNotice, saveSetting, sendAnnouncement } from './service.ts';

export const notificationRoutes: Call[] = [
  get('/member/notices', {
    access: 'member',
    summary: 'What the caller was told, the last first.',
    query: noticesQuery,
    data: noticePage,
    run: (ctx, { query }) => listOwnNotices(ctx, query),
  }),
  post('/member/readNotice', {
    access: 'member',
    summary: "Marks one of the caller's notices as read; may be repeated.",
    query: noticeQuery,
    data: done,
    run: (ctx, { query }) => readNotice(ctx, query.id),
  }),
  post('/member/readAllNotices', {
    access: 'member',
    summary: 'Marks everything the caller was told as read.',
    data: done,
    run: (ctx) => readAllNotices(ctx),
  }),
  post('/member/deleteNotice', {
    access: 'member',
    summary: "Drops one of the caller's own notices; may be repeated.",
    query: noticeQuery,
    data: done,
    run: (ctx, { query }) => removeNotice(ctx, query.id),
  }),
  get('/member/dataCount', {
    access: 'member',
    summary:
      'Unread notices (counted up to 100), and the name, avatar and masked mobile number of the caller.',
    data: dataCount,
    run: (ctx) => readDataCount(ctx),
  }),
  get('/member/noticeSettings', {
    access: 'member',
    summary: 'Which kinds of notice the caller wants.',
    data: settings,
    run: (ctx) => readSettings(ctx),
  }),
  post('/member/saveNoticeSettings', {
    access: 'member',
    summary: 'Turns one kind of notice on or off for the caller.',
    body: settingBody,
    data: settings,
    run: (ctx, { body }) => saveSetting(ctx, body),
  }),
  get('/admin/announcement/list', {
    access: { permission: 'notices.send' },
    summary: 'What was announced to all members, the last first.',
    query: announcementsQuery,
    data: announcementPage,
    run: (ctx, { query }) => listAnnouncements(ctx, query),
  }),
  get('/admin/announcement/audience', {
    access: { permission: 'notices.send' },
    summary: 'How many members an announcement would go to.',
    data: audience,
    run: (ctx) => readAudience(ctx),
  }),
  post('/admin/sendAnnouncement', {
    access: { permission: 'notices.send' },
    summary: 'Announces something to all members.',
    body: announcementBody,
    data: sent,
    run: (ctx, { body }) => sendAnnouncement(ctx, body),
  }),
];
