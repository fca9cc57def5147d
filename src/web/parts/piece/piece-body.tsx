import type { PostDetail } from '#features/posts/schema.ts';
import { Prose, type ProseSize } from '#ui/article/prose.tsx';
import { ReaderLine } from './reader-line.tsx';
import { useInnerLinks } from './use-inner-links.ts';

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
