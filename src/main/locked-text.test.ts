import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineColumns } from '#features/columns/index.ts';
import { withdrawPost } from '#features/posts/index.ts';
import { rebuildIndex } from '#features/search/index.ts';
import { dayMs } from '#shared/dates.ts';
import { addPiece, logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPlan, asMember, orderFor, payOrderOf, refundAll } from '#testing/sales.ts';
import { serveOutgoing } from './outgoing/serve.ts';

/**
 * Pieces of every access, each with an open and a locked sentence of its own, looked for on every call a reader
 * can make, as visitor, member and VIP (issue A, part 5), and as members who bought the pieces for sale, subscribe to
 * their columns, or had all of that and have it no longer (issue D).
 */
type Level =
  | 'public'
  | 'member'
  | 'vip'
  | 'paid'
  | 'vipFree'
  | 'inherited'
  | 'draft'
  | 'scheduled'
  | 'withdrawn';

// Han alone: the body gets hair spaces between Han and Latin, and a sentence in pieces would be missed.
const names: Record<Level, string> = {
  public: '甲',
  member: '乙',
  vip: '丙',
  paid: '丁',
  vipFree: '戊',
  inherited: '己',
  draft: '庚',
  scheduled: '辛',
  withdrawn: '壬',
};
const open = (level: Level) => `开放语句${names[level]}可见`;
const locked = (level: Level) => `锁住语句${names[level]}勿泄`;

type Person = 'visitor' | 'member' | 'vip' | 'buyer' | 'subscriber' | 'expired';

const mayRead: Record<Person, Level[]> = {
  visitor: ['public'],
  member: ['public', 'member'],
  vip: ['public', 'member', 'vip', 'vipFree', 'inherited'],
  buyer: ['public', 'member', 'paid', 'vipFree'],
  subscriber: ['public', 'member', 'vip', 'paid', 'vipFree', 'inherited'],
  expired: ['public', 'member'],
};
const out: Level[] = ['public', 'member', 'vip', 'paid', 'vipFree', 'inherited'];
const hidden: Level[] = ['draft', 'scheduled', 'withdrawn'];

const kinds = [
  { kind: 'article', columnId: '3' },
  { kind: 'news', columnId: '1' },
  // Its view opens without a log-in, so that feeds and sitemap have it.
  { kind: 'article', columnId: '5' },
  { kind: 'reference', columnId: '6' },
] as const;
const selects = {
  article: 'POST /reception/article/selectArticle',
  news: 'POST /news/reception/selectNews',
  reference: 'POST /reception/selectReference',
};

let portal: Portal;
const pieces: { id: string; level: Level; kind: keyof typeof selects }[] = [];
const tokens: Partial<Record<Person, string>> = {};

beforeAll(async () => {
  portal = await openPortal();
  serveOutgoing(portal.app, portal.house);
  await defineColumns(portal.ctx, [
    { id: '5', columnName: '门外可见', access: 'vip', loginAuth: 0 },
    { id: '6', columnName: '内参', kind: 'reference', access: 'vip' },
  ]);
  tokens.member = (await logIn(portal)).token;
  tokens.vip = (await logIn(portal, { vipDays: 1 })).token;
  for (const { kind, columnId } of kinds)
    for (const level of [...out, ...hidden]) pieces.push({ kind, level, id: await plant(level, columnId) });
  // Pinned, too, wherever a piece can be.
  for (const column_id of [null, '1', '3'])
    await portal.ctx.db
      .insertInto('pins')
      .values(pieces.map(({ id }) => ({ post_id: id, column_id })))
      .execute();
  await trade();
  await rebuildIndex(portal.ctx, portal.house.searchIndexes);
});
afterAll(() => portal.close());

async function plant(level: Level, columnId: string): Promise<string> {
  const body = `<p>${open(level)}。</p><h2>小节</h2><!--paywall--><p>${locked(level)}。</p><p><img src="/files/x.png" alt="${locked(level)}"></p>`;
  const isLevel = ['public', 'member', 'vip', 'paid'].includes(level);
  const id = await addPiece(portal, {
    columnId,
    body,
    tags: ['植入'],
    stockCodes: ['697012'],
    access: isLevel
      ? (level as 'vip')
      : level === 'vipFree'
        ? 'paid'
        : level === 'inherited'
          ? undefined
          : 'public',
    ...(level === 'paid' || level === 'vipFree' ? { price: 100, vipFree: level === 'vipFree' } : {}),
    state: level === 'draft' || level === 'scheduled' ? level : 'published',
    ...(level === 'scheduled' ? { publishedAt: new Date(Date.now() + 3_600_000) } : {}),
  });
  if (level === 'withdrawn') await withdrawPost(portal.ctx, id);
  return id;
}

