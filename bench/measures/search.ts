import { callHeaders, openClient } from '../client.ts';
import { measuredColumn } from '../fill.ts';
import type { Measure } from '../measure.ts';
import { publishPiece, withdrawPiece } from '../newsroom.ts';
import { atMost, figure, type Line, said, skipped } from '../report.ts';
import { median, quantile } from '../rounds.ts';

const askedEach = 150;
const found = 5;

/** What is asked of search: words in thousands of pieces, words in a handful, and questions of six words. */
const frequent = ['减持', '公司 股东', '业绩', '公告', '股份'];
const questions = [
  '哪家 公司 股东 减持 股份 比例',
  '上市公司 业绩 预告 净利润 同比 下降',
  '控股股东 质押 股份 占 总股本 多少',
  '证监会 处罚 上市公司 信息披露 违规 罚款',
  '公司 收购 资产 重组 停牌 复牌',
];

/** Search with one client over HTTP against reading one article, and how soon it finds what is new. */
export const search: Measure = async ({ portal, running }) => {
  const { apiBase, apiClient } = portal.config;
  const headers = callHeaders(apiClient);
  const client = openClient(running.port);
  const address = (keyword: string) =>
    `${apiBase}/reception/globalSearch?size=20&keyword=${encodeURIComponent(keyword)}`;
  try {
    const first = await client.get(address('减持'), headers);
    if (first.status !== 200) return [skipped('search', `it answers ${first.status}: ${first.body}`)];
    return [...(await speed()), ...(await freshness())];
  } finally {
    client.close();
  }

  async function speed(): Promise<Line[]> {
    const rare = await rareWords();
    const articles = await portal.query<{ id: string }>(
      `select id::text from posts where column_id = $1 order by md5(id::text) limit $2`,
      [measuredColumn, askedEach],
    );
    const kinds = { frequent, rare, questions, article: articles.map(({ id }) => id) };
    const times = new Map(Object.keys(kinds).map((kind) => [kind, [] as number[]]));
    // In turn, so that each kind meets the machine in the same state.
    for (let n = -20; n < askedEach; n++) {
      for (const [kind, words] of Object.entries(kinds)) {
        const word = words[(n + words.length * 20) % words.length] ?? '';
        const ms = await timed(kind, word);
        if (n >= 0) times.get(kind)?.push(ms);
      }
    }
    const p95 = (kind: string) => quantile(times.get(kind) ?? [], 0.95);
    const half = (kind: string) => figure(median(times.get(kind) ?? []));
    const article = p95('article');
    const line = (what: string, kind: string) =>
      atMost(
        `search for ${what}, p95 : selectArticle, p95`,
        p95(kind) / article,
        10,
        '×',
        `${figure(p95(kind))} ms, median ${half(kind)} ms; article ${figure(article)} ms, median ${half('article')} ms`,
      );
    return [
      line('a frequent word', 'frequent'),
      line('a rare word', 'rare'),
      line('a question of six words', 'questions'),
    ];
  }

  async function timed(kind: string, word: string): Promise<number> {
    const started = performance.now();
    const { status } =
      kind === 'article'
        ? await client.post(`${apiBase}/reception/article/selectArticle?id=${word}`, headers)
        : await client.get(address(word), headers);
    if (status !== 200) throw new Error(`${kind} ${word} answered ${status}`);
    return performance.now() - started;
  }

  /** Names of companies that few pieces are about. */
  async function rareWords(): Promise<string[]> {
    const rows = await portal.query<{ name: string }>(
      `select s.name from stocks s join post_labels l on l.type = 'stock' and l.label = s.code
       group by s.name order by count(*), s.name limit 20`,
    );
    return rows.length > 0 ? rows.map(({ name }) => name) : ['风电叶片', '活字印刷'];
  }

  async function freshness(): Promise<Line[]> {
    const seen: number[] = [];
    const gone: number[] = [];
    for (let n = 0; n < found; n++) {
      const word = `测速${Date.now().toString(36)}`;
      const started = performance.now();
      const id = await publishPiece(portal, `${word} 刚刚发布`);
      await until((hits) => hits.includes(id));
      seen.push(performance.now() - started);
      const ended = performance.now();
      await withdrawPiece(portal, id);
      await until((hits) => !hits.includes(id));
      gone.push(performance.now() - ended);

      async function until(isSo: (ids: string[]) => boolean): Promise<void> {
        for (const since = performance.now(); performance.now() - since < 20_000; ) {
          const { body } = await client.get(address(word), headers);
          const records: { id: string }[] = JSON.parse(body.toString()).data?.records ?? [];
          if (isSo(records.map((record) => record.id))) return;
        }
        throw new Error('search did not follow within 20 s');
      }
    }
    const all = (times: number[]) => `median ${figure(median(times))} ms of ${found}`;
    return [
      atMost('published to found, slowest', Math.max(...seen), 1000, 'ms', all(seen)),
      atMost('withdrawn to not found, slowest', Math.max(...gone), 1000, 'ms', all(gone)),
      said('  pieces in the index', figure(await pieces())),
    ];
  }

  async function pieces(): Promise<number> {
    const [row] = await portal.query<{ count: number }>(
      `select count(*)::int count from posts where state = 'published'`,
    );
    return row?.count ?? 0;
  }
};
