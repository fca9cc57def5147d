import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureAuthors } from '#features/authors/index.ts';
import { columnRows } from '#features/columns/index.ts';
import { addPosts, importViews, type PostInput, prepareBodySync } from '#features/posts/index.ts';
import { importStocks } from '#features/stocks/index.ts';
import type { Context } from '#kernel/context.ts';
import { readText } from '#kernel/storage/decode.ts';
import type { Portal } from './portal.ts';
import { createTextSupply } from './texts.ts';

const batchSize = 400;
/** The next batches are prepared while one is being written. */
const maxConcurrentBatches = 3;
/** Three years of news, the newest a minute old. */
const dateSpanMs = 3 * 365 * 86_400_000;

/** The column that the measurements read: dynamic, public, and the fullest. */
export const measuredColumn = '101';

/** The stock names that searches and headlines use. */
const stocks = join(import.meta.dirname, '../../shared/data/stocks.csv');

/** Fills the portal up to this number of posts, unless it has them already. */
export async function fillPortal(
  { ctx, query }: Portal,
  posts: number,
  log: (line: string) => void,
): Promise<void> {
  const [{ count = 0 } = {}] = await query<{ count: number }>(
    `select count(*)::int count from posts where import_key like 'bench:%'`,
  );
  if (count >= posts) return;
  if (existsSync(stocks)) await importStocks(ctx, readText(stocks));
  const started = Date.now();
  // The last batches of a run that was cut off may be incomplete; posts that exist are skipped.
  const first = Math.max(0, count - maxConcurrentBatches * batchSize);
  await fill(ctx, first, posts, (done) => {
    if (done % 20_000 === 0) log(`  ${done.toLocaleString('en')}`);
  });
  const seconds = (Date.now() - started) / 1000;
  log(`  in ${seconds.toFixed(0)} s, ${Math.round((posts - first) / seconds)} posts/s`);
  // Does at a defined time what autovacuum does at some time.
  await query('vacuum analyze');
}

/**
 * Adds published posts from the `first` to the `count`th with shuffled dates, unlike any sorted archive. A third is news, a sixth reports, one in
 * twenty is for VIP; the rest is in public columns, mostly the measured one.
 */
async function fill(
  ctx: Context,
  first: number,
  count: number,
  progress: (done: number) => void,
): Promise<void> {
  const nextText = createTextSupply();
  const columnOf = await columnChooser(ctx);
  const authors = await ensureAuthors(ctx, authorNames);
  const authorIds = authorNames.map((name) => authors.get(name) ?? '');
  const newestMs = Date.now() - 60_000;
  // A step coprime to the count visits every position once.
  const step = 60_013;
  let next = first;
  let done = first;

  const write = async () => {
    while (next < count) {
      const from = next;
      const size = Math.min(batchSize, count - from);
      next += size;
      const ids = await addPosts(
        ctx,
        Array.from({ length: size }, (_, offset) => toPost(from + offset)),
      );
      await importViews(ctx, viewsOf(ids), new Date());
      done += size;
      progress(done);
    }
  };
  await Promise.all(Array.from({ length: maxConcurrentBatches }, write));

  function toPost(n: number): PostInput {
    const { title, body, stockCode, tag } = nextText(n);
    const age = ((n * step) % count) / count;
    return {
      columnId: columnOf(n),
      authorId: authorIds[n % authorIds.length] ?? '',
      title,
      body: prepareBodySync({ body, format: 'text' }),
      tags: [tag],
      stockCodes: stockCode === '' ? [] : [stockCode],
      state: 'published',
      publishedAt: new Date(newestMs - Math.round(age * dateSpanMs)),
      importKey: `bench:${n}`,
    };
  }
}

/** Returns today's views: one post in twenty was read today, a few often, most of them rarely. */
const viewsOf = (ids: readonly (string | null)[]): Map<string, number> =>
  new Map(
    ids.flatMap((id, index) =>
      id !== null && index % 20 === 0 ? [[id, 1 + Math.floor(1000 / (1 + (index % 97)))] as const] : [],
    ),
  );

const authorNames = ['编辑部', ...Array.from({ length: 40 }, (_, index) => `特约作者${index + 1}`)];

async function columnChooser(ctx: Context): Promise<(n: number) => string> {
  const columns = await columnRows(ctx);
  const others = columns
    .filter(({ id, kind, access }) => Number(id) > 3 && kind === 'article' && access === 'public')
    .map(({ id }) => id)
    .filter((id) => id !== measuredColumn);
  if (others.length === 0) throw new Error('the demo edition has no public columns');
  return (n) => {
    // The step is coprime to those of dates, authors and texts, so that every column has all combinations.
    const share = (n * 7) % 20;
    if (share < 6) return '1';
    if (share < 9) return '2';
    if (share < 10) return '3';
    if (share < 16) return measuredColumn;
    return others[n % others.length] ?? measuredColumn;
  };
}
