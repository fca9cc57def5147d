import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSegmenter } from '#shared/text/segment.ts';
import { openBuilderProcesses } from './builder-process.ts';
import { currentFormat } from './index-generations.ts';
import {
  openSearchIndex,
  type SearchDocument,
  type SearchIndex,
  type SearchRequest,
} from './search-index.ts';

const segmenter = createSegmenter(['宁德时代', '斐君钽晟']);
const open = (dir: string) => openSearchIndex({ place: { uri: dir }, segmenter: () => segmenter });
const dirs: string[] = [];

async function freshIndex(documents: SearchDocument[] = []): Promise<{ dir: string; index: SearchIndex }> {
  const dir = await mkdtemp(join(tmpdir(), 'search-'));
  dirs.push(dir);
  const index = open(dir);
  await index.rebuild(batches(documents));
  return { dir, index };
}

async function* batches(documents: SearchDocument[]) {
  yield documents;
}

let nextId = 100_001;
function buildSearchDocument(given: Partial<SearchDocument>): SearchDocument {
  const id = `${nextId++}`;
  return {
    id,
    kind: 'article',
    columnId: '1001',
    authorIds: ['7'],
    authorNames: ['编辑部'],
    title: '标题',
    tags: [],
    stockCodes: [],
    stockNames: [],
    openText: '',
    whole: null,
    publishedAtMs: 1_700_000_000_000 + Number(id) * 1000,
    ...given,
  };
}

async function ids(index: SearchIndex, words: string, more: Partial<SearchRequest> = {}): Promise<string[]> {
  return (await index.search({ words, audience: 'visitor', limit: 20, ...more })).hits.map(({ id }) => id);
}

afterAll(() => Promise.all(dirs.map((dir) => rm(dir, { recursive: true }))));

