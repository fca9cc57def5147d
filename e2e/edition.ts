import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { parse } from 'yaml';
import { fetchData } from './calls.ts';
import { root } from './portal.ts';

type Access = 'public' | 'member' | 'vip' | 'paid';
type FrontMatter = {
  externalId: string;
  title: string;
  summary?: string;
  column: string;
  kind: 'news' | 'article' | 'reference';
  access?: Access;
  vipFree?: boolean;
};
type Column = { id: string; columnName: string; path: string; access: Access };
type ListedPost = { id: string; title: string; columnId: string };

/** A post of the demo edition: the fields of its file, and its id and address in the portal. */
export type EditionPost = FrontMatter & {
  id: string;
  access: Access;
  vipFree: boolean;
  columnId: string;
  address: string;
  /** Runs of Han characters that occur in its locked part and nowhere else in the edition; empty for public posts. */
  lockedRuns: string[];
  /** The same for the part that everyone may read. */
  openRuns: string[];
};

/** The call that reads a post of each kind. */
export const selectCalls = {
  news: 'POST /news/reception/selectNews',
  article: 'POST /reception/article/selectArticle',
  reference: 'POST /reception/selectReference',
} as const;

/** The demo edition, by the number in the external ids: `deep-01`, `vip-01`, `news-01`. */
export type Edition = { post: (name: string) => EditionPost; posts: EditionPost[] };

const folder = join(root, 'db/seeds/demo');
const builtInPaths: Record<string, string> = { 1: '/globalInfo', 2: '/rined', 3: '/vip' };
const mark = '<!--paywall-->';

/** Reads the files of the edition and finds each post in the running portal. */
export async function readEdition(request: APIRequestContext): Promise<Edition> {
  const listedPosts = await listAll(request);
  const columns = readColumns();
  const files = readdirSync(join(folder, 'posts')).map((name) =>
    readFileSync(join(folder, 'posts', name), 'utf8'),
  );
  const allText = files.join('\n');
  const isUnique = (run: string) => allText.indexOf(run) === allText.lastIndexOf(run);
  const posts = files.map((text) => {
    const [, frontMatter = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
    const fields = parse(frontMatter) as FrontMatter;
    const column = columns.find(({ columnName }) => columnName === fields.column);
    const found = listedPosts.find(({ title }) => title === fields.title);
    if (!column || !found) throw new Error(`${fields.externalId} is not in the portal`);
    const access = fields.access ?? column.access;
    const { open, locked } = splitAtPaywall(body, access);
    return {
      ...fields,
      id: found.id,
      access,
      vipFree: fields.vipFree ?? false,
      columnId: column.id,
      address: `${column.path}/detail?id=${found.id}`,
      lockedRuns: runsOf(locked).filter(isUnique),
      openRuns: runsOf(open).filter(isUnique),
    };
  });
  return {
    posts,
    post: (name) => {
      const found = posts.find(({ externalId }) => externalId === `demo-${name}`);
      if (!found) throw new Error(`the demo edition has no ${name}`);
      return found;
    },
  };
}

function readColumns(): Column[] {
  const columns = JSON.parse(readFileSync(join(folder, 'columns.json'), 'utf8')) as Column[];
  return columns.map((column) => ({ ...column, path: builtInPaths[column.id] ?? `/${column.id}` }));
}

async function listAll(request: APIRequestContext): Promise<ListedPost[]> {
  const calls = [
    'GET /news/reception/getGlobalNewsList',
    'GET /reception/article/getResearchArticleList',
    'GET /reception/getOneInternalReferenceList',
  ];
  const pages = await Promise.all(
    calls.map((call) => fetchData<{ records: ListedPost[] }>(request, call, { size: 100 })),
  );
  return pages.flatMap(({ records }) => records);
}

/**
 * docs/product.md §13: up to the paywall mark; without one at most 30 %, so that the second half is certainly locked.
 */
function splitAtPaywall(body: string, access: Access): { open: string; locked: string } {
  if (access === 'public') return { open: body, locked: '' };
  if (body.includes(mark)) {
    const [open = '', ...locked] = body.split(mark);
    return { open, locked: locked.join('') };
  }
  const paragraphs = body.split('\n');
  const half = body.length / 2;
  let length = 0;
  const at = paragraphs.findIndex((paragraph) => {
    length += paragraph.length + 1;
    return length > half;
  });
  return { open: paragraphs[0] ?? '', locked: paragraphs.slice(at + 1).join('\n') };
}

// Han characters only: between Han and Latin the body has hair spaces. Headings are left out, because teasers contain
// them.
const runsOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => line.match(/\p{Script=Han}{10,}/gu) ?? []);
