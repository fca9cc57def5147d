import { useMemo } from 'react';
import type { Content } from '#features/posts/calls.ts';
import s from './editor.module.css';
import { diffTexts, linesOf } from './text-diff.ts';

/** What changed between two contents, title and text; red and struck out is gone, green and underlined is new. */
export function DiffView({ before, after }: { before: Content; after: Content }) {
  const pieces = useMemo(() => diffTexts(textOf(before), textOf(after)), [before, after]);
  if (pieces.every(({ is }) => is === 'same')) return <p className={s.hint}>标题和正文没有不同。</p>;
  return (
    <div className={s.diff}>
      {pieces.map(({ text, is }, at) => {
        const key = `${at}${is}`;
        if (is === 'added') return <ins key={key}>{text}</ins>;
        if (is === 'removed') return <del key={key}>{text}</del>;
        return <span key={key}>{text}</span>;
      })}
    </div>
  );
}

const textOf = ({ title, html }: Content): string => `${title}\n\n${linesOf(html)}`;
