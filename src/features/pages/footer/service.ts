import { recordAction } from '#features/audit/index.ts';
import { findOffAddresses } from '#features/columns/index.ts';
import { cachedByTag } from '#kernel/cache/cached-by-tag.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context } from '#kernel/context.ts';
import { writeSingleRow } from '#kernel/db/single-row.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict } from '#kernel/errors.ts';
import { defaultFooter, type FooterGroup } from '#shared/footer.ts';
import { describeLink, keepKnownLinks, presentLinks } from '../links/present-links.ts';
import { listPages, listPublished } from '../queries.ts';
import { findFooter } from './queries.ts';
import type { EditedFooter, EditedGroup } from './schema.ts';

const defaultGroups: EditedGroup[] = defaultFooter.map(({ title, links }) => ({
  title,
  links: links.map((link) => ({ ...link, pageId: null })),
}));

/** Returns the footer as staff edit it. */
export async function readEditedFooter({ db }: Context): Promise<EditedFooter> {
  const saved = await findFooter(db);
  const groups = saved?.groups ?? null;
  return { version: saved?.version ?? 0, isDefault: groups === null, groups: groups ?? defaultGroups };
}

/**
 * Returns the footer as readers see it: without links to pages that are not published or switched off, and without
 * groups that have no links; null if staff have not edited it. Cached, because every page shows it.
 */
export const readFooter = cachedByTag(['footer'], async (ctx): Promise<FooterGroup[] | null> => {
  const groups = (await findFooter(ctx.db))?.groups;
  if (!groups) return null;
  const published = await listPublished(ctx.db);
  const isOff = await findOffAddresses(ctx);
  return groups
    .map(({ title, links }) => ({ title, links: presentLinks(links, published, isOff) }))
    .filter(({ links }) => links.length > 0);
});

/**
 * Saves the footer, which readers see at once. Links to pages that were deleted are dropped.
 * @throws conflict if `base` is not the newest version
 */
export async function saveFooter(
  ctx: Context,
  { base, groups }: { base: number; groups: EditedGroup[] | null },
): Promise<boolean> {
  return inTransaction(ctx, async (trx) => {
    const before = await findFooter(trx);
    const known = new Set((await listPages(trx)).map(({ id }) => id));
    const kept =
      groups?.map(({ title, links }) => ({
        title,
        links: keepKnownLinks(links, known),
      })) ?? null;
    if (!(await writeSingleRow(trx, { table: 'footers', column: 'groups' }, base, kept)))
      throw conflict('页脚刚被别人改过，请对照后再保存');
    await recordAction(ctx, trx, {
      action: 'footer.save',
      target: 'footer:1',
      before: { groups: toAuditLines(before?.groups ?? null) },
      after: { groups: toAuditLines(kept) },
    });
    await purge(ctx, trx, ['footer']);
    return true;
  });
}

/** The footer in the audit log: headings and names in order. */
const toAuditLines = (groups: EditedGroup[] | null): string[] =>
  (groups ?? defaultGroups).map(({ title, links }) => `${title}：${links.map(describeLink).join('、')}`);
