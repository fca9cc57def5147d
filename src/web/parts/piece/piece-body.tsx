import { Prose, type ProseSize } from '#ui/article/prose.tsx';
import { useInnerLinks } from './use-inner-links.ts';

/** The text of a piece: sanitised by the server when it was saved. Nothing where there is none to show. */
export function PieceBody({ html, size }: { html: string; size?: ProseSize }) {
  const onClick = useInnerLinks();
  if (html === '') return null;
  return (
    <div onClick={onClick}>
      <Prose html={html} size={size} />
    </div>
  );
}