describe('finding', () => {
  const inTitle = buildSearchDocument({
    title: '宁德时代一季报',
    openText: '动力电池龙头发布财报。'.repeat(9),
  });
  const inBody = buildSearchDocument({
    title: '晨报',
    openText: `${'其他事情很多。'.repeat(5)}宁德时代发布一季报。`,
  });
  const wide = buildSearchDocument({
    title: 'ＴＣＬ集团与ｉＰｈｏｎｅ',
    openText: '𠮷野家😀在Ａ股',
    stockCodes: ['000100'],
  });
  const labelled = buildSearchDocument({
    title: '复盘',
    tags: ['碳中和'],
    authorNames: ['李四', '张三丰'],
    stockCodes: ['600519'],
  });
  let index: SearchIndex;
  let mixed: SearchIndex | undefined;
  let mixedIds: Map<string, string> | undefined;
  beforeAll(async () => {
    ({ index } = await freshIndex([inTitle, inBody, wide, labelled]));
  });

  test('weighs a word in the title more than one in the body', async () => {
    expect(await ids(index, '宁德时代')).toEqual([inTitle.id, inBody.id]);
  });

  test.each([['tcl集团'], ['ＴＣＬ'], ['IPHONE'], ['𠮷野家'], ['A股'], ['000100']])(
    'finds the post by %s despite full width, mixed scripts and rare Hanzi',
    async (words) => {
      expect(await ids(index, words)).toEqual([wide.id]);
    },
  );

  test.each([['碳中和'], ['张三丰'], ['600519']])(
    'finds by tag, author and stock code: %s',
    async (words) => {
      expect(await ids(index, words)).toEqual([labelled.id]);
    },
  );

  test('finds titles that contain one Han', async () => {
    expect(await ids(index, '盘')).toEqual([labelled.id]);
  });

  test('ranks a phrase above its words apart, and words in one sentence above words far apart', async () => {
    const filler = '市场平静，成交清淡，投资者观望，消息不多。'.repeat(8);
    // Equal lengths and counts, so that only the distance of the words differs.
    const apart = buildSearchDocument({ title: '一', openText: `储能很热。${filler}电站也在建。` });
    const near = buildSearchDocument({ title: '二', openText: `${filler}储能很热，电站也在建。` });
    const phrase = buildSearchDocument({ title: '三', openText: `储能电站很热。${filler}也在建。` });
    const { index: own } = await freshIndex([apart, phrase, near]);
    expect(await ids(own, '储能电站')).toEqual([phrase.id, near.id, apart.id]);
    expect(await ids(own, '储能 电站')).toEqual([phrase.id, near.id, apart.id]);
    expect(await ids(own, '电站 储能')).toHaveLength(3);
  });

  test('ranks a phrase first among more matches than are counted, also before all are in the inverted index', async () => {
    const filler = '市场平静，成交清淡，投资者观望，消息不多。'.repeat(4);
    const apart = Array.from({ length: 1100 }, (_, n) =>
      buildSearchDocument({ title: `第${n}号`, openText: '电站在建，储能很热' }),
    );
    // Longer, so that its words count less than those of the others.
    const phrase = buildSearchDocument({ title: '三', openText: `储能电站在建。${filler}` });
    const { index: own } = await freshIndex([...apart, phrase]);
    expect((await ids(own, '储能 电站'))[0]).toBe(phrase.id);
    await own.upsert([buildSearchDocument({ title: '新作', openText: '储能与电站' })]);
    expect((await ids(own, '储能 电站'))[0]).toBe(phrase.id);
  });

  test('shows the nearest after the posts that contain every word of a long query, if these are few', async () => {
    const complete = buildSearchDocument({ title: '其一', openText: '监管部门通报光伏玻璃产能过剩风险预警' });
    const nearest = buildSearchDocument({ title: '其二', openText: '光伏玻璃产能过剩风险预警'.repeat(3) });
    const { index: own } = await freshIndex([nearest, complete]);
    const request = { words: '监管部门通报光伏玻璃产能过剩', audience: 'visitor', limit: 20 } as const;
    const found = await own.search(request);
    expect(found.hits.map(({ id }) => id)).toEqual([complete.id, nearest.id]);
    expect(found.matched).toBe('all');
    expect(await ids(own, '监管部门')).toEqual([complete.id]);
  });

  test('ranks a long text with more words of a question above a short one that repeats some', async () => {
    const filler = '市场平静，成交清淡，投资者观望，消息不多。'.repeat(2);
    const words = ['监管部门', '光伏玻璃', '产能过剩', '库存积压', '价格下跌'];
    const long = buildSearchDocument({ title: '其一', openText: words.join(filler) });
    const short = buildSearchDocument({ title: words.slice(0, 3).join('，'), openText: '其二' });
    // Each word is in as many other posts, so that all of them weigh the same.
    const others = words.map((word) => buildSearchDocument({ title: '其他', openText: word }));
    const { index: own } = await freshIndex([short, long, ...others]);
    const found = await own.search({
      words: `${words.join(' ')} 出口退税`,
      audience: 'visitor',
      limit: 20,
    });
    expect(found.matched).toBe('some');
    expect(found.hits.slice(0, 2).map(({ id }) => id)).toEqual([long.id, short.id]);
  });

  test.each([
    ['50ETF', ['etf']],
    ['etf 50', ['apart', 'etf']],
    ['GPT-5', ['gpt']],
    ['gpt5', ['gpt']],
    ['mw', ['power']],
    ['100 mw', ['power']],
    ['300750', ['code']],
    ['750', []],
  ])('finds letters, digits and Hanzi side by side: %s', async (words, expected) => {
    const documents = {
      etf: buildSearchDocument({ title: '上证50ETF放量' }),
      apart: buildSearchDocument({ title: '50家公司的ETF' }),
      gpt: buildSearchDocument({ title: 'ChatBot与GPT 5o' }),
      power: buildSearchDocument({ title: '储能', openText: '并网100MW。' }),
      code: buildSearchDocument({ title: '代码300750.SZ' }),
      longer: buildSearchDocument({ title: '编号3007500' }),
    };
    mixed ??= (await freshIndex(Object.values(documents))).index;
    mixedIds ??= new Map(Object.entries(documents).map(([name, { id }]) => [id, name]));
    const found = (await mixed.search({ words, audience: 'visitor', limit: 20 })).hits;
    expect(found.map(({ id }) => mixedIds?.get(id)).sort()).toEqual(expected);
  });

  test('reads pinyin beside letters and digits, and shows the nearest where it is none', async () => {
    const named = buildSearchDocument({ title: '2345网络更名' });
    const plane = buildSearchDocument({ title: 'C919 首飞' });
    const { index: own } = await freshIndex([named, plane]);
    const namesOf = async () => ['2345网络更名', 'C919 首飞'];
    for (const words of ['2345wangluo', '2345 wangluo', '2345wl'])
      expect(await ids(own, words, { namesOf }), words).toEqual([named.id]);
    for (const words of ['c919shoufei', 'c919 shoufei', 'C919SF'])
      expect(await ids(own, words, { namesOf }), words).toEqual([plane.id]);
    const nearest = await own.search({ words: '2345zzz', audience: 'visitor', limit: 20, namesOf });
    expect([nearest.matched, nearest.hits.map(({ id }) => id)]).toEqual(['some', [named.id]]);
  });

  test('searches titles only within titles', async () => {
    expect(await ids(index, '宁德时代', { field: 'title' })).toEqual([inTitle.id]);
  });

  test('returns the nearest and says so if no post contains every word', async () => {
    const answer = await index.search({ words: '宁德时代收购𠮷野家', audience: 'visitor', limit: 20 });
    expect(answer.matched).toBe('some');
    expect(answer.hits.map(({ id }) => id)).toContain(wide.id);
    const exact = await index.search({ words: '宁德时代 季报', audience: 'visitor', limit: 20 });
    expect(exact.matched).toBe('all');
  });

  test('finds nothing for words that are nowhere', async () => {
    expect(await ids(index, '火星殖民')).toEqual([]);
  });
});

