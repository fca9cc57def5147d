import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { Comment, Thread } from '#features/comments/schema.ts';
import { bylineTime } from '#shared/dates.ts';
import { Button } from '#ui/controls/button.tsx';
import { useSurroundings } from '../../site.ts';
import { Act } from '../marks/act.tsx';
import { messageOf } from '../use-act.ts';
import { CommentBox } from './comment-box.tsx';
import { CommentGone, CommentItem, CommentList } from './comment-item.tsx';
import { addOwn } from './comment-state.ts';
import type { TalkActs } from './use-talk.ts';

/** What can be done to a comment besides reading it. */
export type CommentDeeds = {
  acts: TalkActs;
  postId: string;
  /** The comment that is being answered. */
  answering: string | null;
  answer: (id: string | null) => void;
  /** Sends a visitor to the log-in and back to this comment. @returns whether somebody is logged in */
  requireMember: (id: string) => boolean;
  report: (id: string) => void;
  askRemoval: (id: string) => void;
  /** The comment a link led to. */
  lit: string | null;
};

/** A thread: its first comment, the answers that came along, and more of them when asked for. */
export function ThreadItem({ thread, deeds }: { thread: Thread; deeds: CommentDeeds }) {
  const replies = thread.firstReplies;
  const waiting = (deeds.acts.talk?.own ?? []).filter(({ rootId }) => rootId === thread.id);
  const inner = (
    <>
      <AnswerBox thread={thread} comment={thread} deeds={deeds} />
      {(replies.length > 0 || waiting.length > 0) && (
        <CommentList isInner label={`${thread.writer?.name ?? '这条评论'} 的回复`}>
          {[...replies, ...waiting].map((reply) => (
            <OneComment key={reply.id} comment={reply} thread={thread} deeds={deeds} />
          ))}
        </CommentList>
      )}
      <MoreReplies thread={thread} acts={deeds.acts} />
    </>
  );
  if (thread.writer === null)
    return (
      <CommentGone
        id={`comment-${thread.id}`}
        label={thread.state === 'deleted' ? '这条评论已被删除' : '这条评论已被隐藏'}
      >
        {inner}
      </CommentGone>
    );
  return (
    <OneComment comment={thread} thread={thread} deeds={deeds}>
      {inner}
    </OneComment>
  );
}

type OneProps = { comment: Comment; thread: Thread | null; deeds: CommentDeeds; children?: React.ReactNode };

/** One comment with its acts; `thread` is null for one's own that waits apart. */
export function OneComment({ comment, thread, deeds, children }: OneProps) {
  const { today } = useSurroundings();
  const { id, writer, createdAt, province, answers, body, mentions } = comment;
  if (!writer) return null;
  const isReply = comment.rootId !== null && thread !== null;
  return (
    <CommentItem
      id={`comment-${id}`}
      writer={writer}
      time={{ text: bylineTime(createdAt, today), dateTime: createdAt }}
      province={province}
      answers={answers?.name}
      text={body}
      mentions={mentions}
      note={noteOf(comment)}
      acts={<CommentActs comment={comment} thread={thread} deeds={deeds} />}
      isReply={isReply}
      isLit={deeds.lit === id}
    >
      {children}
      {isReply && thread && <AnswerBox thread={thread} comment={comment} deeds={deeds} />}
    </CommentItem>
  );
}

function CommentActs({ comment, thread, deeds }: Omit<OneProps, 'children'>) {
  const { acts, requireMember, answering, answer, report, askRemoval } = deeds;
  const { id, isOwn, liked, likes } = comment;
  if (comment.state !== 'visible') return isOwn && <Act label="删除" onPress={() => askRemoval(id)} />;
  const canAnswer = thread?.writer && acts.talk && isOpen(acts.talk.standing.reason);
  return (
    <>
      <Act
        icon="up"
        label={liked ? '已赞' : '赞'}
        count={likes || undefined}
        pressed={liked}
        onPress={() => requireMember(id) && acts.like(comment)}
      />
      {canAnswer && (
        <Act label="回复" onPress={() => requireMember(id) && answer(answering === id ? null : id)} />
      )}
      {isOwn ? (
        <Act label="删除" onPress={() => askRemoval(id)} />
      ) : (
        <Act label="举报" onPress={() => requireMember(id) && report(id)} />
      )}
    </>
  );
}

// Whoever may not write for a reason of their own is told so where they write.
const isOpen = (reason: string | null): boolean => reason === null || reason === 'login';

function AnswerBox({ thread, comment, deeds }: { thread: Thread; comment: Comment; deeds: CommentDeeds }) {
  const { acts, answering, answer, postId } = deeds;
  if (answering !== comment.id || !acts.talk || !comment.writer) return null;
  return (
    <CommentBox
      ref={(box) => box?.focus()}
      postId={postId}
      answers={{ rootId: thread.id, id: comment.id, name: comment.writer.name }}
      standing={acts.talk.standing}
      onSent={(sent) => {
        acts.change((now) => addOwn(now, sent));
        answer(null);
        toasts.success(sent.state === 'pending' ? '已提交，审核通过后所有人可见' : '已回复');
      }}
      onCancel={() => answer(null)}
    />
  );
}

function MoreReplies({ thread, acts }: { thread: Thread; acts: TalkActs }) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const { repliesCursor: cursor, id, replies, firstReplies } = thread;
  const left = replies - firstReplies.length;
  if (cursor === null || left <= 0) return null;
  async function more(from: string) {
    setState('busy');
    try {
      await acts.moreReplies(id, from);
      setState('idle');
    } catch (failure) {
      toasts.error(messageOf(failure));
      setState('failed');
    }
  }
  return (
    <Button size="s" tone="text" busy={state === 'busy'} onClick={() => void more(cursor)}>
      {state === 'failed' ? '没有取到，重试' : `展开其余 ${left} 条回复`}
    </Button>
  );
}

function noteOf({ state, reason }: Comment): string | undefined {
  if (state === 'pending') return '审核中，通过后所有人可见';
  if (state === 'hidden') return `没有显示${reason ? `：${reason}` : ''}`;
  return undefined;
}
