import { detailPath } from '#client/routes.ts';
import type { Syndicated } from '#features/posts/index.ts';
import { bodyOf, type Channel } from './rss.ts';
import { xmlHead, xmlText } from './xml.ts';

/** Atom 1.0 (RFC 4287). An entry without a text of its own would need none; ours have theirs. */
export function writeAtom(
  { title, description, base, page, self }: Channel,
  pieces: readonly Syndicated[],
): string {
  // A feed has to say when it last changed, also an empty one.
  const updated = pieces[0]?.publishedAt ?? '1970-01-01T00:00:00Z';
  return `${xmlHead}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="zh-CN"><title>${xmlText(title)}</title><subtitle>${xmlText(description)}</subtitle><id>${xmlText(base + self)}</id><updated>${updated}</updated><link href="${xmlText(base + page)}"/><link rel="self" href="${xmlText(base + self)}"/>
${pieces.map((piece) => writeEntry(base, piece)).join('')}</feed>
`;
}

function writeEntry(base: string, piece: Syndicated): string {
  const address = xmlText(base + detailPath(piece.columnId, piece.id));
  return `<entry><title>${xmlText(piece.title)}</title><id>${address}</id><link href="${address}"/><published>${piece.publishedAt}</published><updated>${piece.publishedAt}</updated><author><name>${xmlText(piece.authorName)}</name></author><category term="${xmlText(piece.columnName)}"/><summary>${xmlText(piece.summary)}</summary><content type="html">${xmlText(bodyOf(base, piece))}</content></entry>
`;
}
