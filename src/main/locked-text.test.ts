import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { detailPath } from '#client/routes.ts';
import { publishDuePosts } from '#features/posts/index.ts';
import { rebuildIndex } from '#features/search/index.ts';
import {
  isSearchedWhole,
  levels,
  locked,
  lockedWord,
  type Matrix,
  open,
  openWord,
  type Person,
  type Piece,
  partOf,
  people,
  plantMatrix,
  published,
  selecting,
} from '#testing/access-matrix.ts';
import { addPiece } from '#testing/builders.ts';
import { plainSite } from '#testing/plain-site.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { listenForChanges } from './changes.ts';
import { serveOutgoing } from './outgoing/serve.ts';
import { servePages } from './pages.ts';

/*
 * The whole matrix of `access-matrix.ts` (PRODUCT §3), asked of every surface: each cell says what its reader gets, and
 * the locked sentences of all others are looked for in whatever is answered. Caches are live, as in a web process.
 */

let portal: Portal;
let matrix: Matrix;
let changes: { stop(): Promise<void> };

beforeAll(async () => {
  portal = await openPortal();
  changes = await listenForChanges(portal.house);
  serveOutgoing(portal.app, portal.house);
  await servePages(portal.app, portal.house, plainSite);
  matrix = await plantMatrix(portal);
  await rebuildIndex(portal.ctx, portal.house.searchIndexes);
}, 120_000);
afterEach(() => {
  if (!vi.isFakeTimers()) return;
  vi.useRealTimers();
  vi.restoreAllMocks();
  // What was kept under a later clock does not hold any more: outside of tests no time runs backwards.
  portal.ctx.tenant.tags.purgeAll();
});
afterAll(async () => {
  await changes.stop();
  await portal.close();
});

const ask = (person: Person, key: string, query: Record<string, string> = {}) => {
  const token = matrix.tokens[person];
  return portal.ask(key, { query, ...(token ? { token } : {}) });
};
/** A page, a feed, a part of the sitemap: with whatever a browser could send of who asks. */
async function look(person: Person, url: string): Promise<{ status: number; body: string }> {
  const token = matrix.tokens[person];
  const headers = token ? { 'blade-auth': `bearer ${token}`, cookie: `token=${token}` } : {};
  const { statusCode, body } = await portal.app.inject({ url, headers });
  return { status: statusCode, body };
}

const read = (person: Person, { kind, id }: Piece) => ask(person, selecting[kind], { id });

/** What no answer may hold for somebody: they may not read it in any column. */
const forbiddenTo = (person: Person): string[] =>
  levels
    .filter((level) =>
      matrix.pieces
        .filter((piece) => piece.level === level)
        .every((piece) => partOf(person, piece) !== 'all'),
    )
    .map(locked);

type Surface = { key: string; query: Record<string, string> };

/** Every call of the API that a reader can make without changing anything, with what it needs. */
function surfaces(): Surface[] {
  const byId = /select|previous|next|addViewTimes/;
  return portal.house.calls
    .filter(({ path }) => !path.startsWith('/blade-auth'))
    .flatMap(({ method, path }): Surface[] => {
      const key = `${method} ${path}`;
      if (byId.test(path)) return matrix.pieces.map(({ id }) => ({ key, query: { id } }));
      if (path.endsWith('getAdList')) return [{ key, query: { adPosid: '1' } }];
      if (path.endsWith('getColumnChildrenList')) return [{ key, query: { columnId: '1' } }];
      if (/globalSearch|searchSuggestions/.test(path))
        return [lockedWord, openWord, ...levels.map(locked)].map((keyword) => ({ key, query: { keyword } }));
      return [{}, { columnId: '3' }, { columnId: '5' }, { columnId: '6' }, { tag: '植入' }].map((query) => ({
        key,
        query: { size: '100', ...query },
      }));
    });
}

