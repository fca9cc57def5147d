import { useMemo } from 'react';
import { classNames } from '#ui/class-names.ts';
import s from './text-changes.module.css';
import { diffTexts, linesOf } from './text-diff.ts';

type Text = { title: string; html: string };

/** What changed from one text to another, title and body; red and struck out is gone, green and underlined is new. */
export function TextChanges({
  before,
  after,
  className,
}: {
  before: Text;
  after: Text;
  className?: string | undefined;
}) {
  const [from, to] = [textOf(before), textOf(after)];
  const pieces = useMemo(() => diffTexts(from, to), [from, to]);
  if (pieces.every(({ is }) => is === 'same')) return <p className={s.none}>标题和正文没有不同。</p>;
  return (
    <div className={classNames(s.changes, className)}>
      {pieces.map(({ text, is }, at) => {
        const key = `${at}${is}`;
        if (is === 'added') return <ins key={key}>{text}</ins>;
        if (is === 'removed') return <del key={key}>{text}</del>;
        return <span key={key}>{text}</span>;
      })}
    </div>
  );
}

const textOf = ({ title, html }: Text): string => `${title}\n\n${linesOf(html)}`;
