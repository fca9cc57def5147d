import { byHand, get, post } from '#kernel/http/calls.ts';
import { readChannels, readNoticeSettings, saveNoticeSetting } from './channels/channel-settings.ts';
import type { NoticeParts } from './channels/parts.ts';
import { readSubscription, unsubscribe } from './channels/unsubscribe.ts';
import { checkBinding, createBindingTicket, unbindWechat } from './channels/wechat-binding.ts';
import {
  type CountSentBack,
  listAnnouncements,
  listOwnNotices,
  readAudience,
  readDataCount,
} from './reads.ts';
import * as schema from './schema.ts';
import { deleteNotice, markAllNoticesRead, markNoticeRead, sendAnnouncement } from './service.ts';

export const notificationRoutes = (parts: NoticeParts, countSentBack: CountSentBack) => [
  get('/member/notices', {
    access: 'member',
    summary: "Lists the caller's notices, newest first.",
    query: schema.noticesQuery,
    data: schema.noticePage,
    run: (ctx, { query }) => listOwnNotices(ctx, query),
  }),
  post('/member/readNotice', {
    access: 'member',
    limit: byHand,
    summary: "Marks one of the caller's notices as read; may be repeated.",
    query: schema.noticeQuery,
    data: schema.done,
    run: (ctx, { query }) => markNoticeRead(ctx, query.id),
  }),
  post('/member/readAllNotices', {
    access: 'member',
    limit: byHand,
    summary: "Marks all of the caller's notices as read.",
    data: schema.done,
    run: (ctx) => markAllNoticesRead(ctx),
  }),
  post('/member/deleteNotice', {
    access: 'member',
    limit: byHand,
    summary: "Deletes one of the caller's own notices; may be repeated.",
    query: schema.noticeQuery,
    data: schema.done,
    run: (ctx, { query }) => deleteNotice(ctx, query.id),
  }),
  get('/member/dataCount', {
    access: 'member',
    summary:
      "Returns the caller's number of unread notices (counted up to 100), name, avatar and masked mobile number.",
    data: schema.dataCount,
    run: (ctx) => readDataCount(ctx, countSentBack),
  }),
  get('/member/noticeSettings', {
    access: 'member',
    summary: 'Returns which kinds of notice the caller wants, and by which channels besides the site.',
    data: schema.settings,
    run: (ctx) => readNoticeSettings(ctx, parts),
  }),
  post('/member/saveNoticeSettings', {
    access: 'member',
    limit: byHand,
    summary:
      'Turns a kind of notice on or off for the caller or, with `channel`, its delivery by that channel.',
    body: schema.settingBody,
    data: schema.settings,
    run: (ctx, { body }) => saveNoticeSetting(ctx, parts, body),
  }),
  get('/member/noticeChannels', {
    access: 'member',
    summary:
      'Returns the channels that can reach the caller besides the site, and what is missing for the others.',
    data: schema.channels,
    run: (ctx) => readChannels(ctx, parts),
  }),
  post('/member/bindNoticeWechat', {
    access: 'member',
    limit: byHand,
    summary:
      'Returns an address that, opened and confirmed in WeChat within ten minutes, enables WeChat notices for the caller.',
    data: schema.wechatTicket,
    run: (ctx) => createBindingTicket(ctx, parts),
  }),
  post('/member/checkNoticeWechat', {
    access: 'member',
    limit: byHand,
    summary: 'Asks WeChat whether the caller follows the service account now.',
    data: schema.channels,
    run: (ctx) => checkBinding(ctx, parts),
  }),
  post('/member/unbindNoticeWechat', {
    access: 'member',
    limit: byHand,
    summary: 'Disables WeChat notices for the caller; may be repeated.',
    data: schema.channels,
    run: (ctx) => unbindWechat(ctx, parts),
  }),
  get('/reception/noticeSubscription', {
    access: 'open',
    summary: 'Returns the kind of e-mail that an unsubscribe link stops, and whether it is still sent.',
    query: schema.tokenQuery,
    data: schema.subscription,
    run: (ctx, { query }) => readSubscription(ctx, query.token),
  }),
  post('/reception/endNoticeSubscription', {
    access: 'open',
    summary: 'Unsubscribes from the e-mails of an unsubscribe link; may be repeated.',
    body: schema.tokenBody,
    data: schema.subscription,
    run: (ctx, { body }) => unsubscribe(ctx, body.token),
  }),
  get('/admin/announcement/list', {
    access: { permission: 'notices.send' },
    summary: 'Lists the announcements to all members, newest first.',
    query: schema.announcementsQuery,
    data: schema.announcementPage,
    run: (ctx, { query }) => listAnnouncements(ctx, query),
  }),
  get('/admin/announcement/audience', {
    access: { permission: 'notices.send' },
    summary: 'Counts the members who would receive an announcement.',
    data: schema.audience,
    run: (ctx) => readAudience(ctx),
  }),
  post('/admin/sendAnnouncement', {
    access: { permission: 'notices.send' },
    summary: 'Sends an announcement to all members.',
    body: schema.announcementBody,
    data: schema.sent,
    run: (ctx, { body }) => sendAnnouncement(ctx, body),
  }),
];
