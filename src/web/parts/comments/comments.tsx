import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loginAddress } from '#client/return-path.ts';
import { isLoggedIn } from '#client/session.ts';
import { toasts } from '#client/toasts.ts';
import type { CommentStanding, Thread } from '#features/comments/schema.ts';
import type { PostDetail } from '#features/posts/schema.ts';
import { formatCount } from '#shared/numbers.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { LoadMore } from '#ui/controls/pagination.tsx';
import { AlertDialog } from '#ui/floats/dialog.tsx';
import { Section } from '#ui/layout/section.tsx';
import { PartFailed, PartNote } from '#ui/states/notice.tsx';
import { useClient } from '../../client-context.ts';
import { Arrivals } from '../live/arrivals.tsx';
import { TextBones } from '../skeletons.tsx';
import { messageOf, silent } from '../use-act.ts';
import { useReached } from '../use-endless.ts';
import { useOwnAddress } from '../use-own-address.ts';
import { CommentBox } from './comment-box.tsx';
import { CommentList } from './comment-item.tsx';
import { addOwn, addThread } from './comment-state.ts';
import s from './comments.module.css';
import { ReportDialog } from './report-dialog.tsx';
import { type CommentDeeds, OneComment, ThreadItem } from './thread-item.tsx';
import { type TalkActs, useTalk } from './use-talk.ts';

/**
 * The comments of a piece. The page that everybody gets holds none of them: they are fetched when the reader comes
 * near, so that what was hidden is gone at once and nobody's own stands in a kept page.
 */
export function Comments({ piece }: { piece: PostDetail }) {
  const section = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const [isNear, setIsNear] = useState(false);
  const isAskedFor = /^#comment/.test(hash);
  useReached(section, () => setIsNear(true), !isNear);
  const acts = useTalk(piece.id, isNear || isAskedFor);
  const total = acts.talk?.total ?? piece.comments;
  if (piece.state !== 'published') return null;
  return (
    <div ref={section} id="comments" className={s.comments}>
      <Section
        id="comments-title"
        title={<>评论 {total > 0 && <span className={s.total}>{formatCount(total)}</span>}</>}
        tabs={
          total > 1
            ? [
                { label: '最热', current: acts.sort === 'hottest', onSelect: () => acts.setSort('hottest') },
                { label: '最新', current: acts.sort === 'newest', onSelect: () => acts.setSort('newest') },
              ]
            : undefined
        }
      >
        <Talk piece={piece} acts={acts} />
      </Section>
    </div>
  );
}

