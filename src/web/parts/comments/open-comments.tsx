import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { bindMobileAddress, loginAddress } from '#client/return-path.ts';
import { isLoggedIn } from '#client/session.ts';
import { toasts } from '#client/toasts.ts';
import type { CommentStanding, Thread } from '#features/comments/schema.ts';
import type { PostDetail } from '#features/posts/schema.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { LoadMore } from '#ui/controls/pagination.tsx';
import { AlertDialog } from '#ui/overlays/dialog.tsx';
import { SectionError, SectionNote } from '#ui/states/notice.tsx';
import { useClient } from '../../client-context.ts';
import { NewItemsButton } from '../live/new-items-button.tsx';
import { TextSkeleton } from '../text-skeleton.tsx';
import { messageOf, silent } from '../use-action.ts';
import { useCanonicalAddress } from '../use-canonical-address.ts';
import { CommentBox } from './comment-box.tsx';
import { CommentList } from './comment-item.tsx';
import { addOwn, addThread } from './comment-state.ts';
import s from './comments.module.css';
import { CommentsFrame } from './comments-frame.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { type CommentActions, CommentWithActions, ThreadItem } from './thread-item.tsx';
import { type CommentsHandle, useComments } from './use-comments.ts';

/** The comments of a post, which load when this is rendered. */
export function OpenComments({ post }: { post: PostDetail }) {
  const comments = useComments(post.id, post.lockReason ?? 'open');
  return (
    <CommentsFrame
      total={comments.data?.total ?? post.comments}
      sort={comments.sort}
      onSort={comments.setSort}
    >
      <CommentsBody post={post} comments={comments} />
    </CommentsFrame>
  );
}

function CommentsBody({ post, comments }: { post: PostDetail; comments: CommentsHandle }) {
  const { data, state } = comments;
  const [replyingTo, setReplyingTo] = useState<string | null>(null);
  const replyOpener = useRef<Element>(null);
  const [reportedId, setReportedId] = useState<string | null>(null);
  const [deletingId, setDeletingId] = useState<string | null>(null);
  const navigate = useNavigate();
  const address = useCanonicalAddress();
  const linked = useLinkedComment(comments);
  if (state === 'failed') return <SectionError noun="评论" onRetry={comments.reload} />;
  if (!data) return <TextSkeleton count={3} label="评论加载中" />;

  const actions: CommentActions = {
    comments,
    postId: post.id,
    replyingTo,
    setReplyingTo: (id) => {
      if (id !== null) replyOpener.current = document.activeElement;
      else if (replyOpener.current instanceof HTMLElement) replyOpener.current.focus();
      setReplyingTo(id);
    },
    setReportedId,
    setDeletingId,
    highlighted: linked.highlighted,
    requireLogin: (id) => {
      if (!isLoggedIn()) void navigate(loginAddress(`${address}#comment-${id}`));
      return isLoggedIn();
    },
  };
  const threads = data.threads.filter(({ id }) => id !== linked.thread?.id);
  const ownHidden = data.own.filter(({ rootId }) => rootId === null || !isListed(data.threads, rootId));
  return (
    <>
      <NewComment post={post} comments={comments} standing={data.standing} />
      <NewItemsButton
        count={data.arrivals.length}
        noun="条新评论"
        onShow={() => (comments.sort === 'newest' ? comments.reload() : comments.setSort('newest'))}
      />
      {ownHidden.length > 0 && (
        <CommentList label="只有你看得到的评论">
          {ownHidden.map((comment) => (
            <CommentWithActions key={comment.id} comment={comment} thread={null} actions={actions} />
          ))}
        </CommentList>
      )}
      {linked.thread && (
        <div className={s.linked}>
          <p className={s.linkedNote}>链接指向的评论</p>
          <CommentList label="链接指向的评论">
            <ThreadItem thread={linked.thread} actions={actions} />
          </CommentList>
        </div>
      )}
      {threads.length > 0 ? (
        <>
          <CommentList label="评论">
            {threads.map((thread) => (
              <ThreadItem key={thread.id} thread={thread} actions={actions} />
            ))}
          </CommentList>
          {data.cursor !== null && (
            <LoadMore state={comments.moreState} onMore={comments.more} noun="更多评论" />
          )}
        </>
      ) : (
        !linked.thread &&
        ownHidden.length === 0 && (
          <SectionNote>
            {data.standing.reason === 'closed' ? '没有评论' : '还没有评论，来写第一条'}
          </SectionNote>
        )
      )}
      <ReportDialog id={reportedId} onClose={() => setReportedId(null)} />
      <AlertDialog
        open={deletingId !== null}
        message="删除后不能恢复，别人对它的回复会留下。"
        title="删除这条评论？"
        confirmLabel="删除"
        cancelLabel="取消"
        tone="accent"
        onCancel={() => setDeletingId(null)}
        onConfirm={() => {
          setDeletingId(null);
          if (deletingId)
            void comments.remove(deletingId).then((isGone) => isGone && toasts.success('已删除'));
        }}
      />
    </>
  );
}

