import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { parse } from 'yaml';
import { askData } from './calls.ts';
import { root } from './portal.ts';

type Access = 'public' | 'member' | 'vip' | 'paid';
type Matter = {
  externalId: string;
  title: string;
  summary?: string;
  column: string;
  kind: 'news' | 'article' | 'reference';
  access?: Access;
  vipFree?: boolean;
};
type Column = { id: string; columnName: string; path: string; access: Access };
type Listed = { id: string; title: string; columnId: string };

/** One piece of the demo edition: as its file says it, and where the portal put it. */
export type Piece = Matter & {
  id: string;
  access: Access;
  vipFree: boolean;
  columnId: string;
  /** Its address in its column. */
  address: string;
  /** Runs of Han that stand in its locked part and nowhere else in the whole edition; empty for public pieces. */
  lockedRuns: string[];
  /** The same of the part that everybody may read. */
  openRuns: string[];
};

/** The call that reads a piece of each kind. */
export const selectCalls = {
  news: 'POST /news/reception/selectNews',
  article: 'POST /reception/article/selectArticle',
  reference: 'POST /reception/selectReference',
} as const;

/** The demo edition by the number in its external ids: `deep-01`, `vip-01`, `news-01`. */
export type Edition = { piece: (name: string) => Piece; pieces: Piece[] };

const folder = join(root, 'db/seeds/demo');
const builtIn: Record<string, string> = { 1: '/globalInfo', 2: '/rined', 3: '/vip' };
const mark = '<!--paywall-->';

/** Reads the edition's files and finds each piece in the running portal. */
export async function readEdition(request: APIRequestContext): Promise<Edition> {
  const listed = await listAll(request);
  const columns = readColumns();
  const files = readdirSync(join(folder, 'posts')).map((name) =>
    readFileSync(join(folder, 'posts', name), 'utf8'),
  );
  const whole = files.join('\n');
  const isUnique = (run: string) => whole.indexOf(run) === whole.lastIndexOf(run);
  const pieces = files.map((text) => {
    const [, matter = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
    const fields = parse(matter) as Matter;
    const column = columns.find(({ columnName }) => columnName === fields.column);
    const found = listed.find(({ title }) => title === fields.title);
    if (!column || !found) throw new Error(`${fields.externalId} is not in the portal`);
    const access = fields.access ?? column.access;
    const { open, locked } = cut(body, access);
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
    pieces,
    piece: (name) => {
      const found = pieces.find(({ externalId }) => externalId === `demo-${name}`);
      if (!found) throw new Error(`the demo edition has no ${name}`);
      return found;
    },
  };
}

function readColumns(): Column[] {
  const columns = JSON.parse(readFileSync(join(folder, 'columns.json'), 'utf8')) as Column[];
  return columns.map((column) => ({ ...column, path: builtIn[column.id] ?? `/${column.id}` }));
}

async function listAll(request: APIRequestContext): Promise<Listed[]> {
  const calls = [
    'GET /news/reception/getGlobalNewsList',
    'GET /reception/article/getResearchArticleList',
    'GET /reception/getOneInternalReferenceList',
  ];
  const pages = await Promise.all(
    calls.map((call) => askData<{ records: Listed[] }>(request, call, { size: 100 })),
  );
  return pages.flatMap(({ records }) => records);
}

/** PRODUCT §3: up to the mark; without one at most 30 %, so that the second half is locked in any case. */
function cut(body: string, access: Access): { open: string; locked: string } {
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

// Han alone: between Han and Latin the body gets hair spaces, and headings stand in teasers, too.
const runsOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => line.match(/\p{Script=Han}{10,}/gu) ?? []);
