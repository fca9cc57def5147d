import { useMemo } from 'react';
import { Prose } from '#ui/article/prose.tsx';
import { diffTexts, linesOf } from '../../posts/editor/text-diff.ts';
import s from './agreements.module.css';

type Text = { title: string; body: string };

/** A text as readers see it. What is shown came from the server, which made it harmless, or from our own editor. */
export function TextPreview({ text: { title, body } }: { text: Text }) {
  return (
    <article className={s.preview}>
      <h3>{title}</h3>
      <Prose className={s.body} html={body} />
    </article>
  );
}

/** What changed from one text to another: struck out is gone, underlined is new. */
export function TextChanges({ before, after }: { before: Text; after: Text }) {
  const pieces = useMemo(() => diffTexts(plain(before), plain(after)), [before, after]);
  if (pieces.every(({ is }) => is === 'same')) return <p className={s.note}>标题和正文没有不同。</p>;
  return (
    <div className={s.changes}>
      {pieces.map(({ text, is }, at) => {
        const key = `${at}${is}`;
        if (is === 'added') return <ins key={key}>{text}</ins>;
        if (is === 'removed') return <del key={key}>{text}</del>;
        return <span key={key}>{text}</span>;
      })}
    </div>
  );
}

const plain = ({ title, body }: Text): string => `${title}\n\n${linesOf(body)}`;
