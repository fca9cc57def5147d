/**
 * How well search answers questions: MRR@10 on CMRC 2018 (256 passages, 1,002 questions), passages as articles,
 * questions as queries. `npx node bench/search-relevance.ts`; fails below 0.98.
 */
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSearchIndex, type SearchDocument } from '#features/search/search-index.ts';
import { excerpt } from '#shared/text/excerpt.ts';
import { createSegmenter } from '#shared/text/segment.ts';

const required = 0.98;
const data = join(import.meta.dirname, '../../shared/data/cmrc2018-trial.json');

type Cmrc = { data: { paragraphs: { context: string; qas: { question: string }[] }[] }[] };

async function main(): Promise<void> {
  if (!existsSync(data)) {
    console.log(`search relevance: skipped, ${data} is not there`);
    return;
  }
  const { data: articles } = JSON.parse(readFileSync(data, 'utf8')) as Cmrc;
  const paragraphs = articles.flatMap((article) => article.paragraphs);
  const mrr = await measure(paragraphs);
  const questions = paragraphs.reduce((sum, { qas }) => sum + qas.length, 0);
  console.log(`search relevance: MRR@10 ${mrr.toFixed(4)} over ${questions} questions, ${required} required`);
  if (mrr < required) process.exitCode = 1;
}

async function measure(paragraphs: Cmrc['data'][number]['paragraphs']): Promise<number> {
  const dir = await mkdtemp(join(tmpdir(), 'search-relevance-'));
  const segmenter = createSegmenter();
  const index = openSearchIndex({ dir, segmenter: () => segmenter });
  try {
    await index.rebuild(onePage(paragraphs.map(({ context }, number) => toDocument(context, number))));
    const ranks: number[] = [];
    for (const [number, { qas }] of paragraphs.entries()) {
      for (const { question } of qas) {
        const { hits } = await index.search({ words: question, reader: 'visitor', limit: 10 });
        const place = hits.findIndex(({ id }) => id === idOf(number));
        ranks.push(place < 0 ? 0 : 1 / (place + 1));
      }
    }
    return ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length;
  } finally {
    await rm(dir, { recursive: true });
  }
}

const idOf = (number: number) => `${100_001 + number}`;

async function* onePage(documents: SearchDocument[]) {
  yield documents;
}

/** As an import makes it: a passage has no headline, so the title is its beginning. */
function toDocument(context: string, number: number): SearchDocument {
  return {
    id: idOf(number),
    kind: 'article',
    columnId: '1001',
    authorId: '1',
    authorName: '编辑部',
    title: excerpt(context, 30),
    tags: [],
    stockCodes: [],
    stockNames: [],
    openText: context,
    whole: null,
    publishedAtMs: 1_700_000_000_000 + number,
  };
}

await main();
