import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import type { PostDetail } from '#features/posts/schema.ts';
import { Prose, type ProseSize } from '#ui/article/prose.tsx';
import s from './piece-body.module.css';

const isPage = (href: string): boolean => /^\/(?![/\\])/.test(href) && !/^\/(?:files|api)\//.test(href);

type PieceBodyProps = { html: string; size?: ProseSize; reader?: PostDetail['reader'] };

/**
 * The text of a piece: sanitised by the server when it was saved. Nothing where there is none to show. A copy that is
 * traced says whose it is at both ends, since a photograph shows one of them at most.
 */
export function PieceBody({ html, size, reader }: PieceBodyProps) {
  const onClick = useInnerLinks();
  if (html === '') return null;
  return (
    <div onClick={onClick}>
      {reader && <ReaderLine {...reader} />}
      <Prose html={html} size={size} />
      {reader && <ReaderLine {...reader} />}
    </div>
  );
}

interface ReaderLineProps {
  /** Whose copy it is: `张**`. */
  name: string;
  /** `7K2M-Q9XD-4HTV`. */
  number: string;
}

/** Says whose copy a paid text is, on screen, on paper and on a photograph; it is nothing to be read aloud. */
function ReaderLine({ name, number }: ReaderLineProps) {
  return (
    <p className={s.line} aria-hidden="true">
      仅供 {name} 阅读<span className={s.number}>编号 {number}</span>
    </p>
  );
}

/**
 * A click handler for sanitised HTML: its links to this site's pages go through the router, as every other link
 * does. Files, calls, new windows and modified clicks stay the browser's.
 */
function useInnerLinks(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const href = link?.getAttribute('href') ?? '';
    if (!isPlain || event.defaultPrevented || !isPage(href) || link?.target || link?.download) return;
    event.preventDefault();
    void navigate(href);
  };
}