describe.each(people)('as %s', (person) => {
  test('no call answers a locked sentence of what they may not read', async () => {
    const forbidden = forbiddenTo(person);
    for (const { key, query } of surfaces()) {
      const { text, status } = await ask(person, key, query);
      const where = `${key} ${JSON.stringify(query)}`;
      expect(status, where).toBeLessThan(500);
      // A query's own words may come back (a suggestion, an echo); what counts is the text of the pieces.
      const found = forbidden.filter((sentence) => query.keyword !== sentence && text.includes(sentence));
      expect(found, where).toEqual([]);
    }
  }, 120_000);

  test('every piece is theirs whole, as a teaser with offers, as a notice, or not there', async () => {
    for (const piece of matrix.pieces) {
      const { status, body } = await read(person, piece);
      const where = `${piece.level} in column ${piece.columnId}`;
      const part = partOf(person, piece);
      if (part === 'nothing') {
        expect(status, where).toBe(404);
        continue;
      }
      expect(status, where).toBe(200);
      if (part === 'notice') {
        expect(body.data, where).toMatchObject({
          body: '',
          lockReason: 'withdrawn',
          headings: [],
          attachments: [],
        });
        // Whoever paid for this very piece may have it back; a subscription and a gift were no price of it.
        expect(body.data.offers.map(({ type }: { type: string }) => type)).toEqual(
          person === 'buyer' ? ['refund'] : [],
        );
        continue;
      }
      expect(body.data.body, where).toContain(open(piece.level));
      expect(body.data.body.includes(locked(piece.level)), where).toBe(part === 'all');
      expect(body.data.locked, where).toBe(part !== 'all');
      expect(body.data.offers.length > 0, where).toBe(part !== 'all');
    }
  }, 120_000);

  test('lists say what is locked, and hold only what is out', async () => {
    for (const [key, kind] of [
      ['GET /news/reception/getGlobalNewsList', 'news'],
      ['GET /reception/article/getResearchArticleList', 'article'],
      ['GET /reception/getOneInternalReferenceList', 'reference'],
    ] as const) {
      const { body } = await ask(person, key, { size: '100' });
      const listed = new Map<string, boolean>(
        body.data.records.map(({ id, locked }: { id: string; locked: boolean }) => [id, locked]),
      );
      for (const piece of matrix.pieces.filter((one) => one.kind === kind)) {
        const where = `${piece.level} in column ${piece.columnId}`;
        const isOut = published.includes(piece.level);
        expect(listed.get(piece.id), where).toBe(isOut ? partOf(person, piece) !== 'all' : undefined);
      }
    }
  });

  test('search finds what is locked for those alone whom its access opens, and what is open for all', async () => {
    const found = async (keyword: string): Promise<string[]> => {
      const { body } = await ask(person, 'GET /reception/globalSearch', { keyword, size: '100' });
      return body.data.records.map(({ id }: { id: string }) => id).toSorted();
    };
    const out = matrix.pieces.filter(({ level }) => published.includes(level));
    const ids = (pieces: readonly Piece[]) => pieces.map(({ id }) => id).toSorted();
    expect(await found(openWord)).toEqual(ids(out));
    expect(await found(lockedWord)).toEqual(
      ids(matrix.pieces.filter((piece) => isSearchedWhole(person, piece))),
    );
  });

  test('pages hold what a visitor may read, whoever asks; views behind a log-in hold no piece at all', async () => {
    for (const piece of matrix.pieces) {
      const part = partOf('visitor', piece);
      for (const url of [
        detailPath(piece.columnId, piece.id),
        `/mobileDetail?id=${piece.id}&kind=${piece.kind}`,
      ]) {
        const { status, body } = await look(person, url);
        const where = `${piece.level} at ${url}`;
        const isShell = piece.columnId !== '5' && !url.startsWith('/mobileDetail');
        expect(status, where).toBe(isShell || part !== 'nothing' ? 200 : 404);
        expect(body.includes(open(piece.level)), where).toBe(!isShell && part !== 'nothing');
        expect(body.includes(locked(piece.level)), where).toBe(!isShell && part === 'all');
        if (isShell) expect(body, where).toContain('noindex');
        if (!isShell && part === 'teaser') expect(structured(body), where).not.toContain(lockedWord);
      }
    }
    const shared = [
      '/index',
      '/globalInfo',
      '/rined',
      '/vip',
      '/5',
      `/search?keyword=${lockedWord}`,
      '/index/search',
    ];
    for (const url of shared) {
      const { status, body } = await look(person, url);
      expect(status, url).toBe(200);
      for (const sentence of forbiddenTo('visitor'))
        expect(body.includes(sentence), `${sentence} at ${url}`).toBe(false);
    }
  }, 120_000);

  test('feeds and sitemap hold the open text of an open column and no locked sentence, whoever asks', async () => {
    const sitemap = (await look(person, '/sitemap.xml')).body;
    const parts = [...sitemap.matchAll(/\/sitemap-\w+\.xml/g)].map(([path]) => path);
    expect(parts.length).toBeGreaterThan(1);
    for (const url of ['/feed.xml', '/5/feed.xml', '/atom.xml', '/sitemap.xml', ...parts]) {
      const { body, status } = await look(person, url);
      expect(status, url).toBe(200);
      const isFeed = !url.startsWith('/sitemap');
      for (const level of levels) {
        expect(body.includes(locked(level)), `${locked(level)} in ${url}`).toBe(isFeed && level === 'public');
        expect(body.includes(open(level)), `${open(level)} in ${url}`).toBe(
          isFeed && published.includes(level),
        );
      }
    }
    for (const url of ['/1/feed.xml', '/3/feed.xml']) expect((await look(person, url)).status, url).toBe(404);
  });
});

