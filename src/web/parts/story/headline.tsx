import { Fragment } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Link } from '#ui/link.tsx';

const WORD_BORDER = '\u200b';
const CLAUSE_BORDER = '\n';

export interface TitleText {
  title: string;
  /** U+200B between words, a line feed between clauses; computed when the post was saved. */
  breaks?: string | null | undefined;
}

export interface HeadlineProps extends TitleText {
  level?: 1 | 2 | 3 | 4;
  /** Absent: the headline is not a link. */
  href?: string | undefined;
  className?: string | undefined;
}

/** A headline that breaks after punctuation first, then between words, never inside a word. */
export function Headline({ title, breaks, level = 2, href, className }: HeadlineProps) {
  const Heading: 'h1' | 'h2' | 'h3' | 'h4' = `h${level}`;
  const phrases = splitPhrases(title, breaks);
  const text = <Phrases title={title} phrases={phrases} />;
  return (
    <Heading className={classNames(phrases && 'phr', className)}>
      {href ? <Link href={href}>{text}</Link> : text}
    </Heading>
  );
}

/** The same for a link that is not a heading, as in a ranking. */
export function HeadlineLink({ title, breaks, href }: TitleText & { href: string }) {
  const phrases = splitPhrases(title, breaks);
  return (
    <Link href={href} className={phrases ? 'phr' : undefined}>
      <Phrases title={title} phrases={phrases} />
    </Link>
  );
}

function Phrases({ title, phrases }: { title: string; phrases: string[][] | null }) {
  if (!phrases) return title;
  if (phrases.length === 1) return phrases.map(withBreaks);
  return phrases.map((words, index) => <span key={indexKey(index)}>{withBreaks(words)}</span>);
}

function withBreaks(words: string[]) {
  return words.map((word, index) => (
    <Fragment key={indexKey(index)}>
      {index > 0 && <wbr />}
      {word}
    </Fragment>
  ));
}

// The list never changes order, so the index identifies an item.
function indexKey(index: number): string {
  return `p${index}`;
}

/**
 * Splits a headline into clauses, each a list of words, by the break string computed when the post was saved: U+200B
 * between words, a line feed between clauses. Null without a break string, or if it belongs to another title.
 */
export function splitPhrases(title: string, breaks: string | null | undefined): string[][] | null {
  if (!breaks || breaks.replaceAll(WORD_BORDER, '').replaceAll(CLAUSE_BORDER, '') !== title) return null;
  return breaks
    .split(CLAUSE_BORDER)
    .map((clause) => clause.split(WORD_BORDER).filter(Boolean))
    .filter((words) => words.length > 0);
}