describe('locked text', () => {
  const secret = '斐君钽晟';
  const text = `导读。这里写着${secret}的底牌`;
  const forMembers = buildSearchDocument({
    title: '会员',
    openText: '导读',
    whole: { text, openFor: 'member' },
  });
  const forVip = buildSearchDocument({ title: '尊享', openText: '导读', whole: { text, openFor: 'vip' } });
  const decoy = buildSearchDocument({ title: '公开', openText: '底牌 导读' });
  let index: SearchIndex;
  beforeAll(async () => {
    ({ index } = await freshIndex([forMembers, forVip, decoy]));
  });

  test('is found only by readers whose level opens it', async () => {
    expect(await ids(index, secret)).toEqual([]);
    expect(await ids(index, secret, { audience: 'member' })).toEqual([forMembers.id]);
    expect((await ids(index, secret, { audience: 'vip' })).sort()).toEqual([forMembers.id, forVip.id].sort());
  });

  test('is guarded in the same way before the inverted index contains the post', async () => {
    const whole = { text: '导读。量子隧穿', openFor: 'vip' } as const;
    const fresh = buildSearchDocument({ title: '新作', openText: '导读', whole });
    await index.upsert([fresh]);
    expect(await ids(index, '量子隧穿')).toEqual([]);
    expect(await ids(index, '量子隧穿', { audience: 'member' })).toEqual([]);
    expect(await ids(index, '量子隧穿', { audience: 'vip' })).toEqual([fresh.id]);
  });

  test('changes neither scores nor counts of a visitor', async () => {
    const without = await freshIndex(
      [forMembers, forVip, decoy].map((document) => ({ ...document, whole: null })),
    );
    const query = { words: '底牌 导读', audience: 'visitor', limit: 20 } as const;
    await index.remove([(await ids(index, '新作'))[0] ?? '']);
    await index.optimise();
    expect(await index.search(query)).toEqual(await without.index.search(query));
  });

  test('is found in traditional characters and in pinyin by the same readers only', async () => {
    const whole = (openFor: 'member' | 'vip') => ({ text: '导读。储能隧道的底牌', openFor });
    const forMember = buildSearchDocument({ title: '甲', openText: '导读', whole: whole('member') });
    const forVipOnly = buildSearchDocument({ title: '乙', openText: '导读', whole: whole('vip') });
    const forSale = buildSearchDocument({ title: '丙', openText: '导读' });
    // Pinyin is read from titles and labels; without this title the word could not be typed at all.
    const named = buildSearchDocument({ title: '储能隧道', openText: '导读' });
    const { index: own } = await freshIndex([forMember, forVipOnly, forSale, named]);
    const namesOf = async () => ['储能隧道'];
    for (const words of ['储能隧道', '儲能隧道', 'chunengsuidao', 'cnsd']) {
      const found = async (audience: SearchRequest['audience']) =>
        (await ids(own, words, { audience, namesOf })).sort();
      expect(await found('visitor'), words).toEqual([named.id]);
      expect(await found('member'), words).toEqual([forMember.id, named.id].sort());
      expect(await found('vip'), words).toEqual([forMember.id, forVipOnly.id, named.id].sort());
    }
    await own.remove([named.id]);
    expect(await ids(own, 'chunengsuidao', { audience: 'vip', namesOf })).toEqual([]);
  });

  test('does not keep a post of a higher level from being found by its open text', async () => {
    for (const audience of ['visitor', 'member', 'vip'] as const) {
      expect(await ids(index, '尊享', { audience })).toEqual([forVip.id]);
      expect(await ids(index, '尊享', { audience, field: 'title' })).toEqual([forVip.id]);
    }
  });
});

