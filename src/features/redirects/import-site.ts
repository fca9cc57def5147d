import { findAuthorsByName } from '#features/authors/index.ts';
import { columnRows } from '#features/columns/index.ts';
import {
  bareHost,
  explainLeftOut,
  type ImportCount,
  type ImportOptions,
  importPosts,
  replaceLinks,
  type SiteAddress,
  type SiteImportOptions,
} from '#features/posts/index.ts';
import { findUsedNames } from '#features/tags/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { isDocument } from '#shared/is-document.ts';
import { addressOf, maxAddressLength, readAddress, writeAddress } from '#shared/old-address.ts';
import { authorPath, columnPath, detailPath, tagPath } from '#shared/site-paths.ts';
import { findRedirects, insertImported } from './queries.ts';
import { maxRedirects, type RouteNamer } from './service.ts';

/** Posts whose links are replaced in one transaction. */
const postsPerTransaction = 100;

/**
 * Imports posts and pages and remembers their old addresses in the transaction that adds them, so that each address works
 * as soon as its post is there. Then replaces links between imported posts by their new addresses. May be repeated: a second run
 * also adds the addresses of posts that are known already. A redirect of staff, and a route of this site, win. A caller
 * without the right to redirects adds none, which the report says.
 */
export async function importSite(
  ctx: Context,
  options: SiteImportOptions,
  nameRoutes: RouteNamer,
): Promise<ImportCount> {
  const nameRoute = await nameRoutes(ctx);
  // Not a number: a batch that fails is repeated.
  const leftOut = new Set<string>();
  const remember = async (trx: Trx, redirects: readonly Imported[]): Promise<string[]> => {
    if (options.rights.redirects) return insertFree(ctx, trx, redirects, nameRoute);
    const sources = redirects.flatMap(({ source }) => (nameRoute(source) === null ? [source] : []));
    const known = new Set((await findRedirects(trx, sources)).map(({ source }) => source));
    for (const source of sources) if (!known.has(source) && leftOut.size < maxRedirects) leftOut.add(source);
    return [];
  };
  const sites = new Set<string>();
  const ids = new Set<string>();
  const siteAddresses: SiteAddress[] = [];
  const files = new Map<string, string>();
  const count = await importPosts(ctx, {
    ...options,
    onPosts: async (trx, posts) => {
      await options.onPosts?.(trx, posts);
      const redirects = posts.flatMap(({ id, record: { addresses = [] } }) =>
        sourcesOfPost(addresses).map((source) => ({ source, post_id: id, target: '' })),
      );
      await remember(trx, redirects);
      for (const { id, record } of posts) {
        if (record.siteHost !== undefined) sites.add(bareHost(record.siteHost));
        if (record.addresses !== undefined && /<a\s/i.test(record.body)) ids.add(id);
      }
    },
    onPage: async (trx, page) => {
      await options.onPage?.(trx, page);
      const { path, record } = page;
      if (path === null) return;
      const sources = sourcesOfPost(record.addresses ?? []);
      const redirects = sources.map((source) => ({ source, post_id: null, target: path }));
      const added = await remember(trx, redirects);
      await options.onRedirects?.(trx, added);
    },
    onSiteAddress: (address) => {
      if (siteAddresses.length < maxRedirects) siteAddresses.push(address);
    },
    onFile: (src, address) => {
      if (files.size < maxRedirects) files.set(src, address);
    },
  });
  const redirects = [
    ...(await readSiteAddresses(ctx, siteAddresses, options)),
    ...[...files].flatMap(([src, target]) =>
      sourcesOfLink(src, sites)
        .slice(-1)
        .map((source) => ({ source, target, post_id: null })),
    ),
  ];
  await inTransaction(ctx, async (trx) => {
    const added = await remember(trx, redirects);
    await options.onRedirects?.(trx, added);
  });
  if (leftOut.size > 0) {
    count.skipped += 1;
    options.report(explainLeftOut(leftOut.size, '个旧地址', 'redirects'));
  }
  const linking = [...ids];
  for (let from = 0; from < linking.length; from += postsPerTransaction)
    await replaceLinks(ctx, linking.slice(from, from + postsPerTransaction), (linkCtx, hrefs) =>
      findPostLinks(linkCtx, hrefs, sites),
    );
  return count;
}

