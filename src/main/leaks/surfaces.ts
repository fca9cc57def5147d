import { buildRoutes, columnPath, detailPath, standaloneRoutes } from '#client/routes.ts';
import { columnRows, listColumns } from '#features/columns/index.ts';
import { type LockedPiece, listSitemapParts } from '#features/posts/index.ts';
import type { Context } from '#kernel/context.ts';
import type { Call } from '#kernel/http/calls.ts';
import type { App } from '../app.ts';

/** An address of the portal as a visitor asks for it, path and query; a call is asked with the client's headers. */
export type Surface = { path: string; method: 'GET' | 'POST'; isCall: boolean };

const page = (path: string): Surface => ({ path, method: 'GET', isCall: false });

/** Asking it counts a view; it answers a number. */
const counting = /addViewTimes$/;
const ofOnePiece = /\/(?:select|previous|next)([A-Z]\w*)$/;
const adverts = /\/getAdList$/;
const searching = /globalSearch|searchSuggestions/;
const ofOneAuthor = /\/reception\/author$/;

type Reading = Pick<App, 'calls' | 'config'>;

const callSurface = (
  { config }: Reading,
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

/** Calls that a visitor reads with. */
const readingCalls = ({ calls }: Reading): Call[] =>
  calls.filter(
    ({ access, path, method }) =>
      access === 'open' &&
      !path.startsWith('/blade-auth') &&
      !counting.test(path) &&
      (method === 'GET' || ofOnePiece.test(path) || adverts.test(path)),
  );

/** What belongs to no piece alone: pages, lists, charts, feeds, the sitemap. */
export async function sharedSurfaces(house: Reading, ctx: Context): Promise<Surface[]> {
  const routes = [...buildRoutes(await listColumns(ctx)), ...standaloneRoutes];
  const paths = [
    ...new Set(
      routes.flatMap(({ fullPath, children }) => [fullPath, ...children.map((one) => one.fullPath)]),
    ),
  ];
  const columns = await columnRows(ctx);
  const parts = await listSitemapParts(ctx);
  const lists = readingCalls(house).filter(
    ({ path }) => !ofOnePiece.test(path) && !searching.test(path) && !ofOneAuthor.test(path),
  );
  return [
    ...['/', ...paths].map(page),
    ...columns.map(({ id }) => page(`${columnPath(id)}/feed.xml`)),
    ...['/feed.xml', '/atom.xml', '/robots.txt', '/sitemap.xml', '/sitemap-pages.xml'].map(page),
    ...parts.map((part) => page(`/sitemap-${part}.xml`)),
    ...lists.flatMap((call) => [
      callSurface(house, call),
      callSurface(house, call, { size: '100' }),
      ...columns.map(({ id }) => callSurface(house, call, { size: '100', columnId: id })),
    ]),
    ...lists
      .filter(({ path }) => adverts.test(path))
      .flatMap((call) => ['1', '2', '3', '4', '5'].map((adPosid) => callSurface(house, call, { adPosid }))),
  ];
}

/** What is about one piece: its page, its page for phones, every call of its kind that takes its id. */
export const surfacesOf = (house: Reading, { id, kind, columnId }: LockedPiece): Surface[] => [
  page(detailPath(columnId, id)),
  page(`/mobileDetail?id=${id}`),
  ...readingCalls(house)
    .filter(({ path }) => ofOnePiece.exec(path)?.[1]?.toLowerCase() === kind)
    .map((call) => callSurface(house, call, { id })),
];

/** What is about one author. */
export const surfacesOfAuthor = (house: Reading, authorId: string): Surface[] => [
  page(`/author?id=${authorId}`),
  ...readingCalls(house)
    .filter(({ path }) => ofOneAuthor.test(path))
    .map((call) => callSurface(house, call, { id: authorId })),
  ...readingCalls(house)
    .filter(({ path }) => /List$/.test(path))
    .map((call) => callSurface(house, call, { authorId, size: '100' })),
];

/** What looks for words. */
export const surfacesOfSearch = (house: Reading, keyword: string): Surface[] =>
  readingCalls(house)
    .filter(({ path }) => searching.test(path))
    .map((call) => callSurface(house, call, { keyword }));
