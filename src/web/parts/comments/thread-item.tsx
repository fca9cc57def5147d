import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { Comment, Thread } from '#features/comments/schema.ts';
import { bylineTime } from '#shared/dates.ts';
import { Button } from '#ui/controls/button.tsx';
import { useSiteContext } from '../../site.ts';
import { messageOf } from '../use-action.ts';
import { ActionButton } from '../user-state/action-button.tsx';
import { CommentBox } from './comment-box.tsx';
import { CommentItem, CommentList, RemovedComment } from './comment-item.tsx';
import { addOwn } from './comment-state.ts';
import type { CommentsHandle } from './use-comments.ts';

export type CommentActions = {
  comments: CommentsHandle;
  postId: string;
  replyingTo: string | null;
  setReplyingTo: (id: string | null) => void;
  /** Sends a visitor to the log-in and back to this comment. @returns whether a member is logged in */
  requireLogin: (id: string) => boolean;
  setReportedId: (id: string) => void;
  setDeletingId: (id: string) => void;
  /** Id of the comment a link led to. */
  highlighted: string | null;
};

/** A thread: its first comment, the replies loaded with it, and a button for more. */
export function ThreadItem({ thread, actions }: { thread: Thread; actions: CommentActions }) {
  const replies = thread.firstReplies;
  const waiting = (actions.comments.data?.own ?? []).filter(({ rootId }) => rootId === thread.id);
  const replyList = (
    <>
      <ReplyBox thread={thread} comment={thread} actions={actions} />
      {(replies.length > 0 || waiting.length > 0) && (
        <CommentList isNested label={`${thread.writer?.name ?? '这条评论'} 的回复`}>
          {[...replies, ...waiting].map((reply) => (
            <CommentWithActions key={reply.id} comment={reply} thread={thread} actions={actions} />
          ))}
        </CommentList>
      )}
      <MoreReplies thread={thread} comments={actions.comments} />
    </>
  );
  if (thread.writer === null)
    return (
      <RemovedComment
        id={`comment-${thread.id}`}
        label={thread.state === 'deleted' ? '这条评论已被删除' : '这条评论已被隐藏'}
      >
        {replyList}
      </RemovedComment>
    );
  return (
    <CommentWithActions comment={thread} thread={thread} actions={actions}>
      {replyList}
    </CommentWithActions>
  );
}

type CommentWithActionsProps = {
  comment: Comment;
  thread: Thread | null;
  actions: CommentActions;
  children?: React.ReactNode;
};

/** One comment with its actions; `thread` is null for an own comment listed apart while it awaits review. */
export function CommentWithActions({ comment, thread, actions, children }: CommentWithActionsProps) {
  const { today } = useSiteContext();
  const { id, writer, createdAt, province, answers, body, mentions } = comment;
  if (!writer) return null;
  const isReply = comment.rootId !== null && thread !== null;
  return (
    <CommentItem
      id={`comment-${id}`}
      writer={writer}
      time={{ text: bylineTime(createdAt, today), dateTime: createdAt }}
      province={province}
      replyTo={answers?.name}
      text={body}
      mentions={mentions}
      note={noteOf(comment)}
      actions={<CommentButtons comment={comment} thread={thread} actions={actions} />}
      isReply={isReply}
      isHighlighted={actions.highlighted === id}
    >
      {children}
      {isReply && thread && <ReplyBox thread={thread} comment={comment} actions={actions} />}
    </CommentItem>
  );
}

function CommentButtons({ comment, thread, actions }: Omit<CommentWithActionsProps, 'children'>) {
  const { comments, requireLogin, replyingTo, setReplyingTo, setReportedId, setDeletingId } = actions;
  const { id, isOwn, liked, likes } = comment;
  if (comment.state !== 'visible')
    return isOwn && <ActionButton label="删除" onPress={() => setDeletingId(id)} />;
  const canReply = thread?.writer && comments.data && isOpen(comments.data.standing.reason);
  return (
    <>
      <ActionButton
        icon="thumb"
        label={liked ? '已赞' : '赞'}
        count={likes || undefined}
        pressed={liked}
        onPress={() => requireLogin(id) && comments.like(comment)}
      />
      {canReply && (
        <ActionButton
          label="回复"
          onPress={() => requireLogin(id) && setReplyingTo(replyingTo === id ? null : id)}
        />
      )}
      {isOwn ? (
        <ActionButton label="删除" onPress={() => setDeletingId(id)} />
      ) : (
        <ActionButton label="举报" onPress={() => requireLogin(id) && setReportedId(id)} />
      )}
    </>
  );
}

// A reason other than a missing log-in is shown in the comment form, so replying stays closed.
const isOpen = (reason: string | null): boolean => reason === null || reason === 'login';

function ReplyBox({
  thread,
  comment,
  actions,
}: {
  thread: Thread;
  comment: Comment;
  actions: CommentActions;
}) {
  const { comments, replyingTo, setReplyingTo, postId } = actions;
  if (replyingTo !== comment.id || !comments.data || !comment.writer) return null;
  return (
    <CommentBox
      ref={(box) => box?.focus()}
      postId={postId}
      replyTo={{ rootId: thread.id, id: comment.id, name: comment.writer.name }}
      standing={comments.data.standing}
      onSent={(sent) => {
        comments.change((current) => addOwn(current, sent));
        setReplyingTo(null);
        toasts.success(sent.state === 'pending' ? '已提交，审核通过后所有人可见' : '已回复');
      }}
      onCancel={() => setReplyingTo(null)}
    />
  );
}

function MoreReplies({ thread, comments }: { thread: Thread; comments: CommentsHandle }) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const { repliesCursor: cursor, id, replies, firstReplies } = thread;
  const remaining = replies - firstReplies.length;
  if (cursor === null || remaining <= 0) return null;
  async function more(fromCursor: string) {
    setState('busy');
    try {
      await comments.moreReplies(id, fromCursor);
      setState('idle');
    } catch (failure) {
      toasts.error(messageOf(failure));
      setState('failed');
    }
  }
  return (
    <Button size="s" tone="text" busy={state === 'busy'} onClick={() => void more(cursor)}>
      {state === 'failed' ? '没有取到，重试' : `展开其余 ${remaining} 条回复`}
    </Button>
  );
}

function noteOf({ state, reason }: Comment): string | undefined {
  if (state === 'pending') return '审核中，通过后所有人可见';
  if (state === 'hidden') return `没有显示${reason ? `：${reason}` : ''}`;
  return undefined;
}