describe('filtering, counting and sorting', () => {
  const day = 86_400_000;
  const at = (days: number) => Date.UTC(2026, 0, 1) + days * day;
  const many = Array.from({ length: 2300 }, (_, n) =>
    buildSearchDocument({
      title: `股东减持第${n}号`,
      kind: n % 2 ? 'news' : 'article',
      columnId: `${1001 + (n % 3)}`,
      authorIds: n === 77 ? ['7', '8'] : ['7'],
      tags: n < 2 ? ['早报', "o'clock"] : [],
      stockCodes: n % 1000 === 5 ? ['300750', '600519'] : [],
      publishedAtMs: at((n * 7919) % 2300),
    }),
  );
  const newest = many.toSorted((a, b) => b.publishedAtMs - a.publishedAtMs).map(({ id }) => id);
  let index: SearchIndex;
  beforeAll(async () => {
    ({ index } = await freshIndex(many));
  });
  const searchFor = (more: Partial<SearchRequest>) =>
    index.search({ words: '股东减持', audience: 'visitor', limit: 20, ...more });

  test('caps totals at a thousand and says so', async () => {
    expect(await searchFor({})).toMatchObject({ total: 1000, totalCapped: true });
    expect(await searchFor({ filters: { startMs: at(0), endMs: at(9) } })).toMatchObject({
      total: 10,
      totalCapped: false,
    });
  });

  test('sorts exactly by newest among more matches than are counted', async () => {
    const page = (offset: number) =>
      searchFor({ sort: 'newest', offset }).then((answer) => answer.hits.map(({ id }) => id));
    expect(await page(0)).toEqual(newest.slice(0, 20));
    expect(await page(1500)).toEqual(newest.slice(1500, 1520));
    expect(await page(2290)).toEqual(newest.slice(2290));
    expect(await page(20_000)).toEqual([]);
  });

  test('returns only what the filters name', async () => {
    const news = await searchFor({
      filters: { kinds: ['news'], columnId: '1002' },
      limit: 100,
      sort: 'newest',
    });
    const expected = many.filter(({ kind, columnId }) => kind === 'news' && columnId === '1002');
    expect(news).toMatchObject({ total: expected.length, totalCapped: false });
    expect(new Set(expected.map(({ id }) => id)).isSupersetOf(new Set(news.hits.map(({ id }) => id)))).toBe(
      true,
    );
    expect((await searchFor({ filters: { authorId: '8' } })).total).toBe(1);
    expect((await searchFor({ filters: { stockCode: '600519' } })).total).toBe(3);
    expect((await searchFor({ filters: { tag: "o'clock" } })).total).toBe(2);
    expect((await searchFor({ filters: { kinds: [] } })).total).toBe(0);
  });

  test('returns the same without facets', async () => {
    const request = { filters: { kinds: ['news'] }, sort: 'newest' } as const;
    const [counted, uncounted] = [
      await searchFor(request),
      await searchFor({ ...request, countsFacets: false }),
    ];
    expect(counted.facets.kinds.size).toBe(2);
    expect({ ...uncounted, facets: counted.facets }).toEqual(counted);
  });

  test('counts facets without their own filter', async () => {
    const { facets } = await searchFor({
      filters: { startMs: at(0), endMs: at(99), columnId: '1001', kinds: ['news'] },
    });
    const inTime = many.filter(({ publishedAtMs }) => publishedAtMs <= at(99));
    const count = (match: (document: SearchDocument) => boolean) => inTime.filter(match).length;
    expect(facets.kinds.get('article')).toBe(count((d) => d.kind === 'article' && d.columnId === '1001'));
    expect(facets.columns.get('1003')).toBe(count((d) => d.kind === 'news' && d.columnId === '1003'));
  });

  test('sorts by the given views', async () => {
    const filters = { startMs: at(0), endMs: at(9) };
    const { hits } = await searchFor({
      filters,
      sort: 'views',
      viewsOf: async (found) => new Map(found.map((id) => [id, Number(id) % 10])),
    });
    const views = hits.map(({ id }) => Number(id) % 10);
    expect(views).toEqual(views.toSorted((a, b) => b - a));
  });

  test.each([
    [{ columnId: "1' or 1=1" }],
    [{ columnId: '9'.repeat(30) }],
    [{ authorId: 'abc' }],
    [{ stockCode: "'; drop table posts" }],
    [{ kinds: ["x' or 'a'='a"] }],
    [{ tag: "' or ''='" }],
    [{ tag: "\\' or 1=1 --" }],
    [{ tag: '\ud800"; drop table posts' }],
    [{ startMs: Number.POSITIVE_INFINITY }],
    [{ endMs: -1e300 }],
  ])('returns an empty page for a filter that can match nothing: %j', async (filters) => {
    expect(await searchFor({ filters })).toMatchObject({ hits: [], total: 0 });
  });
});

