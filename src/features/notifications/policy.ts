import { detailPath } from '#shared/site-paths.ts';
import type { AnnouncementRow, NewPostRow } from './fanout-queries.ts';
import type { NewNotice } from './queries.ts';
import type { NoticeKind } from './schema.ts';

/** Followers are not notified of posts older than one day (in ms), which come from an import. */
export const maxPostAgeMs = 86_400_000;

/**
 * The kinds of notice in the order of the settings page. `isFixed`: concerns the member's account and cannot be turned
 * off. `isBatched`: may be frequent, so mails are batched, at most one an hour.
 */
export const noticeKinds: readonly {
  kind: NoticeKind;
  label: string;
  isFixed?: true;
  isBatched?: true;
}[] = [
  { kind: 'reply', label: '有人回复我，或评论我的作品', isBatched: true },
  { kind: 'mention', label: '有人在评论里提到我', isBatched: true },
  { kind: 'like', label: '有人赞了我的评论', isBatched: true },
  { kind: 'followed', label: '关注的作者发布新内容', isBatched: true },
  { kind: 'watched', label: '自选股有重要资讯或新文章', isBatched: true },
  { kind: 'review', label: '我写的有了审核结果' },
  { kind: 'sale', label: '我的作品售出' },
  { kind: 'expiry', label: '会员和订阅将要到期' },
  { kind: 'contest', label: '模拟大赛开赛、名次和结果' },
  { kind: 'fill', label: '模拟委托成交', isBatched: true },
  { kind: 'announcement', label: '平台公告' },
  { kind: 'system', label: '账号、订单和退款', isFixed: true },
];

/** What a member can ask for by mail alone: letters of the editors and digests. Nobody gets one without asking. */
export const letterKinds = [
  { kind: 'letter', label: '邮件报：编辑来信' },
  { kind: 'daily', label: '邮件报：每日摘要' },
  { kind: 'weekly', label: '邮件报：每周摘要' },
] as const;

export const isBatched = (kind: string): boolean =>
  noticeKinds.some((one) => one.kind === kind && one.isBatched === true);

type NoticeContent = NewNotice & { kind: NoticeKind };

const kindNames: Record<string, string> = { news: '资讯', article: '文章', reference: '内参' };
/** The notice of a new post for followers: its title only, which is public. */
export function noticeOfPost(post: NewPostRow): NoticeContent {
  return {
    kind: 'followed',
    title: `${post.author_names.join('、')} 发布了新${kindNames[post.kind] ?? '内容'}`,
    body: post.title,
    link: detailPath(post.column_id, post.id),
    sourceKey: `post:${post.id}`,
  };
}

// A notice names so many of the member's securities.
const maxNamed = 3;

/**
 * The notice of a new post for a member who watches securities that it names. Has the source key of `noticeOfPost`: who
 * also follows the author is notified once.
 */
export function noticeOfWatchedPost(post: NewPostRow, names: readonly string[]): NoticeContent {
  const shown = names.slice(0, maxNamed).join('、');
  const rest = names.length > maxNamed ? ` 等 ${names.length} 只` : '';
  return {
    ...noticeOfPost(post),
    kind: 'watched',
    title: `自选股 ${shown}${rest} 有新${kindNames[post.kind] ?? '内容'}`,
  };
}

/** The notice of an announcement. It stores no body; lists read that from the announcement. */
export function noticeOfAnnouncement({ id, title, link }: AnnouncementRow): NoticeContent {
  return {
    kind: 'announcement',
    title,
    body: '',
    link,
    sourceKey: `announcement:${id}`,
  };
}
