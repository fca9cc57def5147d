import type { CommentTarget } from '#features/posts/index.ts';
import { toIso } from '#shared/dates.ts';
import type { CommentRow, ParticipantRow } from './queries.ts';
import type { Comment, Mentionable, Thread } from './schema.ts';

/** The reader and the author of the post. */
type Viewer = { reader: string | null; post: Pick<CommentTarget, 'authorMemberId'> };

/**
 * Presents a row to its reader. An invisible comment is only a placeholder, but its writer still gets its text and the
 * reason.
 */
export function presentComment(row: CommentRow, { reader, post }: Viewer): Comment {
  const isOwn = reader !== null && row.member_id === reader;
  const isShown = row.state === 'visible' || (isOwn && row.state !== 'deleted');
  const common = {
    id: row.id,
    postId: row.post_id,
    rootId: row.root_id,
    createdAt: toIso(row.created_at),
    answers:
      row.answers_id === null ? null : { id: row.answers_id, name: row.answers_name ?? '已注销的会员' },
  };
  if (!isShown) return { ...common, ...hiddenFields, state: row.state === 'deleted' ? 'deleted' : 'hidden' };
  return {
    ...common,
    state: row.state,
    writer: {
      name: row.member_name ?? row.guest_name ?? '已注销的会员',
      avatar: row.member_avatar,
      mark: row.guest_name === null ? badgeOf(row.member_id, row.is_staff, post) : 'guest',
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

const hiddenFields = {
  writer: null,
  body: '',
  mentions: [],
  province: '',
  likes: 0,
  liked: false,
  isOwn: false,
  reason: '',
} satisfies Partial<Comment>;

/** Builds threads from the rows of `listThreads`, each with its loaded answers. */
export function presentThreads(rows: readonly CommentRow[], viewer: Viewer): Thread[] {
  const answers = Map.groupBy(
    rows.filter(({ root_id }) => root_id !== null),
    ({ root_id }) => root_id,
  );
  return rows
    .filter(({ root_id }) => root_id === null)
    .map((root) => presentThread(root, answers.get(root.id) ?? [], viewer));
}

/** Builds one thread, with a cursor if not all answers were loaded. */
export function presentThread(root: CommentRow, replies: readonly CommentRow[], viewer: Viewer): Thread {
  const last = replies.at(-1);
  return {
    ...presentComment(root, viewer),
    replies: root.replies,
    firstReplies: replies.map((reply) => presentComment(reply, viewer)),
    repliesCursor: last && root.replies > replies.length ? replyCursor(last.id) : null,
  };
}

/** The cursor of answers, which are ordered by id only. */
export const replyCursor = (id: string): string => `0-${id}`;

export const presentParticipant = (
  { id, name, avatar, is_staff }: ParticipantRow,
  post: Pick<CommentTarget, 'authorMemberId'>,
): Mentionable => ({ id, name, avatar, mark: badgeOf(id, is_staff, post) });

/** Returns the badge; an editor who wrote the post appears as its author, not as staff. */
function badgeOf(
  memberId: string | null,
  isStaff: boolean,
  { authorMemberId }: Pick<CommentTarget, 'authorMemberId'>,
): 'author' | 'staff' | null {
  if (memberId !== null && memberId === authorMemberId) return 'author';
  return isStaff ? 'staff' : null;
}
