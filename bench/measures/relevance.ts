import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureAuthors } from '#features/authors/index.ts';
import { defineColumns } from '#features/columns/index.ts';
import { addPosts, prepareBodySync } from '#features/posts/index.ts';
import { waitUntilIndexed } from '#features/search/index.ts';
import { excerpt } from '#shared/text/excerpt.ts';
import { callHeaders, openClient } from '../client.ts';
import type { Measure } from '../measure.ts';
import { openPortal, type Portal } from '../portal.ts';
import { type Line, skippedLine } from '../report.ts';
import { createTextSupply, dataFolder, textSource } from '../texts.ts';

const data = join(dataFolder, 'cmrc2018-trial.json');
const what = 'questions answered by search, MRR@10';
const targets = { alone: 0.98, mixed: 0.985 };

type Paragraph = { context: string; qas: { question: string }[] };

/**
 * CMRC 2018: its passages are articles, its questions go to the search call. Measured twice: in an otherwise empty portal,
 * and in one that also has the demo edition and real news (finance-news.csv). No rule of ranking is chosen by these
 * questions.
 */
export const relevance: Measure = async ({ log }) => {
  if (!existsSync(data)) return [skippedLine(what, 'cmrc2018-trial.json was not found')];
  const articles: { paragraphs: Paragraph[] }[] = JSON.parse(readFileSync(data, 'utf8')).data;
  const paragraphs = articles.flatMap((article) => article.paragraphs);
  return [
    await measure(paragraphs, false, log),
    textSource() === newsFile
      ? await measure(paragraphs, true, log)
      : skippedLine(`${what}, among other posts`, `${newsFile} was not found`),
  ];
};

const newsFile = 'finance-news.csv';

async function measure(
  paragraphs: readonly Paragraph[],
  isMixed: boolean,
  log: (line: string) => void,
): Promise<Line> {
  const portal = await openPortal({ hasDemo: isMixed, log });
  try {
    if (isMixed) await addNews(portal);
    const ids = await addPassages(portal, paragraphs);
    const running = await portal.start({ WEB_PROCESSES: '1' });
    try {
      if (!(await waitUntilIndexed(portal.ctx, 120_000))) throw new Error('the index did not become ready');
      return await rank(portal, running.port, paragraphs, ids, isMixed);
    } finally {
      await running.stop();
    }
  } finally {
    await portal.close();
  }
}

/** Adds the news of finance-news.csv, each once. */
async function addNews({ ctx }: Portal): Promise<void> {
  await defineColumns(ctx, [{ id: '1002', columnName: '财经新闻', listOrder: 2, loginAuth: 0 }]);
  const authors = await ensureAuthors(ctx, ['编辑部']);
  const supply = createTextSupply();
  const texts = new Map(
    Array.from({ length: newsCount }, (_, n) => [supply(n).title + supply(n).body, supply(n)]),
  );
  const posts = [...texts.values()].map(({ title, body, tag, stockCode }, index) => ({
    columnId: '1002',
    authorId: authors.get('编辑部') ?? '',
    title,
    tags: [tag],
    stockCodes: [stockCode],
    body: prepareBodySync({ body, format: 'text' }),
    state: 'published' as const,
    publishedAt: new Date(Date.now() - 86_400_000 * 2 - index * 1000),
  }));
  for (let at = 0; at < posts.length; at += 500) await addPosts(ctx, posts.slice(at, at + 500));
}

/** Rows of finance-news.csv: the first round of the text supply is these, unchanged. */
const newsCount = 2400;

async function addPassages({ ctx }: Portal, paragraphs: readonly Paragraph[]): Promise<(string | null)[]> {
  await defineColumns(ctx, [{ id: '1001', columnName: '阅读', listOrder: 1, loginAuth: 0 }]);
  const authors = await ensureAuthors(ctx, ['编辑部']);
  const firstMs = Date.now() - 86_400_000;
  return addPosts(
    ctx,
    paragraphs.map(({ context }, index) => ({
      columnId: '1001',
      authorId: authors.get('编辑部') ?? '',
      // A passage has no headline, so its beginning becomes the title, as in an import.
      title: excerpt(context, 30),
      body: prepareBodySync({ body: context, format: 'text' }),
      state: 'published',
      publishedAt: new Date(firstMs + index * 1000),
    })),
  );
}

async function rank(
  { config }: Portal,
  port: number,
  paragraphs: readonly Paragraph[],
  ids: readonly (string | null)[],
  isMixed: boolean,
): Promise<Line> {
  const client = openClient(port);
  const headers = callHeaders(config.apiClient);
  let sum = 0;
  let questions = 0;
  for (const [index, { qas }] of paragraphs.entries()) {
    for (const { question } of qas) {
      const path = `${config.apiBase}/reception/globalSearch?size=10&keyword=${encodeURIComponent(question)}`;
      const { status, body } = await client.get(path, headers);
      if (status !== 200) throw new Error(`${question} answered ${status}`);
      const records: { id: string }[] = JSON.parse(body.toString()).data.records;
      const found = records.findIndex(({ id }) => id === ids[index]);
      sum += found < 0 ? 0 : 1 / (found + 1);
      questions += 1;
    }
  }
  client.close();
  const mrr = sum / questions;
  const result = `${mrr.toFixed(4)}  (${questions} questions, ${paragraphs.length} passages, over HTTP)`;
  const min = targets[isMixed ? 'mixed' : 'alone'];
  return {
    what: isMixed ? `${what}, among other posts` : what,
    result,
    target: `≥ ${min}`,
    isMet: mrr >= min,
  };
}
