import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { decodeAttribute } from './body/serialise.ts';
import { announce, toChangedPost } from './service.ts';
import { lockUneditedBodies, updateBodyLinks } from './write-queries.ts';

/** Returns the new address of each of these links that has one. */
export type FindLinkTargets = (
  ctx: Context,
  hrefs: readonly string[],
) => Promise<ReadonlyMap<string, string>>;

/**
 * Replaces links in the bodies of posts that nobody has edited since their import, in one transaction. May be repeated.
 * @returns the number of posts changed
 */
export async function replaceLinks(
  ctx: Context,
  ids: readonly string[],
  findTargets: FindLinkTargets,
): Promise<number> {
  return inTransaction(ctx, async (trx) => {
    const posts = await lockUneditedBodies(trx, ids);
    const hrefs = [...new Set(posts.flatMap(({ html }) => linksOf(html)))];
    const targets = await findTargets({ ...ctx, db: trx }, hrefs);
    const changed = posts.filter(({ html }) => linksOf(html).some((href) => targets.has(href)));
    for (const { id, html, open_html, source_html } of changed)
      await updateBodyLinks(trx, id, {
        html: withTargets(html, targets),
        open_html: withTargets(open_html, targets),
        source_html: source_html === null ? null : withTargets(source_html, targets),
      });
    await announce(ctx, trx, changed.map(toChangedPost), 'changed');
    return changed.length;
  });
}

// Stored bodies are serialised by us: attributes are in double quotes, and `<` and `>` in them are escaped.
const linkTag = /<a\b[^<>]*?\shref="([^"]*)"[^<>]*>/g;

const linksOf = (html: string): string[] =>
  [...html.matchAll(linkTag)].map(([, href = '']) => decodeAttribute(href));

/** Links to other sites open a new window; links of this site do not. */
const withTargets = (html: string, targets: ReadonlyMap<string, string>): string =>
  html.replace(linkTag, (tag, href: string) => {
    const target = targets.get(decodeAttribute(href));
    if (target === undefined) return tag;
    const escaped = target.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    return tag.replace(`href="${href}"`, () => `href="${escaped}"`).replace(/ (?:target|rel)="[^"]*"/g, '');
  });
