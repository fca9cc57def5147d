import {
  type NewPage,
  type PageStore,
  prepareReadyBody,
  putPictures,
  recordBodyMedia,
} from '#features/posts/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import { ownPagePath } from '#shared/own-page.ts';
import { countGraphemes } from '#shared/text/graphemes.ts';
import { isLinked } from './links/queries.ts';
import * as queries from './queries.ts';
import { versions } from './reads.ts';
import { maxPages, rowOf } from './service.ts';

const maxTitle = 100;
const maxSlug = 60;

/**
 * Adds pages of an imported site. A page that is here already keeps its address; the imported one gets another.
 * @param savedBy the member who runs the import; null on the command line
 */
export const importedPages = (savedBy: string | null): PageStore => ({
  isKnown: async ({ db }, importKey) => (await queries.findImportedPage(db, importKey)) !== undefined,
  async add(ctx, page, onWrite) {
    if (countGraphemes(page.title, maxTitle) > maxTitle) throw invalid(`标题超过 ${maxTitle} 个字`, 'title');
    const body = page.isDraft ? null : await prepareReadyBody(page.html);
    return inTransaction(ctx, async (trx) => {
      await queries.lockPages(trx);
      if ((await queries.findImportedPage(trx, page.importKey)) !== undefined) return false;
      if ((await queries.countPages(trx)) >= maxPages)
        throw conflict(`单页最多 ${maxPages} 个，请先删除不用的`);
      const slug = await findFreeSlug(trx, page.slug);
      const id = await insertPage(ctx, trx, page, { slug, savedBy });
      if (body) {
        const published = { state: 'published', slug, title: page.title, ...rowOf(body), live_version: 1 };
        await queries.updatePage(trx, id, published);
        await purge(ctx, trx, ['own-pages']);
      }
      await onWrite(trx, { id, path: body ? ownPagePath(slug) : null });
      return true;
    });
  },
});

async function insertPage(
  ctx: Context,
  trx: Trx,
  { importKey, title, html }: NewPage,
  { slug, savedBy }: { slug: string; savedBy: string | null },
): Promise<string> {
  const now = ctx.now();
  const content = { title, slug, html };
  const id = await queries.insertPage(trx, now, importKey);
  await versions.insert(trx, id, { number: 1, content, saved_by: savedBy, saved_at: now });
  await recordBodyMedia(ctx, trx, `page:${id}`, [content]);
  return id;
}

/** Returns the slug, or the first of `slug-2`, `slug-3` … that no page has or is meant for. */
async function findFreeSlug(trx: Trx, slug: string): Promise<string> {
  const taken = new Set((await queries.listPages(trx)).flatMap((page) => [page.slug, page.draft_slug]));
  for (let at = 1; ; at++) {
    const ending = at === 1 ? '' : `-${at}`;
    const candidate = slug.slice(0, maxSlug - ending.length) + ending;
    if (!taken.has(candidate)) return candidate;
  }
}

/**
 * Puts pictures that were unavailable at the import into a page.
 * @returns false for a page that was edited since, or deleted
 */
export async function restorePagePictures(
  ctx: Context,
  trx: Trx,
  id: string,
  addresses: ReadonlyMap<string, string>,
): Promise<boolean> {
  const page = await queries.lockPage(trx, id);
  const version = page?.head_version === 1 ? await versions.find(trx, id) : undefined;
  if (!page || !version) return false;
  const content = { ...version.content, html: await putPictures(version.content.html, addresses) };
  await queries.updateVersionContent(trx, id, 1, content);
  await recordBodyMedia(ctx, trx, `page:${id}`, [content]);
  if (page.state !== 'published') return true;
  await queries.updatePage(trx, id, { html: (await prepareReadyBody(content.html)).html });
  await purge(ctx, trx, ['own-pages']);
  return true;
}

/**
 * Deletes a page that an import added, with its media uses.
 * @returns null if it is deleted, or was before; else its title and why it is kept
 */
export async function deleteImportedPage(
  ctx: Context,
  trx: Trx,
  id: string,
): Promise<{ title: string; reason: string } | null> {
  const page = await queries.lockPage(trx, id);
  if (!page) return null;
  const head = await versions.find(trx, id);
  const title = head?.content.title ?? '';
  if (page.head_version > 1) return { title, reason: '导入后改过' };
  if (await isLinked(trx, id)) return { title, reason: '页脚或菜单里有它的链接' };
  await recordBodyMedia(ctx, trx, `page:${id}`, []);
  await queries.deletePage(trx, id);
  await purge(ctx, trx, ['own-pages']);
  return null;
}
