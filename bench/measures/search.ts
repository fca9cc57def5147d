import { publishBenchPost, withdrawBenchPost } from '../bench-posts.ts';
import { callHeaders, openClient } from '../client.ts';
import { measuredColumn } from '../fill.ts';
import type { Measure } from '../measure.ts';
import { atMost, formatNumber, infoLine, type Line, skippedLine } from '../report.ts';
import { median, quantile } from '../rounds.ts';

const requestsPerKind = 150;
const found = 5;

/** Search queries: words in thousands of posts, words in a handful of posts, questions of six words, and pinyin. */
const frequent = ['减持', '公司 股东', '业绩', '公告', '股份'];
export const questions = [
  '哪家 公司 股东 减持 股份 比例',
  '上市公司 业绩 预告 净利润 同比 下降',
  '控股股东 质押 股份 占 总股本 多少',
  '证监会 处罚 上市公司 信息披露 违规 罚款',
  '公司 收购 资产 重组 停牌 复牌',
];
export const pinyin = ['jianchi', 'konggugudong', 'yejiyugao', 'zhiya gufen', 'gdjc'];

/** Search with one client over HTTP compared with reading one article, and the delay until search finds a new post. */
export const search: Measure = async ({ portal, running }) => {
  const { apiBase, apiClient } = portal.config;
  const headers = callHeaders(apiClient);
  const client = openClient(running.port);
  const address = (keyword: string) =>
    `${apiBase}/reception/globalSearch?size=20&keyword=${encodeURIComponent(keyword)}`;
  try {
    const first = await client.get(address('减持'), headers);
    if (first.status !== 200) return [skippedLine('search', `it answers ${first.status}: ${first.body}`)];
    return [...(await measureSpeed()), ...(await measureFreshness())];
  } finally {
    client.close();
  }

  async function measureSpeed(): Promise<Line[]> {
    const rare = await rareWords();
    const articles = await portal.query<{ id: string }>(
      `select id::text from posts where column_id = $1 order by md5(id::text) limit $2`,
      [measuredColumn, requestsPerKind],
    );
    const kinds = { frequent, rare, questions, pinyin, article: articles.map(({ id }) => id) };
    const times = new Map(Object.keys(kinds).map((kind) => [kind, [] as number[]]));
    // In turn, so that each kind of query sees the machine in the same state.
    for (let n = -20; n < requestsPerKind; n++) {
      for (const [kind, words] of Object.entries(kinds)) {
        const word = words[(n + words.length * 20) % words.length] ?? '';
        const ms = await measureMs(kind, word);
        if (n >= 0) times.get(kind)?.push(ms);
      }
    }
    const p95 = (kind: string) => quantile(times.get(kind) ?? [], 0.95);
    const medianText = (kind: string) => formatNumber(median(times.get(kind) ?? []));
    const article = p95('article');
    const line = (what: string, kind: string) =>
      atMost(
        `search for ${what}, p95 : selectArticle, p95`,
        p95(kind) / article,
        10,
        '×',
        `${formatNumber(p95(kind))} ms, median ${medianText(kind)} ms; article ${formatNumber(article)} ms, median ${medianText('article')} ms`,
      );
    return [
      line('a frequent word', 'frequent'),
      line('a rare word', 'rare'),
      line('a question of six words', 'questions'),
      line('pinyin', 'pinyin'),
    ];
  }

  async function measureMs(kind: string, word: string): Promise<number> {
    const started = performance.now();
    const { status } =
      kind === 'article'
        ? await client.post(`${apiBase}/reception/article/selectArticle?id=${word}`, headers)
        : await client.get(address(word), headers);
    if (status !== 200) throw new Error(`${kind} ${word} answered ${status}`);
    return performance.now() - started;
  }

  /** Returns names of companies that few posts are about. */
  async function rareWords(): Promise<string[]> {
    const rows = await portal.query<{ name: string }>(
      `select s.name from stocks s join post_labels l on l.type = 'stock' and l.label = s.code
       group by s.name order by count(*), s.name limit 20`,
    );
    return rows.length > 0 ? rows.map(({ name }) => name) : ['风电叶片', '活字印刷'];
  }

  async function measureFreshness(): Promise<Line[]> {
    const seen: number[] = [];
    const gone: number[] = [];
    for (let n = 0; n < found; n++) {
      const word = `测速${Date.now().toString(36)}`;
      const started = performance.now();
      const id = await publishBenchPost(portal, `${word} 刚刚发布`);
      await waitForHits((hits) => hits.includes(id));
      seen.push(performance.now() - started);
      const ended = performance.now();
      await withdrawBenchPost(portal, id);
      await waitForHits((hits) => !hits.includes(id));
      gone.push(performance.now() - ended);

      async function waitForHits(isExpected: (ids: string[]) => boolean): Promise<void> {
        for (const since = performance.now(); performance.now() - since < 20_000; ) {
          const { body } = await client.get(address(word), headers);
          const records: { id: string }[] = JSON.parse(body.toString()).data?.records ?? [];
          if (isExpected(records.map((record) => record.id))) return;
        }
        throw new Error('search did not find the post within 20 s');
      }
    }
    const all = (times: number[]) => `median ${formatNumber(median(times))} ms of ${found}`;
    return [
      atMost('published to found, slowest', Math.max(...seen), 1000, 'ms', all(seen)),
      atMost('withdrawn to not found, slowest', Math.max(...gone), 1000, 'ms', all(gone)),
      infoLine('  posts in the index', formatNumber(await countPosts())),
    ];
  }

  async function countPosts(): Promise<number> {
    const [row] = await portal.query<{ count: number }>(
      `select count(*)::int count from posts where state = 'published'`,
    );
    return row?.count ?? 0;
  }
};
