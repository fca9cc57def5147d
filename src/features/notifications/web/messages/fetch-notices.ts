import type { FetchCall } from '#web/api.ts';
import type { NoticeKind, NoticePage } from '../../schema.ts';

/** Empty: all kinds. */
export type MessageKind = NoticeKind | '';

/** In the order of the tabs. */
export const messageKinds = [
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
] as const satisfies NoticeKind[];

/** The display name of each kind. */
export const kindNames: Readonly<Record<NoticeKind, string>> = {
  reply: '回复',
  mention: '提到我',
  like: '点赞',
  followed: '关注',
  watched: '自选股',
  review: '审核',
  sale: '售出',
  expiry: '到期',
  contest: '大赛',
  fill: '成交',
  announcement: '公告',
  system: '系统',
};

/** Reads the kind from the address; all kinds for an unknown one. */
export const readMessageKind = (text: string | null): MessageKind =>
  messageKinds.find((kind) => kind === text) ?? '';

export const fetchNotices = (fetchCall: FetchCall, kind: MessageKind, cursor = ''): Promise<NoticePage> =>
  fetchCall(
    'GET /member/notices',
    { size: 20, ...(kind && { kind }), ...(cursor && { cursor }) },
    { isSilent: true },
  );
