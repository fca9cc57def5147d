import type { PostDetail } from '#features/posts/schema.ts';
import { formatCount } from '#shared/numbers.ts';
import type { TocItem } from './toc.tsx';

// An adult's reading speed for Chinese text with figures, in characters per minute.
const wordsPerMinute = 400;

/** Formats the length of a post: 约 5,400 字，读 14 分钟. Empty for a post without text. */
export function formatLength(wordCount: number): string {
  if (wordCount <= 0) return '';
  const minutes = Math.max(1, Math.round(wordCount / wordsPerMinute));
  return `约 ${formatCount(wordCount)} 字，读 ${minutes} 分钟`;
}

/** Formats the full time under a headline: 2026-11-20 07:30, or the day alone for a post without a time of day. */
export function formatFullTime(iso: string): string {
  const clock = iso.slice(11, 16);
  return clock === '' || clock === '00:00' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${clock}`;
}

/**
 * Returns the summary as a deck, or null if it only repeats the beginning of the text: a post without a summary gets
 * one made from its first sentences.
 */
export function visibleDeck(summary: string, body: string): string | null {
  const deck = summary.replace(/…$/, '').replace(/\s+/g, '');
  if (deck === '') return null;
  // Enough markup to contain a text of the deck's length; parsing the whole body would be slow.
  const opening = plainText(body.slice(0, 4000 + deck.length * 8).replace(copyMarks, ''));
  return opening.startsWith(deck) ? null : summary;
}

// Zero-width marks in a reader's traced copy (features/leaks).
const copyMarks = /[\u200c\u200d]{16,}/gu;

type Heading = PostDetail['headings'][number];

/**
 * Builds the table of contents: chapters with their sections. `isLocked`: the reader sees only the teaser, so chapters
 * after the cut lead to the paywall.
 */
export function buildToc(headings: readonly Heading[], isLocked: boolean): TocItem[] {
  const usable = headings.filter(({ id, text }) => id !== '' && text !== '');
  const top = Math.min(...usable.map(({ level }) => level));
  const chapters: (TocItem & { children: TocItem[] })[] = [];
  for (const { id, level, text, locked } of usable) {
    const item = { id, text, locked: isLocked && locked };
    const chapter = chapters.at(-1);
    if (level > top && chapter) chapter.children.push(item);
    else chapters.push({ ...item, children: [] });
  }
  return chapters;
}

/** Describes what the paywall hides: 未读部分：三、…；四、…。含附件 1 份。 Empty if there is nothing to name. */
export function describeHidden({
  headings,
  attachments,
}: Pick<PostDetail, 'headings' | 'attachments'>): string {
  const chapters = buildToc(headings, true).filter(({ locked }) => locked);
  const names = chapters.slice(0, 4).map(({ text }) => text);
  const remainder = chapters.length > names.length ? ` 等 ${chapters.length} 节` : '';
  const parts = [
    names.length > 0 && `未读部分：${names.join('；')}${remainder}。`,
    attachments.length > 0 && `含附件 ${attachments.length} 份。`,
  ];
  return parts.filter((part) => part !== false).join('');
}

/**
 * Returns a cover stored on this site, for shared links; null for a picture on another host, which the site may have no
 * right to redistribute.
 */
export const sameSitePicture = (cover: string | null): string | null =>
  cover?.startsWith('/') ? cover : null;

/** Formats the size of a file: 412 KB, 3.1 MB. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '' };

function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(\w+|#39);/g, (entity, name: string) => entities[name] ?? entity)
    .replace(/\s+/g, '');
}