/** Returns addresses in their stored spelling, without the home page and those that are too long. */
const sourcesOfPost = (addresses: readonly string[]): string[] =>
  addresses.flatMap((given) => {
    const address = readAddress(given);
    const source = address ? writeAddress(address) : '/';
    return source === '/' || source.length > maxAddressLength ? [] : [source];
  });

type Imported = { source: string; target: string; post_id: string | null };

/** @returns the ids of the redirects that are new */
async function insertFree(
  ctx: Context,
  trx: Trx,
  redirects: readonly Imported[],
  nameRoute: (source: string) => string | null,
): Promise<string[]> {
  const free = redirects.filter(({ source }) => nameRoute(source) === null);
  const ids = free.length === 0 ? [] : await insertImported(trx, free);
  if (ids.length > 0) await purge(ctx, trx, ['redirects']);
  return ids;
}

/**
 * Returns redirects of tags that posts have to their pages; of other tags and categories to the column of the same name,
 * else to that of the import; of authors to their pages; of years, months and days to the search for them; of feeds; and
 * of further pages to the home page.
 */
async function readSiteAddresses(
  ctx: Context,
  addresses: readonly SiteAddress[],
  { columnsByCategory, columnId: defaultColumn }: ImportOptions,
): Promise<Imported[]> {
  const columns = await columnRows(ctx);
  const namesOf = (wanted: SiteAddress['shows']): string[] => [
    ...new Set(addresses.flatMap((one) => (one.shows === wanted && 'name' in one ? [one.name] : []))),
  ];
  const usedTags = new Set(await findUsedNames(ctx.db, namesOf('tag')));
  const authors = new Map(
    (await findAuthorsByName(ctx.db, namesOf('author'))).map(({ name, id }) => [name, id]),
  );
  const targetOf = (one: SiteAddress): string | undefined => {
    switch (one.shows) {
      case 'feed':
        return '/feed.xml';
      case 'home':
        return '/index';
      case 'upload':
        return undefined;
      case 'period':
        return `/search?startTime=${one.from}&endTime=${one.to}`;
      case 'author': {
        const id = authors.get(one.name);
        return id && authorPath(id);
      }
      default: {
        if (one.shows === 'tag' && usedTags.has(one.name)) return tagPath(one.name);
        const names = one.shows === 'category' ? [one.name, ...one.above] : [one.name];
        const column =
          names.map((name) => columnsByCategory?.get(name)).find((id) => id !== undefined) ??
          columns.find(({ name }) => name === one.name)?.id ??
          defaultColumn;
        return column && columnPath(column);
      }
    }
  };
  return addresses.flatMap((one) => {
    const target = targetOf(one);
    if (!target) return [];
    return sourcesOfPost([one.address]).flatMap((source) => [
      { source, target, post_id: null },
      ...(one.isPaged ? [{ source: `${source}/page/*`, target, post_id: null }] : []),
    ]);
  });
}

/** Returns the new addresses of links to the old site: absolute on a host of it, or relative to it. */
async function findPostLinks(
  { db }: Context,
  hrefs: readonly string[],
  sites: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const sourcesByHref = new Map(hrefs.map((href) => [href, sourcesOfLink(href, sites)]));
  const rows = await findRedirects(db, [...new Set([...sourcesByHref.values()].flat())]);
  const targets = new Map(
    rows.flatMap(({ source, post_id: postId, column_id: columnId, target }) => {
      const path = postId === null || columnId === null ? target : detailPath(columnId, postId);
      // The import has replaced links to documents with the rights of its caller.
      return path.startsWith('/') && !isDocument(path) ? [[source, path] as const] : [];
    }),
  );
  return new Map(
    [...sourcesByHref].flatMap(([href, sources]) => {
      const source = sources.find((one) => targets.has(one));
      return source === undefined ? [] : [[href, targets.get(source) ?? ''] as const];
    }),
  );
}

function sourcesOfLink(href: string, sites: ReadonlySet<string>): string[] {
  const isRelative = /^\/(?!\/)/.test(href);
  const url = URL.parse(href, 'http://site.invalid');
  if (!url || !(isRelative || (/^https?:$/.test(url.protocol) && sites.has(bareHost(url.host))))) return [];
  const { path, query } = addressOf(url);
  return sourcesOfPost([...(query === '' ? [] : [`${path}?${query}`]), path]);
}
