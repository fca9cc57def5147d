import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSegmenter } from '#shared/text/segment.ts';
import {
  openSearchIndex,
  type SearchDocument,
  type SearchIndex,
  type SearchRequest,
} from './search-index.ts';

const segmenter = createSegmenter(['宁德时代', '斐君钽晟']);
const open = (dir: string) => openSearchIndex({ dir, segmenter: () => segmenter });
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
function piece(given: Partial<SearchDocument>): SearchDocument {
  const id = `${nextId++}`;
  return {
    id,
    kind: 'article',
    columnId: '1001',
    authorId: '7',
    authorName: '编辑部',
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
  return (await index.search({ words, reader: 'visitor', limit: 20, ...more })).hits.map(({ id }) => id);
}

afterAll(() => Promise.all(dirs.map((dir) => rm(dir, { recursive: true }))));

describe('finding', () => {
  const inTitle = piece({ title: '宁德时代一季报', openText: '动力电池龙头发布财报。'.repeat(9) });
  const inBody = piece({ title: '晨报', openText: `${'其他事情很多。'.repeat(5)}宁德时代发布一季报。` });
  const wide = piece({
    title: 'ＴＣＬ集团与ｉＰｈｏｎｅ',
    openText: '𠮷野家😀在Ａ股',
    stockCodes: ['000100'],
  });
  const labelled = piece({ title: '复盘', tags: ['碳中和'], authorName: '张三丰', stockCodes: ['600519'] });
  let index: SearchIndex;
  beforeAll(async () => {
    ({ index } = await freshIndex([inTitle, inBody, wide, labelled]));
  });

  test('a word in the title weighs more than in the body', async () => {
    expect(await ids(index, '宁德时代')).toEqual([inTitle.id, inBody.id]);
  });

  test.each([['tcl集团'], ['ＴＣＬ'], ['IPHONE'], ['𠮷野家'], ['A股'], ['000100']])(
    '%s finds the piece in full width, mixed scripts and rare Hanzi',
    async (words) => {
      expect(await ids(index, words)).toEqual([wide.id]);
    },
  );

  test.each([['碳中和'], ['张三丰'], ['600519']])('%s finds by tag, author and stock code', async (words) => {
    expect(await ids(index, words)).toEqual([labelled.id]);
  });

  test('one Han finds titles that hold it', async () => {
    expect(await ids(index, '盘')).toEqual([labelled.id]);
  });

  test('within titles only titles are searched', async () => {
    expect(await ids(index, '宁德时代', { field: 'title' })).toEqual([inTitle.id]);
  });

  test('where no piece holds every word, the nearest are given and said to be so', async () => {
    const answer = await index.search({ words: '宁德时代收购𠮷野家', reader: 'visitor', limit: 20 });
    expect(answer.matched).toBe('some');
    expect(answer.hits.map(({ id }) => id)).toContain(wide.id);
    const exact = await index.search({ words: '宁德时代 季报', reader: 'visitor', limit: 20 });
    expect(exact.matched).toBe('all');
  });

  test('what is nowhere is not found', async () => {
    expect(await ids(index, '火星殖民')).toEqual([]);
  });
});

describe('locked text', () => {
  const secret = '斐君钽晟';
  const text = `导读。这里写着${secret}的底牌`;
  const forMembers = piece({ title: '会员', openText: '导读', whole: { text, openFor: 'member' } });
  const forVip = piece({ title: '尊享', openText: '导读', whole: { text, openFor: 'vip' } });
  const decoy = piece({ title: '公开', openText: '底牌 导读' });
  let index: SearchIndex;
  beforeAll(async () => {
    ({ index } = await freshIndex([forMembers, forVip, decoy]));
  });

  test('is found only by those whose level opens it', async () => {
    expect(await ids(index, secret)).toEqual([]);
    expect(await ids(index, secret, { reader: 'member' })).toEqual([forMembers.id]);
    expect((await ids(index, secret, { reader: 'vip' })).sort()).toEqual([forMembers.id, forVip.id].sort());
  });

  test('stays closed before the inverted index knows the piece, and opens likewise', async () => {
    const whole = { text: '导读。量子隧穿', openFor: 'vip' } as const;
    const fresh = piece({ title: '新作', openText: '导读', whole });
    await index.upsert([fresh]);
    expect(await ids(index, '量子隧穿')).toEqual([]);
    expect(await ids(index, '量子隧穿', { reader: 'member' })).toEqual([]);
    expect(await ids(index, '量子隧穿', { reader: 'vip' })).toEqual([fresh.id]);
  });

  test('changes neither a visitor’s scores nor counts', async () => {
    const without = await freshIndex(
      [forMembers, forVip, decoy].map((document) => ({ ...document, whole: null })),
    );
    const ask = { words: '底牌 导读', reader: 'visitor', limit: 20 } as const;
    await index.remove([(await ids(index, '新作'))[0] ?? '']);
    await index.optimise();
    expect(await index.search(ask)).toEqual(await without.index.search(ask));
  });

  test('a piece of a higher level is still found by its open text', async () => {
    for (const reader of ['visitor', 'member', 'vip'] as const) {
      expect(await ids(index, '尊享', { reader })).toEqual([forVip.id]);
      expect(await ids(index, '尊享', { reader, field: 'title' })).toEqual([forVip.id]);
    }
  });
});

describe('narrowing, counting and sorting', () => {
  const day = 86_400_000;
  const at = (days: number) => Date.UTC(2026, 0, 1) + days * day;
  const many = Array.from({ length: 2300 }, (_, n) =>
    piece({
      title: `股东减持第${n}号`,
      kind: n % 2 ? 'news' : 'article',
      columnId: `${1001 + (n % 3)}`,
      authorId: n === 77 ? '8' : '7',
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
  const ask = (more: Partial<SearchRequest>) =>
    index.search({ words: '股东减持', reader: 'visitor', limit: 20, ...more });

  test('totals stop at a thousand and say so', async () => {
    expect(await ask({})).toMatchObject({ total: 1000, totalCapped: true });
    expect(await ask({ filters: { startMs: at(0), endMs: at(9) } })).toMatchObject({
      total: 10,
      totalCapped: false,
    });
  });

  test('newest first is exact among more matches than are counted', async () => {
    const page = (offset: number) =>
      ask({ sort: 'newest', offset }).then((answer) => answer.hits.map(({ id }) => id));
    expect(await page(0)).toEqual(newest.slice(0, 20));
    expect(await page(1500)).toEqual(newest.slice(1500, 1520));
    expect(await page(2290)).toEqual(newest.slice(2290));
    expect(await page(20_000)).toEqual([]);
  });

  test('filters leave only what they name', async () => {
    const news = await ask({ filters: { kinds: ['news'], columnId: '1002' }, limit: 100, sort: 'newest' });
    const expected = many.filter(({ kind, columnId }) => kind === 'news' && columnId === '1002');
    expect(news).toMatchObject({ total: expected.length, totalCapped: false });
    expect(new Set(expected.map(({ id }) => id)).isSupersetOf(new Set(news.hits.map(({ id }) => id)))).toBe(
      true,
    );
    expect((await ask({ filters: { authorId: '8' } })).total).toBe(1);
    expect((await ask({ filters: { stockCode: '600519' } })).total).toBe(3);
    expect((await ask({ filters: { tag: "o'clock" } })).total).toBe(2);
    expect((await ask({ filters: { kinds: [] } })).total).toBe(0);
  });

  test('facets count without their own filter', async () => {
    const { facets } = await ask({
      filters: { startMs: at(0), endMs: at(99), columnId: '1001', kinds: ['news'] },
    });
    const inTime = many.filter(({ publishedAtMs }) => publishedAtMs <= at(99));
    const count = (match: (document: SearchDocument) => boolean) => inTime.filter(match).length;
    expect(facets.kinds.get('article')).toBe(count((d) => d.kind === 'article' && d.columnId === '1001'));
    expect(facets.columns.get('1003')).toBe(count((d) => d.kind === 'news' && d.columnId === '1003'));
  });

  test('views sort by the counts they are given', async () => {
    const filters = { startMs: at(0), endMs: at(9) };
    const { hits } = await ask({
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
  ])('a filter that can match nothing gives an empty page: %j', async (filters) => {
    expect(await ask({ filters })).toMatchObject({ hits: [], total: 0 });
  });
});

describe('any query', () => {
  let index: SearchIndex;
  beforeAll(async () => {
    ({ index } = await freshIndex([piece({ title: '宁德时代', whole: { text: '底牌', openFor: 'vip' } })]));
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
  ])('made of %s is answered', async (_, words) => {
    for (const reader of ['visitor', 'vip'] as const) {
      expect((await index.search({ words, reader, limit: 10 })).total).toBeGreaterThanOrEqual(0);
    }
  });

  test('so is whatever else people send', async () => {
    const words = fc.string({ unit: 'binary', maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(words, async (text) => {
        expect(Array.isArray(await ids(index, text, { reader: 'member' }))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

describe('keeping the index', () => {
  test('what is written is found by another reader’s next query, changed and removed likewise', async () => {
    const { dir, index } = await freshIndex();
    const reader = open(dir);
    const document = piece({ title: '量子计算' });
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

  test('optimising changes no answer', async () => {
    const { index } = await freshIndex([piece({ title: '旧闻' })]);
    const added = Array.from({ length: 30 }, (_, n) => piece({ title: `新闻第${n}条` }));
    for (const document of added) await index.upsert([document]);
    await index.remove([added[0]?.id ?? '']);
    const before = (await ids(index, '新闻', { limit: 50 })).sort();
    expect(before).toHaveLength(29);
    expect(await index.countUnindexed()).toBeGreaterThan(0);
    await index.optimise();
    expect(await index.countUnindexed()).toBe(0);
    expect((await ids(index, '新闻', { limit: 50 })).sort()).toEqual(before);
  });

  test('many questions at once are all answered', async () => {
    const documents = Array.from({ length: 60 }, (_, n) => piece({ title: `航运周报 N${n}` }));
    const { index } = await freshIndex(documents);
    await ids(index, '航运');
    const found = await Promise.all(documents.map((_, n) => ids(index, `航运 N${n}`)));
    expect(found).toEqual(documents.map(({ id }) => [id]));
  });

  test('a lost index is unavailable, and a rebuild brings it back', async () => {
    const document = piece({ title: '观澜' });
    const { dir, index } = await freshIndex([document]);
    expect(await ids(index, '观澜')).toEqual([document.id]);
    await rm(dir, { recursive: true });
    await expect(ids(open(dir), '观澜')).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(open(dir).upsert([document])).rejects.toMatchObject({ kind: 'unavailable' });
    await open(dir).rebuild(batches([document]));
    expect(await ids(open(dir), '观澜')).toEqual([document.id]);
  });

  test('a damaged index is unavailable, and a rebuild brings it back', async () => {
    const document = piece({ title: '观澜' });
    const { dir } = await freshIndex([document]);
    const files = await readdir(dir, { recursive: true, withFileTypes: true });
    for (const file of files) if (file.isFile()) await writeFile(join(file.parentPath, file.name), 'broken');
    const index = open(dir);
    await expect(ids(index, '观澜')).rejects.toMatchObject({ kind: 'unavailable' });
    await index.rebuild(batches([document]));
    expect(await ids(index, '观澜')).toEqual([document.id]);
  });

  test('a rebuild that died half-way leaves the old index in use', async () => {
    const document = piece({ title: '观澜' });
    const { dir, index } = await freshIndex([document]);
    async function* dying() {
      yield [piece({ title: '别的' })];
      throw new Error('the process was stopped');
    }
    await expect(index.rebuild(dying())).rejects.toThrow('stopped');
    expect(await ids(open(dir), '观澜')).toEqual([document.id]);
    expect(await ids(open(dir), '别的')).toEqual([]);
    await index.rebuild(batches([document, piece({ title: '别的' })]));
    expect(await ids(open(dir), '别的')).toHaveLength(1);
  });
});