describe('any query', () => {
  let index: SearchIndex;
  beforeAll(async () => {
    ({ index } = await freshIndex([
      buildSearchDocument({ title: '宁德时代', whole: { text: '底牌', openFor: 'vip' } }),
    ]));
  });

  test.each([
    ['nothing', ''],
    ['space', '   '],
    ['quotes', '"\'`\\'],
    ['punctuation', '，。！？……——'],
    ['operators', 'AND OR NOT ( ) + - ~ ^ * ? : " /'],
    ['SQL', "'; drop table posts; --"],
    ['HTML', '<script>alert(1)</script>'],
    ['lone surrogates', '\ud800\udc00\ud800'],
    ['control characters', '\u0000\u0001\u202e'],
    ['emoji', '😀👨‍👩‍👧‍👦'],
    ['ten kilobytes of one word', 'a'.repeat(10_000)],
    ['ten kilobytes of words', '宁德时代'.repeat(2_500)],
    ['wildcards', '%_%'],
  ])('made of %s gets an answer', async (_, words) => {
    for (const audience of ['visitor', 'vip'] as const) {
      expect((await index.search({ words, audience, limit: 10 })).total).toBeGreaterThanOrEqual(0);
    }
  });

  test('of any other kind gets an answer too', async () => {
    const words = fc.string({ unit: 'binary', maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(words, async (text) => {
        expect(Array.isArray(await ids(index, text, { audience: 'member' }))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

describe('maintaining the index', () => {
  test('shows writes, changes and removals to the next query of another reader', async () => {
    const { dir, index } = await freshIndex();
    const reader = open(dir);
    const document = buildSearchDocument({ title: '量子计算' });
    expect(await ids(reader, '量子计算')).toEqual([]);
    await index.upsert([document, { ...document, title: '量子通信' }]);
    expect(await ids(reader, '量子通信')).toEqual([document.id]);
    expect(await ids(reader, '计算')).toEqual([]);
    await index.upsert([{ ...document, title: '核聚变' }]);
    expect(await ids(reader, '通信')).toEqual([]);
    expect(await ids(reader, '核聚变')).toEqual([document.id]);
    await index.remove([document.id, '999', 'abc']);
    expect(await ids(reader, '核聚变')).toEqual([]);
  });

  test('returns the same results after optimising', async () => {
    const { index } = await freshIndex([buildSearchDocument({ title: '旧闻' })]);
    const added = Array.from({ length: 30 }, (_, n) => buildSearchDocument({ title: `新闻第${n}条` }));
    for (const document of added) await index.upsert([document]);
    await index.remove([added[0]?.id ?? '']);
    const before = (await ids(index, '新闻', { limit: 50 })).sort();
    expect(before).toHaveLength(29);
    expect((await index.countIndexed()).unindexed).toBeGreaterThan(0);
    await index.optimise();
    expect((await index.countIndexed()).unindexed).toBe(0);
    expect((await ids(index, '新闻', { limit: 50 })).sort()).toEqual(before);
  });

  test('is optimised by another process as by this one', async () => {
    const { dir, index } = await freshIndex([buildSearchDocument({ title: '旧闻' })]);
    await index.upsert([buildSearchDocument({ title: '新闻' })]);
    const before = (await ids(index, '闻')).sort();
    expect(before).toHaveLength(2);
    const [builder] = await openBuilderProcesses(1, { uri: dir }, `posts_1_f${currentFormat}`, []);
    await builder?.optimise();
    await builder?.close();
    expect(await index.countIndexed()).toEqual({ indexed: 2, unindexed: 0 });
    expect((await ids(index, '闻')).sort()).toEqual(before);
  });

  test('answers many concurrent queries', async () => {
    const documents = Array.from({ length: 60 }, (_, n) => buildSearchDocument({ title: `航运周报 N${n}` }));
    const { index } = await freshIndex(documents);
    await ids(index, '航运');
    const found = await Promise.all(documents.map((_, n) => ids(index, `航运 N${n}`)));
    expect(found).toEqual(documents.map(({ id }) => [id]));
  });

  test('is unavailable while the index is lost and works after a rebuild', async () => {
    const document = buildSearchDocument({ title: '观澜' });
    const { dir, index } = await freshIndex([document]);
    expect(await ids(index, '观澜')).toEqual([document.id]);
    await rm(dir, { recursive: true });
    await expect(ids(open(dir), '观澜')).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(open(dir).upsert([document])).rejects.toMatchObject({ kind: 'unavailable' });
    await open(dir).rebuild(batches([document]));
    expect(await ids(open(dir), '观澜')).toEqual([document.id]);
  });

  test('is unavailable while the index is damaged and works after a rebuild', async () => {
    const document = buildSearchDocument({ title: '观澜' });
    const { dir } = await freshIndex([document]);
    const files = await readdir(dir, { recursive: true, withFileTypes: true });
    for (const file of files) if (file.isFile()) await writeFile(join(file.parentPath, file.name), 'broken');
    const index = open(dir);
    await expect(ids(index, '观澜')).rejects.toMatchObject({ kind: 'unavailable' });
    await index.rebuild(batches([document]));
    expect(await ids(index, '观澜')).toEqual([document.id]);
  });

  test('answers from an index of an older format, which is not written but rebuilt', async () => {
    const document = buildSearchDocument({ title: '观澜储能' });
    const { dir, index } = await freshIndex([document]);
    index.close();
    // The table as the version before wrote it: without the column of pinyin and without the format in its name.
    await rename(join(dir, `posts_1_f${currentFormat}.lance`), join(dir, 'posts_1.lance'));
    const { connect } = await import('@lancedb/lancedb');
    const old = await (await connect(dir)).openTable('posts_1');
    await old.dropColumns(['pinyin']);
    old.close();

    const updated = open(dir);
    const namesOf = async () => ['观澜储能'];
    expect(await ids(updated, '观澜')).toEqual([document.id]);
    expect(await ids(updated, 'chuneng', { namesOf })).toEqual([]);
    expect([await updated.isReady(), await updated.examine()]).toEqual([false, 'absent']);
    async function* searching() {
      expect(await ids(updated, '观澜')).toEqual([document.id]);
      yield [document];
    }
    await updated.rebuild(searching());
    expect([await updated.isReady(), await updated.examine()]).toEqual([true, 'sound']);
    expect(await ids(updated, 'chuneng', { namesOf })).toEqual([document.id]);
  });

  test('answers from an index with other tokens by every column of it', async () => {
    const document = buildSearchDocument({ title: '观澜储能', authorIds: ['7', '8'] });
    const { dir, index } = await freshIndex([document]);
    index.close();
    await rename(join(dir, `posts_1_f${currentFormat}.lance`), join(dir, 'posts_1_f4.lance'));
    const updated = open(dir);
    expect(await updated.isReady()).toBe(false);
    expect(await ids(updated, '观澜', { filters: { authorId: '8' } })).toEqual([document.id]);
    expect(await ids(updated, 'chuneng', { namesOf: async () => ['观澜储能'] })).toEqual([document.id]);
  });

  test('answers from a partial index and says so, until the whole one is built', async () => {
    const [old, recent] = [
      buildSearchDocument({ title: '观澜旧文' }),
      buildSearchDocument({ title: '观澜新文' }),
    ];
    const dir = await mkdtemp(join(tmpdir(), 'search-'));
    dirs.push(dir);
    const index = open(dir);
    expect(await index.canAnswer()).toBe(false);
    await index.rebuild(batches([recent]), { isPartial: true });
    expect(await ids(index, '观澜')).toEqual([recent.id]);
    const { notice } = await index.search({ words: '观澜', audience: 'visitor', limit: 5 });
    expect(notice).toBe('搜索正在重建，现在只找得到最新的一部分内容');
    // It must not be written, and a worker that starts again builds the whole one.
    expect([await index.canAnswer(), await index.isReady(), await index.examine()]).toEqual([
      true,
      false,
      'absent',
    ]);
    await index.rebuild(batches([old, recent]));
    expect((await ids(index, '观澜')).sort()).toEqual([old.id, recent.id]);
    expect((await index.search({ words: '观澜', audience: 'visitor', limit: 5 })).notice).toBeNull();
    expect([await index.isReady(), await index.examine()]).toEqual([true, 'sound']);
  });

  test('counts by column and sorts exactly after its rows are in memory, moved and replaced', async () => {
    const documents = Array.from({ length: 150 }, () => buildSearchDocument({ title: '观澜' }));
    const { index } = await freshIndex(documents);
    const columnsOf = async () =>
      (await index.search({ words: '观澜', audience: 'visitor', limit: 1, sort: 'newest' })).facets.columns;
    const newest = async () => (await ids(index, '观澜', { sort: 'newest', limit: 2 }))[0];
    expect(await columnsOf()).toEqual(new Map([['1001', 150]]));
    // The rows are read in the background.
    await new Promise((resolve) => setTimeout(resolve, 200));
    const [changed, gone] = documents;
    await index.upsert([{ ...changed, columnId: '7', publishedAtMs: 1_900_000_000_000 } as SearchDocument]);
    await index.remove([gone?.id ?? '']);
    const expected = new Map([
      ['1001', 148],
      ['7', 1],
    ]);
    expect(await columnsOf()).toEqual(expected);
    expect(await newest()).toBe(changed?.id);
    await index.optimise();
    expect(await columnsOf()).toEqual(expected);
    expect(await newest()).toBe(changed?.id);
  });

  test('is built by other processes as by this one, if there are many posts', {
    tags: ['deep'],
    timeout: 180_000,
  }, async () => {
    const documents = ['宁德时代一季报', '储能电站', '斐君钽晟'].map((title) =>
      buildSearchDocument({ title }),
    );
    const dir = await mkdtemp(join(tmpdir(), 'search-'));
    dirs.push(dir);
    const index = open(dir);
    const done: number[] = [];
    async function* inParts() {
      for (const document of documents) yield [document];
    }
    const options = { expected: 10_000, onRows: (count: number) => done.push(count) };
    expect(await index.rebuild(inParts(), options)).toBe(3);
    expect(done).toEqual([1, 1, 1]);
    for (const { title, id } of documents) expect(await ids(index, title)).toEqual([id]);
    expect(await index.examine()).toBe('sound');

    async function* dying() {
      yield [buildSearchDocument({ title: '别的' })];
      throw new Error('the process was stopped');
    }
    await expect(index.rebuild(dying(), options)).rejects.toThrow('stopped');
    expect(await ids(index, '别的')).toEqual([]);
    expect(await ids(index, '储能')).toEqual([documents[1]?.id]);
  });

  test('keeps the old index in use if a rebuild dies half-way', async () => {
    const document = buildSearchDocument({ title: '观澜' });
    const { dir, index } = await freshIndex([document]);
    async function* dying() {
      yield [buildSearchDocument({ title: '别的' })];
      throw new Error('the process was stopped');
    }
    await expect(index.rebuild(dying())).rejects.toThrow('stopped');
    expect(await ids(open(dir), '观澜')).toEqual([document.id]);
    expect(await ids(open(dir), '别的')).toEqual([]);
    await index.rebuild(batches([document, buildSearchDocument({ title: '别的' })]));
    expect(await ids(open(dir), '别的')).toHaveLength(1);
  });
});
