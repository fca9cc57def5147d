import type { PostDetail } from '#features/posts/schema.ts';
import { formatCount } from '#shared/numbers.ts';
import type { TocItem } from './toc.tsx';

// What a grown-up reads of Chinese in a minute, with figures in it.
const wordsPerMinute = 400;

/** How long a piece is: 约 5,400 字，读 14 分钟. Nothing for a piece without text. */
export function lengthOf(wordCount: number): string {
  if (wordCount <= 0) return '';
  const minutes = Math.max(1, Math.round(wordCount / wordsPerMinute));
  return `约 ${formatCount(wordCount)} 字，读 ${minutes} 分钟`;
}

/** The full time under a headline: 2026-11-20 07:30; the day alone where no time was given. */
export function fullTime(iso: string): string {
  const clock = iso.slice(11, 16);
  return clock === '' || clock === '00:00' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${clock}`;
}

/**
 * The summary as a deck, or nothing where it only says what the text begins with: the summary of a piece that
 * came without one is made from its first sentences.
 */
export function deckOf(summary: string, body: string): string | null {
  const deck = summary.replace(/…$/, '').replace(/\s+/g, '');
  if (deck === '') return null;
  // Enough markup for a text of the deck's length; more would be work for nothing.
  const opening = textOf(body.slice(0, 4000 + deck.length * 8).replace(imprints, ''));
  return opening.startsWith(deck) ? null : summary;
}

// What a reader's own copy carries between its characters (features/leaks).
const imprints = /[\u200c\u200d]{16,}/gu;

type Heading = PostDetail['headings'][number];

/**
 * The contents of a piece: its chapters, with their sections below them. `isLocked`: the reader sees the teaser
 * only; chapters behind the cut then lead to the paywall.
 */
export function contentsOf(headings: readonly Heading[], isLocked: boolean): TocItem[] {
  const known = headings.filter(({ id, text }) => id !== '' && text !== '');
  const top = Math.min(...known.map(({ level }) => level));
  const chapters: (TocItem & { children: TocItem[] })[] = [];
  for (const { id, level, text, locked } of known) {
    const item = { id, text, locked: isLocked && locked };
    const chapter = chapters.at(-1);
    if (level > top && chapter) chapter.children.push(item);
    else chapters.push({ ...item, children: [] });
  }
  return chapters;
}

/** What the paywall hides: 未读部分：三、…；四、…。含附件 1 份。 Nothing where nothing can be named. */
export function missingOf({ headings, attachments }: Pick<PostDetail, 'headings' | 'attachments'>): string {
  const chapters = contentsOf(headings, true).filter(({ locked }) => locked);
  const names = chapters.slice(0, 4).map(({ text }) => text);
  const rest = chapters.length > names.length ? ` 等 ${chapters.length} 节` : '';
  const parts = [
    names.length > 0 && `未读部分：${names.join('；')}${rest}。`,
    attachments.length > 0 && `含附件 ${attachments.length} 份。`,
  ];
  return parts.filter((part) => part !== false).join('');
}

/** A picture that lies on this site, for shared links; another host's is not ours to hand on. */
export const ownPicture = (cover: string | null): string | null => (cover?.startsWith('/') ? cover : null);

/** 412 KB, 3.1 MB: the size of a file. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '' };

function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(\w+|#39);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, '');
}