function Talk({ piece, acts }: { piece: PostDetail; acts: TalkActs }) {
  const { talk, state } = acts;
  const [answering, answer] = useState<string | null>(null);
  const [reported, report] = useState<string | null>(null);
  const [doomed, askRemoval] = useState<string | null>(null);
  const navigate = useNavigate();
  const address = useOwnAddress();
  const linked = useLinked(acts);
  if (state === 'failed') return <PartFailed noun="评论" onRetry={acts.reload} />;
  if (!talk) return <TextBones count={3} label="评论加载中" />;

  const deeds: CommentDeeds = {
    acts,
    postId: piece.id,
    answering,
    answer,
    report,
    askRemoval,
    lit: linked.lit,
    requireMember: (id) => {
      if (!isLoggedIn()) void navigate(loginAddress(`${address}#comment-${id}`));
      return isLoggedIn();
    },
  };
  const threads = talk.threads.filter(({ id }) => id !== linked.thread?.id);
  const apart = talk.own.filter(({ rootId }) => rootId === null || !isShown(talk.threads, rootId));
  return (
    <>
      <Writing piece={piece} acts={acts} standing={talk.standing} />
      <Arrivals
        count={talk.arrivals.length}
        noun="条新评论"
        onShow={() => (acts.sort === 'newest' ? acts.reload() : acts.setSort('newest'))}
      />
      {apart.length > 0 && (
        <CommentList label="只有你看得到的评论">
          {apart.map((comment) => (
            <OneComment key={comment.id} comment={comment} thread={null} deeds={deeds} />
          ))}
        </CommentList>
      )}
      {linked.thread && (
        <div className={s.linked}>
          <p className={s.linkedNote}>链接指向的评论</p>
          <CommentList label="链接指向的评论">
            <ThreadItem thread={linked.thread} deeds={deeds} />
          </CommentList>
        </div>
      )}
      {threads.length > 0 ? (
        <>
          <CommentList label="评论">
            {threads.map((thread) => (
              <ThreadItem key={thread.id} thread={thread} deeds={deeds} />
            ))}
          </CommentList>
          {talk.cursor !== null && <LoadMore state={acts.moreState} onMore={acts.more} noun="更多评论" />}
        </>
      ) : (
        !linked.thread && (
          <PartNote>{talk.standing.reason === 'closed' ? '没有评论' : '还没有评论，来写第一条'}</PartNote>
        )
      )}
      <ReportDialog id={reported} onClose={() => report(null)} />
      <AlertDialog
        open={doomed !== null}
        message="删除后不能恢复，别人对它的回复会留下。"
        title="删除这条评论？"
        confirmLabel="删除"
        cancelLabel="取消"
        tone="accent"
        onCancel={() => askRemoval(null)}
        onConfirm={() => {
          askRemoval(null);
          if (doomed) void acts.remove(doomed).then((isGone) => isGone && toasts.success('已删除'));
        }}
      />
    </>
  );
}

function Writing({
  piece,
  acts,
  standing,
}: {
  piece: PostDetail;
  acts: TalkActs;
  standing: CommentStanding;
}) {
  const address = useOwnAddress();
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
          <ButtonLink size="s" tone="ink" href="/personal/info">
            去绑定
          </ButtonLink>
        )}
      </div>
    );
  return (
    <CommentBox
      postId={piece.id}
      standing={standing}
      onSent={(sent) => {
        acts.change((now) => addOwn(now, sent));
        toasts.success(sent.state === 'pending' ? '已提交，审核通过后所有人可见' : '已发表');
      }}
    />
  );
}

/** `thread` is the comment's, where the list did not have it. */
type Linked = { thread: Thread | null; lit: string | null };

const nowhere: Linked = { thread: null, lit: null };

/** Where an address with `#comment-<id>` leads: brought into the window and lit, fetched where it is not in the list. */
function useLinked({ talk, change }: TalkActs): Linked {
  const client = useClient();
  const { hash } = useLocation();
  const id = /^#comment-(\d+)$/.exec(hash)?.[1];
  const [linked, setLinked] = useState<{ rootId: string | null; lit: string }>();
  const isReady = talk !== undefined;
  const fetchThread = useEffectEvent(async (commentId: string) => {
    if (document.getElementById(`comment-${commentId}`)) return null;
    return client().call('GET /reception/comment/thread', { query: { id: commentId }, ...silent });
  });
  useEffect(() => {
    if (!isReady || !id) return;
    let isLeft = false;
    fetchThread(id).then(
      (thread) => {
        if (isLeft) return;
        // The list holds the thread too, so that likes and answers reach it.
        if (thread) change((now) => addThread(now, thread));
        setLinked({ rootId: thread?.id ?? null, lit: id });
        requestAnimationFrame(() =>
          document.getElementById(`comment-${id}`)?.scrollIntoView({ block: 'center' }),
        );
      },
      (failure) => {
        if (!isLeft) toasts.info(messageOf(failure));
      },
    );
    return () => {
      isLeft = true;
    };
  }, [id, isReady, change]);
  if (!linked || linked.lit !== id) return nowhere;
  return { lit: linked.lit, thread: talk?.threads.find((thread) => thread.id === linked.rootId) ?? null };
}

const isShown = (threads: readonly Thread[], id: string): boolean =>
  threads.some((thread) => thread.id === id);
