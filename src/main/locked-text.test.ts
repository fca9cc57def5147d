import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { detailPath } from '#client/routes.ts';
import { publishDuePosts } from '#features/posts/index.ts';
import { rebuildIndex } from '#features/search/index.ts';
import {
  createAccessMatrix,
  isSearchedWhole,
  levels,
  lockedSentence,
  lockedWord,
  type Matrix,
  type MatrixPost,
  openSentence,
  openWord,
  type Person,
  partOf,
  people,
  publishedLevels,
  selectCalls,
} from '#testing/access-matrix.ts';
import { plainSite } from '#testing/plain-site.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost } from '#testing/posts-and-members.ts';
import { waitFor } from '#testing/wait-for.ts';
import { listenForChanges } from './listen-for-changes.ts';
import { serveOutgoing } from './outgoing/serve.ts';
import { servePages } from './pages.ts';

/* Requests the whole matrix of `access-matrix.ts` (docs/product.md §13) on every surface: each cell says what its
   reader gets, and no answer may contain a locked sentence of another cell. Caches are on, as in a web process. */

let portal: Portal;
let matrix: Matrix;
let changes: { stop(): Promise<void> };

beforeAll(async () => {
  portal = await openPortal();
  changes = await listenForChanges(portal.app);
  serveOutgoing(portal.server, portal.app);
  await servePages(portal.server, portal.app, plainSite);
  matrix = await createAccessMatrix(portal);
  await rebuildIndex(portal.ctx, portal.app.searchIndexes);
}, 120_000);
afterEach(() => {
  if (!vi.isFakeTimers()) return;
  vi.useRealTimers();
  vi.restoreAllMocks();
  // Entries cached under a later clock are not valid any more; outside of tests the clock never runs backwards.
  portal.ctx.tenant.tags.purgeAll();
});
afterAll(async () => {
  await changes.stop();
  await portal.close();
});

const callAs = (person: Person, key: string, query: Record<string, string> = {}) => {
  const token = matrix.tokens[person];
  return portal.call(key, { query, ...(token ? { token } : {}) });
};
/** Fetches a page, a feed or a part of the sitemap, with every credential that a browser could send. */
async function fetchAs(person: Person, url: string): Promise<{ status: number; body: string }> {
  const token = matrix.tokens[person];
  const headers = token ? { 'blade-auth': `bearer ${token}`, cookie: `token=${token}` } : {};
  const { statusCode, body } = await portal.server.inject({ url, headers });
  return { status: statusCode, body };
}

const readPost = (person: Person, { kind, id }: MatrixPost) => callAs(person, selectCalls[kind], { id });

/** The sentences that no answer to this person may contain: they may not read them in any column. */
const forbiddenSentencesFor = (person: Person): string[] =>
  levels
    .filter((level) =>
      matrix.posts.filter((post) => post.level === level).every((post) => partOf(person, post) !== 'all'),
    )
    .map(lockedSentence);

type Surface = { key: string; query: Record<string, string> };

/** Every call of the API that a reader can make, with the parameters that it takes. `strangers.test.ts` tests those of staff. */
function listSurfaces(): Surface[] {
  const idCallPattern = /select|previous|next|addViewTimes/;
  return portal.app.calls
    .filter(
      ({ access, path }) => ['open', 'member'].includes(String(access)) && !path.startsWith('/blade-auth'),
    )
    .flatMap(({ method, path, query: schema }): Surface[] => {
      const key = `${method} ${path}`;
      if (idCallPattern.test(path)) return matrix.posts.map(({ id }) => ({ key, query: { id } }));
      if (path.endsWith('getAdList')) return [{ key, query: { adPosid: '1' } }];
      if (path.endsWith('getColumnChildrenList')) return [{ key, query: { columnId: '1' } }];
      if (/globalSearch|searchSuggestions/.test(path))
        return [lockedWord, openWord, ...levels.map(lockedSentence)].map((keyword) => ({
          key,
          query: { keyword },
        }));
      const { properties = {} } = schema
        ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
        : {};
      return [{}, { columnId: '3' }, { columnId: '5' }, { columnId: '6' }, { tag: '植入' }]
        .filter((query) => Object.keys(query).every((name) => name in properties))
        .map((query) => ({ key, query: { size: '100', ...query } }));
    });
}

