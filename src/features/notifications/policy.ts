import type { AnnouncementRow, NewPiece } from './fanout-queries.ts';
import type { NewNotice } from './queries.ts';
import type { NoticeKind } from './schema.ts';

/** Older pieces are told to nobody: they came with an import (one day, in ms). */
export const newsworthyMs = 86_400_000;

/**
 * What members are told, in the order of their settings. `isFixed`: it concerns their account and always arrives.
 * `isGathered`: there may be storms of it, so by mail it comes at most once an hour, several in one letter.
 */
export const noticeKinds: readonly {
  kind: NoticeKind;
  label: string;
  isFixed?: true;
  isGathered?: true;
}[] = [
  { kind: 'reply', label: '有人回复我，或评论我的作品', isGathered: true },
  { kind: 'mention', label: '有人在评论里提到我', isGathered: true },
  { kind: 'like', label: '有人赞了我的评论', isGathered: true },
  { kind: 'followed', label: '关注的作者发布新内容', isGathered: true },
  { kind: 'review', label: '投稿和评论的审核结果' },
  { kind: 'sale', label: '我的作品售出' },
  { kind: 'expiry', label: 'VIP 和订阅将要到期' },
  { kind: 'contest', label: '模拟大赛开赛、名次和结果' },
  { kind: 'fill', label: '模拟委托成交', isGathered: true },
  { kind: 'announcement', label: '平台公告' },
  { kind: 'system', label: '账号、订单和退款', isFixed: true },
];

export const isGathered = (kind: string): boolean =>
  noticeKinds.some((one) => one.kind === kind && one.isGathered === true);

type Told = NewNotice & { kind: NoticeKind };

const kindNames: Record<string, string> = { news: '资讯', article: '文章', reference: '内参' };
const sections: Record<string, string> = { '1': 'globalInfo', '2': 'rined', '3': 'vip' };

/** Where readers find a piece. */
export const addressOfPiece = (columnId: string, id: string): string =>
  `/${sections[columnId] ?? columnId}/detail?id=${id}`;

/** What followers are told of a new piece: its title, which is open to everyone. */
export function noticeOfPiece(piece: NewPiece): Told {
  return {
    kind: 'followed',
    title: `${piece.author_name} 发布了新${kindNames[piece.kind] ?? '内容'}`,
    body: piece.title,
    link: addressOfPiece(piece.column_id, piece.id),
    sourceKey: `post:${piece.id}`,
  };
}

/** An announcement's notice holds no text of its own: lists take it from the announcement. */
export function noticeOfAnnouncement({ id, title, link }: AnnouncementRow): Told {
  return {
    kind: 'announcement',
    title,
    body: '',
    link,
    sourceKey: `announcement:${id}`,
  };
}
