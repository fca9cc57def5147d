import { Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { PostDetail } from '#features/posts/schema.ts';
import { SectionError } from '#ui/states/notice.tsx';
import { useIsOff } from '../../site.ts';
import { lazyOptional } from '../lazy-optional.ts';
import { TextSkeleton } from '../text-skeleton.tsx';
import { useIntersection } from '../use-infinite-list.ts';
import s from './comments.module.css';
import { CommentsFrame } from './comments-frame.tsx';

const OpenComments = lazyOptional(
  async () => (await import('./open-comments.tsx')).OpenComments,
  FailedComments,
);

/**
 * The comments of a post. The server-rendered page contains none of them: they and their code load when the reader scrolls
 * near, so that a hidden comment disappears at once and no cached page holds anyone's own comments.
 */
export function Comments({ post }: { post: PostDetail }) {
  const section = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const [isNear, setIsNear] = useState(false);
  // Below a short text they are near at once, but a reader who does not scroll needs only what is on screen.
  const [hasScrolled, setHasScrolled] = useState(false);
  useEffect(() => {
    const onScroll = () => setHasScrolled(true);
    addEventListener('scroll', onScroll, { once: true, passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, []);
  useIntersection(section, () => setIsNear(true), !isNear, hasScrolled ? undefined : '0px');
  // The server does not know the fragment of the address.
  useEffect(() => {
    if (/^#comment/.test(hash)) setIsNear(true);
  }, [hash]);
  if (useIsOff('comments') || post.state !== 'published') return null;
  const waiting = (
    <CommentsFrame total={post.comments} sort="hottest" onSort={() => setIsNear(true)}>
      <TextSkeleton count={3} label="评论加载中" />
    </CommentsFrame>
  );
  return (
    <div ref={section} id="comments" className={`${s.comments} no-print`}>
      {isNear ? (
        <Suspense fallback={waiting}>
          <OpenComments post={post} />
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  );
}

/** When the file with the comments' code did not arrive. */
function FailedComments({ post }: { post: PostDetail }) {
  return (
    <CommentsFrame total={post.comments} sort="hottest" onSort={() => location.reload()}>
      <SectionError noun="评论" onRetry={() => location.reload()} />
    </CommentsFrame>
  );
}