describe.each(people)('as %s', (person) => {
  test('no call returns a locked sentence that they may not read', async () => {
    const forbiddenSentences = forbiddenSentencesFor(person);
    const surfaces = listSurfaces();
    expect(surfaces.length).toBeGreaterThan(300);
    for (const { key, query } of surfaces) {
      const { text, status } = await callAs(person, key, query);
      const location = `${key} ${JSON.stringify(query)}`;
      expect(status, location).toBeLessThan(500);
      // An answer may echo the words of the query; only the text of posts counts.
      const found = forbiddenSentences.filter(
        (sentence) => query.keyword !== sentence && text.includes(sentence),
      );
      expect(found, location).toEqual([]);
    }
  }, 120_000);

  test('every post is readable in full, as a teaser with offers, as a notice, or not found', async () => {
    for (const post of matrix.posts) {
      const { status, body } = await readPost(person, post);
      const location = `${post.level} in column ${post.columnId}`;
      const part = partOf(person, post);
      if (part === 'nothing') {
        expect(status, location).toBe(404);
        continue;
      }
      expect(status, location).toBe(200);
      if (part === 'notice') {
        expect(body.data, location).toMatchObject({
          body: '',
          lockReason: 'withdrawn',
          headings: [],
          attachments: [],
        });
        // A buyer of this very post can have it refunded; a subscription and a gift did not pay for it.
        expect(body.data.offers.map(({ type }: { type: string }) => type)).toEqual(
          person === 'buyer' ? ['refund'] : [],
        );
        continue;
      }
      expect(body.data.body, location).toContain(openSentence(post.level));
      expect(body.data.body.includes(lockedSentence(post.level)), location).toBe(part === 'all');
      expect(body.data.locked, location).toBe(part !== 'all');
      expect(body.data.offers.length > 0, location).toBe(part !== 'all');
    }
  }, 120_000);

  test('lists mark locked posts, and contain only published posts', async () => {
    for (const [key, kind] of [
      ['GET /news/reception/getGlobalNewsList', 'news'],
      ['GET /reception/article/getResearchArticleList', 'article'],
      ['GET /reception/getOneInternalReferenceList', 'reference'],
    ] as const) {
      const { body } = await callAs(person, key, { size: '100' });
      const listed = new Map<string, boolean>(
        body.data.records.map(({ id, locked }: { id: string; locked: boolean }) => [id, locked]),
      );
      for (const post of matrix.posts.filter((one) => one.kind === kind)) {
        const location = `${post.level} in column ${post.columnId}`;
        const isOut = publishedLevels.includes(post.level);
        expect(listed.get(post.id), location).toBe(isOut ? partOf(person, post) !== 'all' : undefined);
      }
    }
  });

  test('search finds locked posts only for readers whose access opens them, and open posts for everyone', async () => {
    const found = async (keyword: string): Promise<string[]> => {
      const { body } = await callAs(person, 'GET /reception/globalSearch', { keyword, size: '100' });
      return body.data.records.map(({ id }: { id: string }) => id).toSorted();
    };
    const out = matrix.posts.filter(({ level }) => publishedLevels.includes(level));
    const ids = (matrixPosts: readonly MatrixPost[]) => matrixPosts.map(({ id }) => id).toSorted();
    expect(await found(openWord)).toEqual(ids(out));
    expect(await found(lockedWord)).toEqual(
      ids(matrix.posts.filter((post) => isSearchedWhole(person, post))),
    );
  });

  test('pages contain what a visitor may read, whoever requests them; views that need a log-in contain no post', async () => {
    for (const post of matrix.posts) {
      const part = partOf('visitor', post);
      for (const url of [
        detailPath(post.columnId, post.id),
        `/mobileDetail?id=${post.id}&kind=${post.kind}`,
      ]) {
        const { status, body } = await fetchAs(person, url);
        const location = `${post.level} at ${url}`;
        const isShell = post.columnId !== '5' && !url.startsWith('/mobileDetail');
        expect(status, location).toBe(isShell || part !== 'nothing' ? 200 : 404);
        expect(body.includes(openSentence(post.level)), location).toBe(!isShell && part !== 'nothing');
        expect(body.includes(lockedSentence(post.level)), location).toBe(!isShell && part === 'all');
        if (isShell) expect(body, location).toContain('noindex');
        if (!isShell && part === 'teaser') expect(documentHead(body), location).not.toContain(lockedWord);
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
      const { status, body } = await fetchAs(person, url);
      expect(status, url).toBe(200);
      for (const sentence of forbiddenSentencesFor('visitor'))
        expect(body.includes(sentence), `${sentence} at ${url}`).toBe(false);
    }
  }, 120_000);

  test('feeds and the sitemap contain the open text of open columns and no locked sentence, whoever requests them', async () => {
    const sitemap = (await fetchAs(person, '/sitemap.xml')).body;
    const parts = [...sitemap.matchAll(/\/sitemap-\w+\.xml/g)].map(([path]) => path);
    expect(parts.length).toBeGreaterThan(1);
    const [author] = await portal.ctx.db
      .selectFrom('authors')
      .select('id')
      .where('name', '=', '著者')
      .execute();
    const folders = ['', '/5', `/tag/${encodeURIComponent('植入')}`, `/author/${author?.id}`];
    const feeds = folders.flatMap((folder) => [`${folder}/feed.xml`, `${folder}/feed.json`]);
    for (const url of [...feeds, '/atom.xml', '/sitemap.xml', ...parts]) {
      const { body, status } = await fetchAs(person, url);
      expect(status, url).toBe(200);
      const isFeed = !url.startsWith('/sitemap');
      for (const level of levels) {
        expect(body.includes(lockedSentence(level)), `${lockedSentence(level)} in ${url}`).toBe(
          isFeed && level === 'public',
        );
        expect(body.includes(openSentence(level)), `${openSentence(level)} in ${url}`).toBe(
          isFeed && publishedLevels.includes(level),
        );
      }
    }
    for (const url of ['/1/feed.xml', '/3/feed.xml', '/3/feed.json'])
      expect((await fetchAs(person, url)).status, url).toBe(404);
  });
});

/** The metadata of a page for machines: head and structured data. */
const documentHead = (html: string): string => html.slice(0, html.indexOf('</head>'));

describe('to the millisecond', () => {
  const setClock = (ms: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: ms });
    vi.spyOn(portal.app.clock, 'now').mockImplementation(() => new Date());
  };
  const endingPeople = [
    ['vipEnding', 'vip'],
    ['columnsEnding', 'subscriber'],
  ] as const;

  test.each(endingPeople)(
    '%s reads all of it until their access ends, and nothing from then on',
    async (person, before) => {
      const countHits = async () => {
        const { body } = await callAs(person, 'GET /reception/globalSearch', {
          keyword: lockedWord,
          size: '100',
        });
        return body.data.records.length;
      };
      for (const [ms, equivalentPerson] of [
        [matrix.endsAt - 1, before],
        [matrix.endsAt, 'member'],
      ] as const) {
        setClock(ms);
        for (const post of matrix.posts) {
          const { status, body } = await readPost(person, post);
          const part = partOf(equivalentPerson, post);
          const location = `${post.level} in column ${post.columnId}`;
          expect(status, location).toBe(part === 'nothing' ? 404 : 200);
          if (status === 200)
            expect(body.data.body.includes(lockedSentence(post.level)), location).toBe(part === 'all');
        }
        const found = matrix.posts.filter((post) => isSearchedWhole(equivalentPerson, post));
        expect(await countHits()).toBe(found.length);
      }
    },
  );

  test('a scheduled post is hidden everywhere until its time, and visible everywhere from then on', async () => {
    // This post is due before the scheduled posts of the matrix, which other tests expect to stay scheduled.
    const due = Date.now() + 600_000;
    const words = '这一句到了时间才出来';
    const id = await addPost(portal, {
      columnId: '5',
      state: 'scheduled',
      publishedAt: new Date(due),
      body: `<p>${words}。</p>`,
    });
    const urls = [detailPath('5', id), `/mobileDetail?id=${id}&kind=article`];
    const showsSentence = async (url: string) => (await fetchAs('visitor', url)).body.includes(words);
    const readScheduledPost = () => callAs('visitor', selectCalls.article, { id });
    setClock(due - 1);
    await publishDuePosts(portal.ctx);
    expect((await readScheduledPost()).status).toBe(404);
    for (const url of [...urls, '/5/feed.xml', '/5/feed.json'])
      expect(await showsSentence(url), url).toBe(false);
    setClock(due);
    await publishDuePosts(portal.ctx);
    expect((await readScheduledPost()).body.data.body).toContain(words);
    for (const url of [...urls, '/5/feed.xml', '/5/feed.json'])
      await waitFor(async () => expect(await showsSentence(url), url).toBe(true));
  });
});