/** What a page says of itself to machines: head and structured data. */
const structured = (html: string): string => html.slice(0, html.indexOf('</head>'));

describe('to the millisecond', () => {
  const setClock = (ms: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: ms });
    vi.spyOn(portal.house.clock, 'now').mockImplementation(() => new Date());
  };
  const ending = [
    ['vipEnding', 'vip'],
    ['columnsEnding', 'subscriber'],
  ] as const;

  test.each(ending)(
    '%s reads all of it until it ends, and nothing of it from then on',
    async (person, before) => {
      const hits = async () => {
        const { body } = await ask(person, 'GET /reception/globalSearch', {
          keyword: lockedWord,
          size: '100',
        });
        return body.data.records.length;
      };
      for (const [ms, like] of [
        [matrix.endsAt - 1, before],
        [matrix.endsAt, 'member'],
      ] as const) {
        setClock(ms);
        for (const piece of matrix.pieces) {
          const { status, body } = await read(person, piece);
          const part = partOf(like, piece);
          const where = `${piece.level} in column ${piece.columnId}`;
          expect(status, where).toBe(part === 'nothing' ? 404 : 200);
          if (status === 200)
            expect(body.data.body.includes(locked(piece.level)), where).toBe(part === 'all');
        }
        const found = matrix.pieces.filter((piece) => isSearchedWhole(like, piece));
        expect(await hits()).toBe(found.length);
      }
    },
  );

  test('a scheduled piece is nowhere until its time, and everywhere from then on', async () => {
    // This piece is due before the scheduled pieces of the matrix, which other tests expect to stay scheduled.
    const due = Date.now() + 600_000;
    const words = '这一句到了时间才出来';
    const id = await addPiece(portal, {
      columnId: '5',
      state: 'scheduled',
      publishedAt: new Date(due),
      body: `<p>${words}。</p>`,
    });
    const urls = [detailPath('5', id), `/mobileDetail?id=${id}&kind=article`];
    const isThere = async (url: string) => (await look('visitor', url)).body.includes(words);
    const readIt = () => ask('visitor', selecting.article, { id });
    setClock(due - 1);
    await publishDuePosts(portal.ctx);
    expect((await readIt()).status).toBe(404);
    for (const url of [...urls, '/5/feed.xml']) expect(await isThere(url), url).toBe(false);
    setClock(due);
    await publishDuePosts(portal.ctx);
    expect((await readIt()).body.data.body).toContain(words);
    for (const url of [...urls, '/5/feed.xml'])
      await vi.waitFor(async () => expect(await isThere(url), url).toBe(true));
  });
});
