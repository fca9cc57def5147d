import { lazy, type MouseEvent, Suspense, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useIsLoggedIn } from '#client/session.ts';
import type { PostDetail } from '#features/posts/schema.ts';
import { Prose, type ProseSize } from '#ui/article/prose.tsx';
import { SelectionShare } from '../share/selection-share.tsx';
import { alignNumbers } from './align-numbers.ts';
import { useArticlePictures } from './article-pictures.ts';
import { usePaywallReturn } from './paywall-return.ts';
import s from './post-body.module.css';
import { minRememberedWords, ReadingPosition } from './reading-position.tsx';

// Readers who open no picture do not load the viewer.
const PictureViewer = lazy(() =>
  import('./picture-viewer.tsx').then(({ PictureViewer }) => ({ default: PictureViewer })),
);

const isPagePath = (href: string): boolean => /^\/(?![/\\])/.test(href) && !/^\/(?:files|api)\//.test(href);

interface PostBodyProps {
  html: string;
  size?: ProseSize;
  reader?: PostDetail['reader'];
  /** The post whose body it is; absent for other texts. */
  post?: Pick<PostDetail, 'id' | 'lockReason' | 'state' | 'wordCount'>;
  /** The post and the address of its page, if readers may share sentences of it. */
  shared?: { post: PostDetail; url: string } | undefined;
}

/**
 * The HTML of a post, sanitised by the server when it was saved. Renders nothing when it is empty. A traced copy names
 * its reader at both ends, since a photograph shows at most one of them.
 */
export function PostBody({ html, size, reader, post, shared }: PostBodyProps) {
  const onClick = useRouterLinks();
  const body = useRef<HTMLDivElement>(null);
  usePaywallReturn(body, post?.lockReason === null ? post.id : null);
  const { opened, close } = useArticlePictures(body, html);
  const isMember = useIsLoggedIn();
  const isRemembered =
    isMember &&
    post?.lockReason === null &&
    post.state === 'published' &&
    post.wordCount >= minRememberedWords;
  if (html === '') return null;
  return (
    <>
      {isRemembered && <ReadingPosition key={post.id} postId={post.id} container={body} />}
      <div className={s.body} data-post-body="" onClick={onClick} ref={body}>
        {reader && <ReaderLine {...reader} />}
        <Prose html={alignNumbers(html)} size={size} />
        {reader && <ReaderLine {...reader} />}
      </div>
      {shared && <SelectionShare container={body} {...shared} />}
      {opened && (
        <Suspense>
          <PictureViewer {...opened} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

interface ReaderLineProps {
  /** Masked name of the reader: `张**`. */
  name: string;
  /** `7K2M-Q9XD-4HTV`. */
  number: string;
}

/** Names the reader of a paid text, on screen, in print and in photographs; hidden from screen readers. */
function ReaderLine({ name, number }: ReaderLineProps) {
  return (
    <p className={s.line} aria-hidden="true">
      仅供 {name} 阅读<span className={s.number}>编号 {number}</span>
    </p>
  );
}

/**
 * Returns a click handler for sanitised HTML that sends links to pages of this site through the router, like all other
 * links. The browser handles files, API addresses, new windows and modified clicks.
 */
function useRouterLinks(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    const isPlainClick =
      event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const href = link?.getAttribute('href') ?? '';
    if (!isPlainClick || event.defaultPrevented || !isPagePath(href) || link?.target || link?.download)
      return;
    event.preventDefault();
    void navigate(href);
  };
}
