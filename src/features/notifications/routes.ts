import { get, post } from '#kernel/http/calls.ts';
import { readChannels, readSettings, saveSetting } from './channels/choices.ts';
import type { NoticeParts } from './channels/parts.ts';
import { endSubscription, readSubscription } from './channels/unsubscribe.ts';
import { checkBinding, endBinding, openBinding } from './channels/wechat.ts';
import { listAnnouncements, listOwnNotices, readAudience, readDataCount } from './reads.ts';
import * as schema from './schema.ts';
import { readAllNotices, readNotice, removeNotice, sendAnnouncement } from './service.ts';

export const notificationRoutes = (parts: NoticeParts) => [
  get('/member/notices', {
    access: 'member',
    summary: 'What the caller was told, the last first.',
    query: schema.noticesQuery,
    data: schema.noticePage,
    run: (ctx, { query }) => listOwnNotices(ctx, query),
  }),
  post('/member/readNotice', {
    access: 'member',
    summary: "Marks one of the caller's notices as read; may be repeated.",
    query: schema.noticeQuery,
    data: schema.done,
    run: (ctx, { query }) => readNotice(ctx, query.id),
  }),
  post('/member/readAllNotices', {
    access: 'member',
    summary: 'Marks everything the caller was told as read.',
    data: schema.done,
    run: (ctx) => readAllNotices(ctx),
  }),
  post('/member/deleteNotice', {
    access: 'member',
    summary: "Drops one of the caller's own notices; may be repeated.",
    query: schema.noticeQuery,
    data: schema.done,
    run: (ctx, { query }) => removeNotice(ctx, query.id),
  }),
  get('/member/dataCount', {
    access: 'member',
    summary:
      'Unread notices (counted up to 100), and the name, avatar and masked mobile number of the caller.',
    data: schema.dataCount,
    run: (ctx) => readDataCount(ctx),
  }),
  get('/member/noticeSettings', {
    access: 'member',
    summary: 'Which kinds of notice the caller wants, and by which channels besides the site.',
    data: schema.settings,
    run: (ctx) => readSettings(ctx, parts),
  }),
  post('/member/saveNoticeSettings', {
    access: 'member',
    summary:
      'Turns one kind of notice on or off for the caller, or with `channel` its coming by that channel.',
    body: schema.settingBody,
    data: schema.settings,
    run: (ctx, { body }) => saveSetting(ctx, parts, body),
  }),
  get('/member/noticeChannels', {
    access: 'member',
    summary: 'Where the caller can be reached besides the site, and what is missing where they cannot.',
    data: schema.channels,
    run: (ctx) => readChannels(ctx, parts),
  }),
  post('/member/bindNoticeWechat', {
    access: 'member',
    summary: 'An address that, opened in WeChat within ten minutes, lets notices reach the caller there.',
    data: schema.wechatTicket,
    run: (ctx) => openBinding(ctx, parts),
  }),
  post('/member/checkNoticeWechat', {
    access: 'member',
    summary: 'Asks WeChat whether the caller follows the service account by now.',
    data: schema.channels,
    run: (ctx) => checkBinding(ctx, parts),
  }),
  post('/member/unbindNoticeWechat', {
    access: 'member',
    summary: 'No notices in WeChat any more; may be repeated.',
    data: schema.channels,
    run: (ctx) => endBinding(ctx, parts),
  }),
  get('/reception/noticeSubscription', {
    access: 'open',
    summary: 'What the letters are about that a link to unsubscribe is in, and whether they still come.',
    query: schema.tokenQuery,
    data: schema.subscription,
    run: (ctx, { query }) => readSubscription(ctx, query.token),
  }),
  post('/reception/endNoticeSubscription', {
    access: 'open',
    summary: 'Ends the letters that a link to unsubscribe is about; may be repeated.',
    body: schema.tokenBody,
    data: schema.subscription,
    run: (ctx, { body }) => endSubscription(ctx, body.token),
  }),
  get('/admin/announcement/list', {
    access: { permission: 'notices.send' },
    summary: 'What was announced to all members, the last first.',
    query: schema.announcementsQuery,
    data: schema.announcementPage,
    run: (ctx, { query }) => listAnnouncements(ctx, query),
  }),
  get('/admin/announcement/audience', {
    access: { permission: 'notices.send' },
    summary: 'How many members an announcement would go to.',
    data: schema.audience,
    run: (ctx) => readAudience(ctx),
  }),
  post('/admin/sendAnnouncement', {
    access: { permission: 'notices.send' },
    summary: 'Announces something to all members.',
    body: schema.announcementBody,
    data: schema.sent,
    run: (ctx, { body }) => sendAnnouncement(ctx, body),
  }),
];
