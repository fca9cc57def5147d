import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';

/** A post as an import would bring it; the date is added later. */
export type Text = { title: string; body: string; company: string; stockCode: string; tag: string };

/** Real texts and questions, which are not part of the project. */
export const dataFolder = process.env.BENCH_DATA ?? join(import.meta.dirname, '../../shared/data');
const news = join(dataFolder, 'finance-news.csv');
const demo = join(import.meta.dirname, '../db/seeds/demo/posts');

/** The topics of the posts; each has its share of titles, as tags in a newsroom do. */
const subjects = ['减持', '业绩', '股份', '公告', '亏损', '质押', '收购', '涨停', '项目', '处罚'];

type Source = { title: string; body: string; company: string; stockCode: string };

/** Returns the source of the texts, for the report. */
export const textSource = (): string => (existsSync(news) ? 'finance-news.csv' : 'db/seeds/demo/posts');

/**
 * Returns an endless supply of different posts as long as real imported ones, the same in every run: the n-th has the
 * headline and length of a real post, and sentences of it and of others.
 */
export function createTextSupply(): (n: number) => Text {
  const sources = existsSync(news) ? readNews() : readDemo();
  const sentences = sources.flatMap(({ body }) => splitSentences(body));
  return (n) => {
    const random = randomFrom(n + 1);
    const source = sources[n % sources.length] as Source;
    const round = Math.floor(n / sources.length);
    // The first round returns the real posts unchanged.
    if (round === 0) return { ...source, tag: tagOf(source.title, random) };
    const other = pickRandom(sources, random);
    const title = `${source.title.slice(0, 14)} ${other.title.slice(0, 18)}`;
    return {
      ...source,
      title,
      body: mixSentences(source.body, sentences, random),
      tag: tagOf(title, random),
    };
  };
}

function mixSentences(own: string, sentences: readonly string[], random: () => number): string {
  const [first = '', ...rest] = splitSentences(own);
  const body = [first];
  for (let length = first.length; length < own.length || body.length < 2; ) {
    const next = (random() < 0.3 && rest.shift()) || pickRandom(sentences, random);
    body.push(next);
    length += next.length;
  }
  // A paragraph every three sentences.
  return body.map((sentence, index) => (index % 3 === 2 ? `${sentence}\n\n` : sentence)).join('');
}

const tagOf = (title: string, random: () => number): string =>
  subjects.find((subject) => title.includes(subject)) ?? pickRandom(subjects, random);

const splitSentences = (text: string): string[] => text.match(/[^。！？\n]+[。！？\n]*/g) ?? [text];

function readNews(): Source[] {
  const rows: Record<string, string>[] = parse(readFileSync(news), { columns: true, bom: true });
  return rows.map((row) => ({
    title: row.标题 ?? '',
    body: row.正文 ?? '',
    company: row.公司 ?? '',
    stockCode: row.代码 ?? '',
  }));
}

/** Reads paragraphs of the demo edition, each with its post's headline: about as long as a news item. */
function readDemo(): Source[] {
  return readdirSync(demo).flatMap((name) => {
    const [, frontMatter = '', text = ''] =
      /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(join(demo, name), 'utf8')) ?? [];
    const title = /^title: *["']?(.*?)["']?$/m.exec(frontMatter)?.[1] ?? name;
    const paragraphs = text.split(/\n{2,}/).filter((part) => /^[^#>|!<-]/.test(part) && part.length > 40);
    return paragraphs.map((body, index) => ({
      title: `${title}（${index + 1}）`,
      body,
      company: '',
      stockCode: `${600000 + ((name.length * 37 + index) % 3000)}`,
    }));
  });
}

const pickRandom = <T>(list: readonly T[], random: () => number): T =>
  list[Math.floor(random() * list.length)] as T;

/** mulberry32: small, and the same on every machine. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
