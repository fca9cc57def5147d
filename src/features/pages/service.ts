import { recordAction } from '#features/audit/index.ts';
import type { Saved } from '#features/documents/schema.ts';
import { prepareReadyBody, recordBodyMedia, refuseUnseen } from '#features/posts/index.ts';
import type { Settings } from '#features/settings/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import { isBlank } from '#shared/clean-text.ts';
import { ownPagePath, slugPattern } from '#shared/own-page.ts';
import { excerpt } from '#shared/text/excerpt.ts';
import type {} from './events.ts';
import { isLinked } from './links/queries.ts';
import * as queries from './queries.ts';
import { pageMissing, versions } from './reads.ts';
import type { Content, Template } from './schema.ts';
import { writeTemplate } from './templates.ts';

export const maxPages = 200;

/** Creates a draft from a template. @throws conflict if there are too many pages */
export async function createPage(
  ctx: Context,
  settings: Settings,
  template: Template,
): Promise<{ id: string }> {
  const content = writeTemplate(template, (await settings(ctx)).site.name);
  return inTransaction(ctx, async (trx) => {
    await queries.lockPages(trx);
    if ((await queries.countPages(trx)) >= maxPages)
      throw conflict(`单页最多 ${maxPages} 个，请先删除不用的`);
    const now = ctx.now();
    const id = await queries.insertPage(trx, now);
    const saved_by = requireMemberId(ctx);
    await versions.insert(trx, id, { number: 1, content, saved_by, saved_at: now });
    await record(ctx, trx, 'page.create', id, { after: { title: content.title } });
    return { id };
  });
}

type SaveInput = { id: string; base: number; content: Content; isAutosave?: boolean | undefined };

/**
 * Saves a version, which readers see once it is published. Optimistic concurrency control: of two concurrent saves the
 * second fails.
 * @throws conflict if `base` is not the newest version; notFound
 */
export const savePage = (ctx: Context, input: SaveInput): Promise<Saved> =>
  inTransaction(ctx, (trx) => saveVersion(ctx, trx, input));

/** Saves an old version again as the newest. @throws what savePage throws */
export async function restoreVersion(
  ctx: Context,
  { id, base, number }: { id: string; base: number; number: number },
): Promise<Saved> {
  return inTransaction(ctx, async (trx) => {
    const content = await versions.read(trx, id, number);
    const saved = await saveVersion(ctx, trx, { id, base, content });
    await record(ctx, trx, 'page.restore', id, { after: { from: number, ...saved } });
    return saved;
  });
}

async function saveVersion(
  ctx: Context,
  trx: Trx,
  { id, base, content, isAutosave = false }: SaveInput,
): Promise<Saved> {
  const { page, head } = await lockPageAtVersion(trx, id, base);
  const mayReplace = isAutosave && base !== page.live_version;
  const saved = await versions.save(ctx, trx, id, { head, content, mayReplace });
  await queries.updatePage(trx, id, { head_version: saved.version, updated_at: ctx.now() });
  const live = page.state === 'published' ? await versions.find(trx, id, page.live_version) : undefined;
  await recordBodyMedia(ctx, trx, `page:${id}`, live ? [content, live.content] : [content]);
  return saved;
}

async function lockPageAtVersion(trx: Trx, id: string, base: number) {
  const page = await queries.lockPage(trx, id);
  const head = page && (await versions.find(trx, id));
  if (!head) throw pageMissing();
  versions.refuseOtherBase(head, base);
  return { page, head };
}

/**
 * Publishes the newest version. If a published page gets another address, the old one leads there.
 * @throws invalid naming the field of a version that is not ready, and, unless `acceptsUnseen`, for what readers will not
 * see; conflict for another version or a taken address; notFound
 */
export async function publishPage(
  ctx: Context,
  { id, base, acceptsUnseen }: { id: string; base: number; acceptsUnseen?: boolean | undefined },
): Promise<{ slug: string }> {
  return inTransaction(ctx, async (trx) => {
    await queries.lockPages(trx);
    const { page, head } = await lockPageAtVersion(trx, id, base);
    const { title, slug } = head.content;
    const fault = findFault(head.content);
    if (fault) throw invalid(fault.message, fault.field);
    const other = (await queries.listPublished(trx)).find((one) => one.slug === slug && one.id !== id);
    if (other) throw conflict(`地址 ${slug} 已经被单页《${other.title}》用了，请换一个`, 'slug');
    const body = await prepareReadyBody(head.content.html);
    if (!acceptsUnseen) await refuseUnseen(ctx, head.content, body);
    const published = { state: 'published', slug, title, ...rowOf(body), live_version: base };
    await queries.updatePage(trx, id, { ...published, updated_at: ctx.now() });
    await recordBodyMedia(ctx, trx, `page:${id}`, [head.content]);
    const from = page.slug !== null && page.slug !== slug ? ownPagePath(page.slug) : null;
    await ctx.events.emit(ctx, trx, 'pages.published', { from, to: ownPagePath(slug) });
    await record(ctx, trx, 'page.publish', id, {
      before: { state: page.state, title: page.title, slug: page.slug },
      after: { state: 'published', title, slug, version: base },
    });
    await purgePage(ctx, trx, id);
    return { slug };
  });
}

/** Returns why a version cannot be published, apart from its body; null if nothing prevents it. */
export function findFault({
  title,
  slug,
}: Pick<Content, 'title' | 'slug'>): { field: 'title' | 'slug'; message: string } | null {
  if (isBlank(title)) return { field: 'title', message: '请先写标题再发布' };
  if (slug === '') return { field: 'slug', message: '请填写地址' };
  if (!slugPattern.test(slug))
    return { field: 'slug', message: '地址只能用小写字母、数字和连字符，最多 60 个' };
  return null;
}

/** Takes a page away from readers at once; may be repeated. @throws notFound */
export async function withdrawPage(ctx: Context, id: string): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const page = await queries.lockPage(trx, id);
    if (!page) throw pageMissing();
    if (page.state !== 'published') return;
    await queries.updatePage(trx, id, { state: 'withdrawn', slug: null, updated_at: ctx.now() });
    await record(ctx, trx, 'page.withdraw', id, {
      before: { state: page.state, slug: page.slug },
      after: { state: 'withdrawn' },
    });
    await purgePage(ctx, trx, id);
  });
  return true;
}

/** Deletes a page with all its versions. @throws conflict for a published page; notFound */
export async function deletePage(ctx: Context, id: string): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const page = await queries.lockPage(trx, id);
    if (!page) throw pageMissing();
    if (page.state === 'published') throw conflict('读者还能打开这个单页，请先撤回再删除');
    const head = await versions.find(trx, id);
    await recordBodyMedia(ctx, trx, `page:${id}`, []);
    await queries.deletePage(trx, id);
    await record(ctx, trx, 'page.delete', id, { before: { title: head?.content.title } });
  });
  return true;
}

/** Forgets the cached page, and those that link to it by footer or menu. */
async function purgePage(ctx: Context, trx: Trx, id: string): Promise<void> {
  await purge(ctx, trx, (await isLinked(trx, id)) ? ['own-pages', 'footer'] : ['own-pages']);
}

const record = (
  ctx: Context,
  trx: Trx,
  action: string,
  id: string,
  change: { before?: unknown; after?: unknown },
): Promise<void> => recordAction(ctx, trx, { action, target: `page:${id}`, ...change });

/** What is stored of a published body. A short page, such as an address, is described by all of it. */
export const rowOf = ({ html, text, fullSummary }: { html: string; text: string; fullSummary: string }) => ({
  html,
  description: fullSummary || excerpt(text, 120),
});
