import { detailPath } from '#client/routes.ts';
import type { Syndicated } from '#features/posts/index.ts';
import { xmlHead, xmlMarkup, xmlText } from './xml.ts';

/** What a feed is about; addresses are whole. */
export type Channel = {
  title: string;
  description: string;
  /** `https://news.example.cn`. */
  base: string;
  /** The page that shows the same, and the feed's own address: paths. */
  page: string;
  self: string;
};

/** RSS 2.0, with the text in `content:encoded`. */
export function writeRss(
  { title, description, base, page, self }: Channel,
  pieces: readonly Syndicated[],
): string {
  const [newest] = pieces;
  return `${xmlHead}<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${xmlText(title)}</title><link>${xmlText(base + page)}</link><description>${xmlText(description)}</description><language>zh-CN</language>
<atom:link href="${xmlText(base + self)}" rel="self" type="application/rss+xml"/>
${newest ? `<lastBuildDate>${rfc822(newest.publishedAt)}</lastBuildDate>\n` : ''}${pieces.map((piece) => writeItem(base, piece)).join('')}</channel></rss>
`;
}

function writeItem(base: string, piece: Syndicated): string {
  const address = xmlText(base + detailPath(piece.columnId, piece.id));
  return `<item><title>${xmlText(piece.title)}</title><link>${address}</link><guid isPermaLink="false">guanlan:post:${piece.id}</guid><pubDate>${rfc822(piece.publishedAt)}</pubDate><dc:creator>${xmlText(piece.authorName)}</dc:creator><category>${xmlText(piece.columnName)}</category>${piece.tags.map((tag) => `<category>${xmlText(tag)}</category>`).join('')}<description>${xmlText(piece.summary)}</description><content:encoded>${xmlMarkup(bodyOf(base, piece))}</content:encoded></item>
`;
}

/** The text with whole addresses; where it is a teaser, with the way to the rest. */
export function bodyOf(base: string, { html, locked, columnId, id }: Syndicated): string {
  const whole = html.replace(/\b(src|href)="\/(?!\/)/g, `$1="${base}/`);
  const address = xmlText(base + detailPath(columnId, id));
  return locked ? `${whole}<p><a href="${address}">阅读全文</a></p>` : whole;
}

const rfc822 = (iso: string): string => new Date(iso).toUTCString();

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
