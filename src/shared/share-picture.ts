/** What a drawn picture of a post shows of it, as far as it can change. */
type SharedPost = {
  id: string;
  title: string;
  summary: string;
  columnName: string;
  authors: readonly { name: string }[];
  cover: string | null;
  /** ISO 8601. */
  publishedAt: string;
};

/** The forms of pictures: the landscape card for links, the portrait poster with a QR code. */
export const shareForms = ['card', 'poster'] as const;
export type ShareForm = (typeof shareForms)[number];

/** Limits of a sentence that a reader shares as a picture, in characters as readers count them. */
export const minQuoteLength = 2;
export const maxQuoteLength = 140;

/** Raise it when the drawing changes, so that readers get new pictures. */
const drawingFormat = 1;

/**
 * Returns the path of a post's picture. It contains a version of everything that the picture shows, so the answer may be
 * cached forever; an outdated path redirects to the current one.
 * @param brandVersion `Site.version`
 */
export const sharePicturePath = (post: SharedPost, brandVersion: string, form: ShareForm): string =>
  `/share/${post.id}/${shareVersion(post, brandVersion)}/${form}.png`;

/** Returns the path of a picture with a sentence from the open text of a post. */
export const shareQuotePath = (post: SharedPost, brandVersion: string, quote: string): string =>
  `/share/${post.id}/${shareVersion(post, brandVersion)}/quote.png?text=${encodeURIComponent(quote)}`;

/** Returns the path of the picture with the QR code of a post's page. */
export const shareCodePath = (id: string): string => `/share/${id}/code.png`;

/** Returns a version that changes with what the pictures of a post show: two 32-bit FNV-1a hashes in base 36. */
function shareVersion(post: SharedPost, brandVersion: string): string {
  const { title, summary, columnName, authors, cover, publishedAt } = post;
  const text = JSON.stringify([
    drawingFormat,
    brandVersion,
    title,
    summary,
    columnName,
    authors.map(({ name }) => name),
    cover,
    publishedAt,
  ]);
  return `${hash(text, 0x811c9dc5)}${hash(text, 0x9747b28c)}`;
}

function hash(text: string, seed: number): string {
  let value = seed;
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return (value >>> 0).toString(36).padStart(7, '0');
}

/**
 * Normalises a text for comparing a selection with the text of a page: without white space and invisible characters,
 * which differ between the two.
 */
export const foldQuote = (text: string): string => text.normalize('NFC').replace(/[\s\p{Cf}]+/gu, '');

/** Cleans a selection for display: one line, and no spaces between Han, where line ends leave them. */
export const cleanQuote = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\p{Cf}+/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/(?<=[\p{Script=Han}，。、：；！？”’）》]) | (?=[\p{Script=Han}“‘（《])/gu, '')
    .trim();
