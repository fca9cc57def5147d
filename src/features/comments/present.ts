import type { TalkedAbout } from '#features/posts/index.ts';
import { toIso } from '#shared/dates.ts';
import type { CommentRow, SpeakerRow } from './queries.ts';
import type { Comment, Mentionable, Thread } from './schema.ts';

/** Who reads, and whose piece it is. */
type Reading = { reader: string | null; piece: Pick<TalkedAbout, 'authorMemberId'> };

/** A row as its reader sees it: what is not seen leaves nothing but its place, to its writer also its text and why. */
export function presentComment(row: CommentRow, { reader, piece }: Reading): Comment {
  const isOwn = reader !== null && row.member_id === reader;
  const isShown = row.state === 'visible' || (isOwn && row.state !== 'deleted');
  const place = {
    id: row.id,
    postId: row.post_id,
    rootId: row.root_id,
    createdAt: toIso(row.created_at),
    answers:
      row.answers_id === null ? null : { id: row.answers_id, name: row.answers_name ?? '已注销的会员' },
  };
  if (!isShown) return { ...place, ...nothing, state: row.state === 'deleted' ? 'deleted' : 'hidden' };
  return {
    ...place,
    state: row.state,
    writer: {
      name: row.member_name ?? '已注销的会员',
      avatar: row.member_avatar,
      mark: markOf(row.member_id, row.is_staff, piece),
    },
    body: row.body,
    mentions: row.mentions.map(({ name }) => name),
    province: row.province,
    likes: row.likes,
    liked: row.liked,
    isOwn,
    reason: isOwn && row.state === 'hidden' ? row.reason : '',
  };
}

const nothing = {
  writer: null,
  body: '',
  mentions: [],
  province: '',
  likes: 0,
  liked: false,
  isOwn: false,
  reason: '',
} satisfies Partial<Comment>;

/** Rows of `listThreads` as threads, each with the answers that came along. */
export function presentThreads(rows: readonly CommentRow[], reading: Reading): Thread[] {
  const answers = Map.groupBy(
    rows.filter(({ root_id }) => root_id !== null),
    ({ root_id }) => root_id,
  );
  return rows
    .filter(({ root_id }) => root_id === null)
    .map((root) => presentThread(root, answers.get(root.id) ?? [], reading));
}

/** One thread; where not all answers came along there is a cursor. */
export function presentThread(root: CommentRow, replies: readonly CommentRow[], reading: Reading): Thread {
  const last = replies.at(-1);
  return {
    ...presentComment(root, reading),
    replies: root.replies,
    firstReplies: replies.map((reply) => presentComment(reply, reading)),
    repliesCursor: last && root.replies > replies.length ? replyCursor(last.id) : null,
  };
}

/** Answers go by their ids alone. */
export const replyCursor = (id: string): string => `0-${id}`;

export const presentSpeaker = (
  { id, name, avatar, is_staff }: SpeakerRow,
  piece: Pick<TalkedAbout, 'authorMemberId'>,
): Mentionable => ({ id, name, avatar, mark: markOf(id, is_staff, piece) });

/** Of the piece before of the house: an editor who wrote it speaks as its author. */
function markOf(
  memberId: string | null,
  isStaff: boolean,
  { authorMemberId }: Pick<TalkedAbout, 'authorMemberId'>,
): 'author' | 'staff' | null {
  if (memberId !== null && memberId === authorMemberId) return 'author';
  return isStaff ? 'staff' : null;
}
