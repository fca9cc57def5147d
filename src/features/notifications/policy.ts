import type { NoticeKind, NoticeSetting } from './calls.ts';
import type { AnnouncementRow, NewNotice, NewPiece } from './queries.ts';

/** Older pieces are told to nobody: they came with an import (one day, in ms). */
export const newsworthyMs = 86_400_000;

/** What a member may refuse, with what their settings call it; what concerns their account always arrives. */
export const refusable: readonly { kind: NoticeSetting['kind']; label: string }[] = [
  { kind: 'followed', label: '关注的作者发布新内容' },
  { kind: 'announcement', label: '平台公告' },
];

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