/** One buys what is for sale, one subscribes to both columns, one had VIP, columns and pieces, and none runs any more. */
async function trade(): Promise<void> {
  const person = async (name: Person, daysAgo = 0) => {
    const { token, memberId } = await logIn(portal);
    tokens[name] = token;
    return asMember(portal.ctx, memberId, { now: () => new Date(Date.now() - daysAgo * dayMs) });
  };
  const vip = await addPlan(portal, { months: null, days: 30 });
  const columns = await Promise.all(
    kinds.map(({ columnId }) =>
      addPlan(portal, { scope: 'column', column_id: columnId, months: null, days: 30 }),
    ),
  );
  const forSale = pieces.filter(({ level }) => level === 'paid' || level === 'vipFree');
  const buyer = await person('buyer');
  const subscriber = await person('subscriber');
  const expired = await person('expired', 31);
  const buy = async (ctx: typeof buyer, thing: string) => {
    const id = await orderFor(ctx, { thing });
    await payOrderOf(ctx, id);
    return id;
  };
  for (const { id } of forSale) {
    await buy(buyer, `post:${id}`);
    await refundAll(expired, await buy(expired, `post:${id}`));
  }
  for (const plan of columns) {
    await buy(subscriber, `plan:${plan}`);
    await buy(expired, `plan:${plan}`);
  }
  await buy(expired, `plan:${vip}`);
}

type Surface = { key: string; query?: Record<string, string> };

/** Every call of the API that a reader can make without changing anything, with what it needs. */
function surfaces(): Surface[] {
  const ids = pieces.map(({ id }) => id);
  const ofEach = (key: string) => ids.map((id) => ({ key, query: { id } }));
  const fixed = portal.house.calls.filter(({ path }) => !path.startsWith('/blade-auth'));
  const byId = /select|previous|next|addViewTimes/;
  return fixed.flatMap(({ method, path }): Surface[] => {
    const key = `${method} ${path}`;
    if (byId.test(path)) return ofEach(key);
    if (path.endsWith('getAdList')) return [{ key, query: { adPosid: '1' } }];
    if (path.endsWith('getColumnChildrenList')) return [{ key, query: { columnId: '1' } }];
    if (/globalSearch|searchSuggestions/.test(path))
      return [...out, ...hidden].flatMap((level) => [
        { key, query: { keyword: locked(level) } },
        { key, query: { keyword: '勿泄' } },
      ]);
    return [
      { key, query: { size: '100' } },
      { key, query: { size: '100', columnId: '3' } },
      { key, query: { size: '100', columnId: '6' } },
      { key, query: { size: '100', tag: '植入' } },
    ];
  });
}

describe.each(Object.keys(mayRead) as Person[])('as a %s', (person) => {
  test('no call answers a locked sentence of what they may not read', async () => {
    const forbidden = [...out, ...hidden].filter((level) => !mayRead[person].includes(level)).map(locked);
    // Each piece may be read through the column it inherits from: column 3 is for VIP, column 1 for members.
    const mayReadInherited = person !== 'visitor';
    const token = tokens[person];
    for (const { key, query } of surfaces()) {
      const { text, status } = await portal.ask(key, {
        ...(query ? { query } : {}),
        ...(token ? { token } : {}),
      });
      expect(status, `${key} ${JSON.stringify(query)}`).toBeLessThan(500);
      // A query's own words may come back (a suggestion, an echo); what counts is the text of the pieces.
      for (const sentence of forbidden) {
        if (query?.keyword === sentence) continue;
        const isInherited = sentence === locked('inherited') && mayReadInherited;
        if (!isInherited)
          expect(text.includes(sentence), `${sentence} in ${key} ${JSON.stringify(query)}`).toBe(false);
      }
    }
  });

  test('the open part of every published piece can be read, the rest where their access allows', async () => {
    const token = tokens[person];
    for (const { id, level, kind } of pieces) {
      const { status, body } = await portal.ask(selects[kind], {
        query: { id },
        ...(token ? { token } : {}),
      });
      if (level === 'withdrawn' && person === 'subscriber') {
        expect(body.data).toMatchObject({ body: '', lockReason: 'withdrawn', headings: [], attachments: [] });
        continue;
      }
      if (hidden.includes(level)) {
        expect(status).toBe(404);
        continue;
      }
      const isInheritedNews = level === 'inherited' && kind === 'news' && person !== 'visitor';
      const isWhole = mayRead[person].includes(level) || isInheritedNews;
      expect(body.data.body).toContain(open(level));
      expect(body.data.body.includes(locked(level)), `${level} ${kind}`).toBe(isWhole);
      expect(body.data.locked).toBe(!isWhole);
      expect(body.data.offers.length > 0).toBe(!isWhole);
    }
  });
});

test('feeds and sitemap hold the open text of an open column and no locked sentence, whoever asks', async () => {
  const sitemap = (await portal.app.inject('/sitemap.xml')).body;
  const parts = [...sitemap.matchAll(/\/sitemap-\w+\.xml/g)].map(([path]) => path);
  expect(parts.length).toBeGreaterThan(1);
  for (const url of ['/feed.xml', '/5/feed.xml', '/atom.xml', '/sitemap.xml', ...parts])
    for (const token of [undefined, tokens.member, tokens.vip]) {
      const headers = token ? { 'blade-auth': `bearer ${token}` } : {};
      const { body, statusCode } = await portal.app.inject({ url, headers });
      expect(statusCode, url).toBe(200);
      const isFeed = !url.startsWith('/sitemap');
      for (const level of [...out, ...hidden]) {
        const isWhole = isFeed && level === 'public';
        expect(body.includes(locked(level)), `${locked(level)} in ${url}`).toBe(isWhole);
        expect(body.includes(open(level)), `${open(level)} in ${url}`).toBe(isFeed && out.includes(level));
      }
    }
  for (const url of ['/1/feed.xml', '/3/feed.xml'])
    expect((await portal.app.inject(url)).statusCode, url).toBe(404);
});