function NewComment({
  post,
  comments,
  standing,
}: {
  post: PostDetail;
  comments: CommentsHandle;
  standing: CommentStanding;
}) {
  const address = useCanonicalAddress();
  if (!standing.mayWrite)
    return (
      <div className={s.barred}>
        <p>{standing.message}</p>
        {standing.reason === 'login' && (
          <ButtonLink size="s" tone="ink" href={loginAddress(`${address}#comments`)}>
            登录
          </ButtonLink>
        )}
        {standing.reason === 'mobile' && (
          <ButtonLink size="s" tone="ink" href={bindMobileAddress(`${address}#comments`)}>
            去绑定
          </ButtonLink>
        )}
      </div>
    );
  return (
    <CommentBox
      postId={post.id}
      standing={standing}
      onSent={(sent) => {
        comments.change((current) => addOwn(current, sent));
        toasts.success(sent.state === 'pending' ? '已提交，审核通过后所有人可见' : '已发表');
      }}
    />
  );
}

/** `thread` is the linked comment's thread if the list does not contain it. */
type LinkedComment = { thread: Thread | null; highlighted: string | null };

const noLinkedComment: LinkedComment = { thread: null, highlighted: null };

/** Handles an address with `#comment-<id>`: loads the comment if the list lacks it, scrolls to it and highlights it. */
function useLinkedComment({ data, change }: CommentsHandle): LinkedComment {
  const client = useClient();
  const { hash } = useLocation();
  const id = /^#comment-(\d+)$/.exec(hash)?.[1];
  const [linked, setLinked] = useState<{ rootId: string | null; highlighted: string }>();
  const isReady = data !== undefined;
  const fetchThread = useEffectEvent(async (commentId: string) => {
    if (document.getElementById(`comment-${commentId}`)) return null;
    return client().call('GET /reception/comment/thread', { query: { id: commentId }, ...silent });
  });
  useEffect(() => {
    if (!isReady || !id) return;
    let isCancelled = false;
    fetchThread(id).then(
      (thread) => {
        if (isCancelled) return;
        // The list gets the thread too, so that likes and replies update it.
        if (thread) change((current) => addThread(current, thread));
        setLinked({ rootId: thread?.id ?? null, highlighted: id });
        requestAnimationFrame(() =>
          document.getElementById(`comment-${id}`)?.scrollIntoView({ block: 'center' }),
        );
      },
      (failure) => {
        if (!isCancelled) toasts.info(messageOf(failure));
      },
    );
    return () => {
      isCancelled = true;
    };
  }, [id, isReady, change]);
  if (!linked || linked.highlighted !== id) return noLinkedComment;
  return {
    highlighted: linked.highlighted,
    thread: data?.threads.find((thread) => thread.id === linked.rootId) ?? null,
  };
}

const isListed = (threads: readonly Thread[], id: string): boolean =>
  threads.some((thread) => thread.id === id);
