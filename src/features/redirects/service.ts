import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { candidatesOf, locationOf, readAddress } from '#shared/old-address.ts';
import type { Redirect } from './follow-redirects.ts';
import { deleteMissingOf } from './missing-queries.ts';
import {
  countOwnRedirects,
  deleteRedirects,
  findRedirectInto,
  findRedirects,
  haveRedirects,
  insertRedirect,
  lockRedirectChanges,
  lockRedirects,
  type NewRedirect,
  replaceTarget,
  updateRedirect,
  upsertRedirects,
} from './queries.ts';
import { type RedirectStatus, readRedirect, sourcesOf } from './read-redirect.ts';
import { findFirst, targetOf } from './reads.ts';
import type { saveInput } from './schema.ts';

/** Maximum number of redirects that staff save or import; addresses of imported posts do not count. */
export const maxRedirects = 50_000;

/** Returns a function that names the route of this site which a source would match; null for none. */
export type RouteNamer = (ctx: Context) => Promise<(source: string) => string | null>;

export const routeFault = (source: string, route: string): string =>
  `来源 ${source} 是本站的地址（${route}），不能转走`;

/**
 * Saves a redirect, which works at once. `site` is the origin of the request.
 * @throws invalid for a source that is a route, a chain or a loop; conflict for a known source; notFound
 */
export async function saveRedirect(
  ctx: Context,
  { id, isExternal, ...input }: z.output<typeof saveInput>,
  { nameRoutes, site }: { nameRoutes: RouteNamer; site: string },
): Promise<{ id: string }> {
  const status = Number(input.status) as RedirectStatus;
  const options = { isExternal, ownHost: new URL(site).host };
  const redirect = readRedirect({ ...input, status }, options);
  if ('field' in redirect) throw invalid(redirect.message, redirect.field);
  const route = (await nameRoutes(ctx))(redirect.source);
  if (route !== null) throw invalid(routeFault(redirect.source, route), 'source');
  return changeRedirects(ctx, async (trx) => {
    const [before] = id === undefined ? [] : await lockRedirects(trx, [id]);
    if (id !== undefined && !before) throw notFound('没有这个旧地址，可能已被删除');
    await refuseConflicts(trx, redirect, id ?? '0');
    const isNew = before === undefined;
    if (isNew) await refuseTooMany(trx);
    const savedId = before?.id ?? (await insertRedirect(trx, redirect));
    if (before) await updateRedirect(trx, before.id, redirect, targetOf(before) === redirect.target);
    await deleteMissingOf(trx, [redirect.source]);
    await recordAction(ctx, trx, {
      action: 'redirect.save',
      target: `redirect:${savedId}`,
      ...(before && { before: { source: before.source, target: targetOf(before), status: before.status } }),
      after: redirect,
    });
    return { id: savedId };
  });
}

async function refuseTooMany(trx: Trx): Promise<void> {
  if ((await countOwnRedirects(trx)) >= maxRedirects)
    throw conflict(`旧地址最多 ${maxRedirects} 个，请先删除不用的，或改用以 * 结尾的来源`);
}

/**
 * Records in the caller's transaction that a page of this site is now at `to`. A redirect away from there is deleted;
 * `from`, where the page was, and whatever led there lead to `to` permanently.
 * @throws conflict if there are too many redirects
 */
export async function movePage(
  ctx: Context,
  trx: Trx,
  { from, to }: { from: string | null; to: string },
): Promise<void> {
  await lockRedirectChanges(trx);
  const obsolete = await findRedirects(trx, [to]);
  if (obsolete.length === 0 && from === null) return;
  if (obsolete.length > 0)
    await deleteRedirects(
      trx,
      obsolete.map(({ id }) => id),
    );
  if (from !== null) {
    await refuseTooMany(trx);
    await replaceTarget(trx, from, to);
    await upsertRedirects(trx, [{ source: from, status: 301, target: to }]);
    await deleteMissingOf(trx, [from]);
  }
  await purge(ctx, trx, ['redirects']);
}

/** Deletes redirects that an import added, when it is undone. */
export async function deleteImported(ctx: Context, trx: Trx, ids: readonly string[]): Promise<void> {
  await lockRedirectChanges(trx);
  const rows = await lockRedirects(trx, ids);
  if (rows.length === 0) return;
  await deleteRedirects(
    trx,
    rows.map(({ id }) => id),
  );
  await purge(ctx, trx, ['redirects']);
}

async function refuseConflicts(trx: Trx, redirect: NewRedirect, id: string): Promise<void> {
  const { source, target } = redirect;
  const [known] = await findRedirects(trx, [source]);
  if (known && known.id !== id)
    throw conflict(`来源 ${source} 已经有了，转到 ${targetOf(known) || '已删除'}；可以直接修改它`, 'source');
  const next = await findFirst(trx, sourcesOf(target), id);
  if (next) throw invalid(await explainChain(trx, redirect, next), 'target');
  const previous = await findRedirectInto(trx, source, id);
  if (previous)
    throw invalid(
      `旧地址 ${previous.source} 正转到 ${previous.target}，会再转一次；请先把它的目标改为 ${target || '已删除'}`,
      'source',
    );
}

const maxHops = 5;

/** Says that a target is itself an old address, and offers the address where it ends. */
async function explainChain(trx: Trx, { source, target }: NewRedirect, next: Redirect): Promise<string> {
  let end = target;
  let redirect: Redirect | undefined = next;
  for (let hops = 0; redirect && hops < maxHops; hops += 1) {
    if (redirect.status === 410) return `目标 ${target} 是已删除的旧地址，请把状态改为 410，或换一个目标`;
    end = locationOf(redirect, readAddress(end)?.path ?? '/');
    const address = readAddress(end);
    const sources = address ? candidatesOf(address) : [];
    if (sources.includes(source)) return `目标 ${target} 会转回来源 ${source}，形成循环`;
    redirect = await findFirst(trx, sources);
  }
  return redirect
    ? `目标 ${target} 会一直转下去，请换一个目标`
    : `目标 ${target} 也是旧地址，会再转一次；请直接填 ${end}`;
}

/** Deletes redirects; may be repeated. @returns how many existed */
export async function removeRedirects(ctx: Context, ids: readonly string[]): Promise<number> {
  return changeRedirects(ctx, async (trx) => {
    const rows = await lockRedirects(trx, ids);
    await deleteRedirects(trx, ids);
    for (const row of rows)
      await recordAction(ctx, trx, {
        action: 'redirect.delete',
        target: `redirect:${row.id}`,
        before: { source: row.source, target: targetOf(row), status: row.status },
      });
    return rows.length;
  });
}

export const changeRedirects = <T>(ctx: Context, work: (trx: Trx) => Promise<T>): Promise<T> =>
  inTransaction(ctx, async (trx) => {
    await lockRedirectChanges(trx);
    const answer = await work(trx);
    await purge(ctx, trx, ['redirects']);
    return answer;
  });

/** Forgets cached redirects of posts that were withdrawn, published or moved. Handles `posts.changed`. */
export async function onPostsChanged(
  ctx: Context,
  trx: Trx,
  { posts }: { posts: readonly { id: string }[] },
): Promise<void> {
  const ids = posts.map(({ id }) => id);
  if (await haveRedirects(trx, ids)) await purge(ctx, trx, ['redirects']);
}
