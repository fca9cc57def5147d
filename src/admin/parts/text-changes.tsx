import { useMemo } from 'react';
import { classNames } from '#ui/class-names.ts';
import s from './text-changes.module.css';
import { diffTexts, toComparableText } from './text-diff.ts';

type Text = { title: string; html: string };

/** Differences in title and body: removed text is red and struck out, added text green and underlined. */
export function TextChanges({
  before,
  after,
  className,
}: {
  before: Text;
  after: Text;
  className?: string | undefined;
}) {
  const [from, to] = [toText(before), toText(after)];
  const segments = useMemo(() => diffTexts(from, to), [from, to]);
  if (segments.every(({ kind }) => kind === 'same')) return <p className={s.none}>标题和正文没有不同。</p>;
  return (
    <div className={classNames(s.changes, className)}>
      {segments.map(({ text, kind }, index) => {
        const key = `${index}${kind}`;
        if (kind === 'added') return <ins key={key}>{text}</ins>;
        if (kind === 'removed') return <del key={key}>{text}</del>;
        return <span key={key}>{text}</span>;
      })}
    </div>
  );
}

const toText = ({ title, html }: Text): string => `${title}\n\n${toComparableText(html)}`;
