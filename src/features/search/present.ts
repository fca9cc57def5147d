import { toReadingText } from '#features/posts/index.ts';
import type { PostRecord } from '#features/posts/schema.ts';
import { fragment, highlight } from '#shared/text/highlight.ts';
import type { Fragment, MatchReason, SearchRecord } from './schema.ts';

/** About three lines of a result list. */
const fragmentLength = 110;
/** Reading more of a long body for one fragment would cost more than finding it did. */
const readLength = 30_000;

/** A found piece with what matched marked. `html` is the body as far as this reader may read it. */
export function presentFound(
  record: PostRecord,
  html: string,
  marks: readonly string[],
  stockNames: ReadonlyMap<string, readonly string[]>,
): SearchRecord {
  const titleFragments = highlight(record.title, marks);
  const bodyFragments = fragment(toReadingText(html.slice(0, readLength)), marks, fragmentLength);
  const isHit = (text: string) => hasHit(highlight(text, marks));
  const stockWords = record.stockCodes.flatMap((code) => [code, ...(stockNames.get(code) ?? [])]);
  const reasons: [MatchReason, boolean][] = [
    ['title', hasHit(titleFragments)],
    ['body', hasHit(bodyFragments)],
    ['author', isHit(record.authorName)],
    ['tag', record.tags.some(isHit)],
    ['stock', stockWords.some(isHit)],
  ];
  const matched = reasons.flatMap(([reason, holds]) => (holds ? [reason] : []));
  return { ...record, titleFragments, bodyFragments, matched };
}

const hasHit = (parts: readonly Fragment[]) => parts.some(({ hit }) => hit);
