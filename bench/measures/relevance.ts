import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureAuthors } from '#features/authors/index.ts';
import { defineColumns } from '#features/columns/index.ts';
import { addPosts, prepareBodySync } from '#features/posts/index.ts';
import { awaitIndexed } from '#features/search/index.ts';
import { excerpt } from '#shared/text/excerpt.ts';
import { callHeaders, openClient } from '../client.ts';
import type { Measure } from '../measure.ts';
import { openPortal, type Portal } from '../portal.ts';
import { type Line, skipped } from '../report.ts';

const data = join(import.meta.dirname, '../../../shared/data/cmrc2018-trial.json');
const what = 'questions answered by search, MRR@10';
const least = 0.98;

type Paragraph = { context: string; qas: { question: string }[] };

/** CMRC 2018: passages as articles of a portal that holds nothing else, questions to the call readers use. */
export const relevance: Measure = async ({ log }) => {
  if (!existsSync(data)) return [skipped(what, 'cmrc2018-trial.json is not there')];
  const articles: { paragraphs: Paragraph[] }[] = JSON.parse(readFileSync(data, 'utf8')).data;
  const paragraphs = articles.flatMap((article) => article.paragraphs);
  const portal = await openPortal({ hasDemo: false, log });
  try {
    const ids = await addPassages(portal, paragraphs);
    const running = await portal.start({ WEB_PROCESSES: '1' });
    try {
      if (!(await awaitIndexed(portal.ctx, 120_000))) throw new Error('the index does not get ready');
      return [await rank(portal, running.port, paragraphs, ids)];
    } finally {
      await running.stop();
    }
  } finally {
    await portal.close();
  }
};

async function addPassages({ ctx }: Portal, paragraphs: readonly Paragraph[]): Promise<(string | null)[]> {
  await defineColumns(ctx, [{ id: '1001', columnName: '阅读', listOrder: 1, loginAuth: 0 }]);
  const authors = await ensureAuthors(ctx, ['编辑部']);
  const firstMs = Date.now() - 86_400_000;
  return addPosts(
    ctx,
    paragraphs.map(({ context }, place) => ({
      columnId: '1001',
      authorId: authors.get('编辑部') ?? '',
      // A passage has no headline, so it is its beginning, as an import makes it.
      title: excerpt(context, 30),
      body: prepareBodySync({ body: context, format: 'text' }),
      state: 'published',
      publishedAt: new Date(firstMs + place * 1000),
    })),
  );
}

async function rank(
  { config }: Portal,
  port: number,
  paragraphs: readonly Paragraph[],
  ids: readonly (string | null)[],
): Promise<Line> {
  const client = openClient(port);
  const headers = callHeaders(config.apiClient);
  let sum = 0;
  let questions = 0;
  for (const [place, { qas }] of paragraphs.entries()) {
    for (const { question } of qas) {
      const path = `${config.apiBase}/reception/globalSearch?size=10&keyword=${encodeURIComponent(question)}`;
      const { status, body } = await client.get(path, headers);
      if (status !== 200) throw new Error(`${question} answered ${status}`);
      const records: { id: string }[] = JSON.parse(body.toString()).data.records;
      const found = records.findIndex(({ id }) => id === ids[place]);
      sum += found < 0 ? 0 : 1 / (found + 1);
      questions += 1;
    }
  }
  client.close();
  const mrr = sum / questions;
  const result = `${mrr.toFixed(4)}  (${questions} questions, ${paragraphs.length} passages, over HTTP)`;
  return { what, result, target: `≥ ${least}`, isMet: mrr >= least };
}
