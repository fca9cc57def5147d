import type { NoticeKind, NoticePage } from '#features/notifications/schema.ts';
import type { Ask } from '../../../api.ts';

/** Empty: of all kinds. */
export type MessageKind = NoticeKind | '';

/** In the order of their tabs. */
export const messageKinds = [
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
] as const satisfies NoticeKind[];

/** What people call each kind. */
export const kindNames: Readonly<Record<NoticeKind, string>> = {
  reply: '回复',
  mention: '提到我',
  like: '点赞',
  followed: '关注',
  review: '审核',
  sale: '售出',
  expiry: '到期',
  contest: '大赛',
  fill: '成交',
  announcement: '公告',
  system: '系统',
};

/** The kind an address asks for; anything else is all of them. */
export const readKind = (text: string | null): MessageKind =>
  messageKinds.find((kind) => kind === text) ?? '';

export const askNotices = (ask: Ask, kind: MessageKind, cursor = ''): Promise<NoticePage> =>
  ask(
    'GET /member/notices',
    { size: 20, ...(kind && { kind }), ...(cursor && { cursor }) },
    { isSilent: true },
  );
