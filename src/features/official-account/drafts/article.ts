import { type SyndicatedPost, writeWechat } from '#features/posts/index.ts';
import type { CurrentSettings } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import { invalid } from '#kernel/errors.ts';
import { shareCodePath } from '#shared/share-picture.ts';
import { excerpt } from '#shared/text/excerpt.ts';
import type { DraftParts } from './parts.ts';
import { maxAuthor, maxDigest, maxTitle } from './schema.ts';

/** Limits of an article's text, both exclusive. */
const maxContentChars = 20_000;
const maxContentBytes = 1024 * 1024;
/** The length of a picture's address at WeChat, before it has one. */
const likelyAddress = 'x'.repeat(160);

type ArticleText = Awaited<ReturnType<typeof writeWechat>>;
type ArticleInput = {
  post: SyndicatedPost;
  settings: CurrentSettings;
  base: string;
  link: string;
  /** The addresses at WeChat; without them the pictures keep their own. */
  sent?: { pictures: ReadonlyMap<string, string | null>; code: string };
};

/** Returns the address that 阅读原文 and the QR code lead to. `base`: the site's address without a trailing slash. */
export const linkOf = async (
  ctx: Context,
  { share }: Pick<DraftParts, 'share'>,
  post: SyndicatedPost,
  base: string,
): Promise<string> => base + (await share.pagePath(ctx, post));

/** Writes the article of a post, as anyone may read it. */
export const writeArticle = ({ post, settings, base, link, sent }: ArticleInput): Promise<ArticleText> =>
  writeWechat({
    html: post.html,
    lockReason: lockReasonOf(post),
    site: base,
    siteName: settings.site.name,
    link,
    code: sent ? sent.code : base + shareCodePath(post.id),
    pictures: sent ? sent.pictures : null,
  });

const lockReasonOf = ({ locked, access }: SyndicatedPost) =>
  locked ? (access === 'public' ? 'member' : access) : null;

/**
 * Checks the length of an article before anything is sent.
 * @throws invalid
 */
export async function checkLength(input: Omit<ArticleInput, 'sent'>): Promise<ArticleText> {
  const article = await writeArticle(input);
  const pictures = new Map(article.pictures.map(({ src }) => [src, likelyAddress]));
  const { html } = await writeArticle({ ...input, sent: { pictures, code: likelyAddress } });
  const fault = lengthFault(html);
  if (fault) throw invalid(fault, 'body');
  return article;
}

/** Returns why WeChat would refuse a text; null if it would not. */
export function lengthFault(html: string): string | null {
  const { length } = html;
  if (length >= maxContentChars)
    return `正文超过微信的长度限制：连同格式要少于 ${maxContentChars} 个字符，现在是 ${length} 个，请删减后再发`;
  return Buffer.byteLength(html) >= maxContentBytes
    ? '正文超过微信的长度限制：要小于 1 MB，请删减后再发'
    : null;
}

/** Suggests texts that WeChat takes. */
export function suggestTexts({ title, summary, authors }: SyndicatedPost): {
  title: string;
  author: string;
  digest: string;
} {
  const names = authors.map(({ name }) => name);
  const all = names.join('、');
  return {
    title: shorten(title, maxTitle),
    author: all.length <= maxAuthor ? all : shorten(`${names[0]}等`, maxAuthor),
    digest: shorten(summary, maxDigest),
  };
}

/** Shortens a text to so many UTF-16 units, which is what forms count. */
function shorten(text: string, max: number): string {
  let limit = max;
  let short = excerpt(text, limit);
  while (short.length > max) {
    limit -= 1;
    short = excerpt(text, limit);
  }
  return short;
}
