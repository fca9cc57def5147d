import { columnPath, detailPath, standaloneRoutes } from '#client/routes.ts';
import { columnRows } from '#features/columns/index.ts';
import { features } from '#features/index.ts';
import { listSitemapParts, type PaywalledPost } from '#features/posts/index.ts';
import type { Context } from '#kernel/context.ts';
import type { Call } from '#kernel/http/calls.ts';
import { tagPath } from '#shared/site-paths.ts';
import type { App } from '../app.ts';
import { readRoutes } from '../site-routes.ts';

/** A request of a visitor whose answer could leak locked text. */
export type Surface = {
  /** Path and query. */
  path: string;
  method: 'GET' | 'POST';
  /** Whether it is an API call, which needs the headers that the site's client sends (docs/product.md §14). */
  isCall: boolean;
};

const page = (path: string): Surface => ({ path, method: 'GET', isCall: false });

const feedsIn = (folder: string): Surface[] => [page(`${folder}/feed.xml`), page(`${folder}/feed.json`)];

/** The call that counts a view. It is left out: it returns only a number, and a scan must not count as a reader. */
const viewCallPattern = /addViewTimes$/;
/** Calls that return one post or its neighbour in a list. Group 1 is the kind of post. */
const postCallPattern = /\/(?:select|previous|next)([A-Z]\w*)$/;
const advertCallPattern = /\/getAdList$/;
const searchCallPattern = /globalSearch|searchSuggestions/;
const authorCallPattern = /\/reception\/author$/;
const ownPageCallPattern = /\/getPage$/;
const stockCallPattern = /\/reception\/stock(?:Posts)?$/;
const topicCallPattern = /\/reception\/topic(?:Posts)?$/;
const topicsOfPostPattern = /\/topicsOfPost$/;
const tagCallPattern = /\/reception\/tag(?:Posts)?$/;

/** The largest page of a list. */
const size = '100';
/** All advert positions (docs/glossary.md). */
const advertPositions = ['1', '2', '3', '4', '5'];

type CallSource = Pick<App, 'calls' | 'config'>;

const callSurface = (
  { config }: CallSource,
  { method, path }: Call,
  query: Record<string, string> = {},
): Surface => {
  const search = new URLSearchParams(query).toString();
  return {
    path: `${config.apiBase}${path}${search ? `?${search}` : ''}`,
    method: method as Surface['method'],
    isCall: true,
  };
};

/** Lists the calls open to visitors that return content; `/blade-auth` is sign-in. */
const listReadCalls = ({ calls }: CallSource): Call[] =>
  calls.filter(
    ({ access, path, method }) =>
      access === 'open' &&
      !path.startsWith('/blade-auth') &&
      !viewCallPattern.test(path) &&
      (method === 'GET' || postCallPattern.test(path) || advertCallPattern.test(path)),
  );

/** Lists the surfaces that belong to no single post: pages, lists, charts, feeds, the sitemap. */
export async function listSharedSurfaces(app: CallSource, ctx: Context): Promise<Surface[]> {
  const routes = [...(await readRoutes(ctx)), ...standaloneRoutes];
  const paths = [
    ...new Set(
      routes.flatMap(({ fullPath, children }) => [fullPath, ...children.map((one) => one.fullPath)]),
    ),
  ];
  const columns = await columnRows(ctx);
  const sitemapParts = await listSitemapParts(ctx);
  const listCalls = listReadCalls(app).filter(
    ({ path }) =>
      ![
        postCallPattern,
        searchCallPattern,
        authorCallPattern,
        stockCallPattern,
        ownPageCallPattern,
        tagCallPattern,
        topicCallPattern,
        topicsOfPostPattern,
      ].some((one) => one.test(path)),
  );
  const requests = await Promise.all(
    features.map(async ({ site }) => (await site?.listRequests?.(ctx)) ?? []),
  );
  return [
    // `surfacesOfTag` lists the pages of tags.
    ...['/', ...paths.filter((path) => !path.includes('/:'))].map(page),
    ...requests.flat().flatMap((request) =>
      'path' in request
        ? page(request.path)
        : listReadCalls(app)
            .filter(({ path }) => path === request.call)
            .map((call) => callSurface(app, call, request.query)),
    ),
    ...columns.flatMap(({ id }) => feedsIn(columnPath(id))),
    ...feedsIn(''),
    ...['/atom.xml', '/robots.txt', '/sitemap.xml', '/sitemap-pages.xml'].map(page),
    ...sitemapParts.map((part) => page(`/sitemap-${part}.xml`)),
    ...listCalls.flatMap((call) => [
      callSurface(app, call),
      callSurface(app, call, { size }),
      ...columns.map(({ id }) => callSurface(app, call, { size, columnId: id })),
    ]),
    ...listCalls
      .filter(({ path }) => advertCallPattern.test(path))
      .flatMap((call) => advertPositions.map((adPosid) => callSurface(app, call, { adPosid }))),
  ];
}

/** Lists the surfaces of one post: its page, its mobile page, and every call about one post of its kind. */
export const surfacesOfPost = (app: CallSource, { id, kind, columnId }: PaywalledPost): Surface[] => [
  page(detailPath(columnId, id)),
  page(`/mobileDetail?id=${id}`),
  ...listReadCalls(app)
    .filter(
      ({ path }) => topicsOfPostPattern.test(path) || postCallPattern.exec(path)?.[1]?.toLowerCase() === kind,
    )
    .map((call) => callSurface(app, call, { id })),
];

export const surfacesOfAuthor = (app: CallSource, authorId: string): Surface[] => [
  page(`/author?id=${authorId}`),
  ...feedsIn(`/author/${authorId}`),
  ...listReadCalls(app)
    .filter(({ path }) => authorCallPattern.test(path))
    .map((call) => callSurface(app, call, { id: authorId })),
  // Lists of posts by this author.
  ...listReadCalls(app)
    .filter(({ path }) => /List$/.test(path))
    .map((call) => callSurface(app, call, { authorId, size })),
];

/** Lists the surfaces of a security: its page, and the calls for it and for the posts that name it. */
export const surfacesOfStock = (app: CallSource, code: string): Surface[] => [
  page(`/stock?code=${code}`),
  ...listReadCalls(app)
    .filter(({ path }) => stockCallPattern.test(path))
    .map((call) => callSurface(app, call, { code })),
];

/** Lists the surfaces of a tag: its page, and the calls for it and for the posts that have it. */
export const surfacesOfTag = (app: CallSource, name: string): Surface[] => [
  page(tagPath(name)),
  ...feedsIn(tagPath(name)),
  ...listReadCalls(app)
    .filter(({ path }) => tagCallPattern.test(path))
    .map((call) => callSurface(app, call, { name })),
];

export const surfacesOfSearch = (app: CallSource, keyword: string): Surface[] =>
  listReadCalls(app)
    .filter(({ path }) => searchCallPattern.test(path))
    .map((call) => callSurface(app, call, { keyword }));
