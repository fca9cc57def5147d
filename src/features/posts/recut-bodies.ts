import { isDeepStrictEqual } from 'node:util';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { prepareBody } from './body/index.ts';
import { announce, summariesOf, toChangedPost } from './service.ts';
import { lockOldCuts, type OldCut, setCutFormat, updateCut } from './write-queries.ts';

/** Posts per transaction: a tenth of a second, for which an editor who saves one of them waits. */
const batchSize = 50;

/**
 * Cuts and summarises the bodies again that were cut by older rules, the newest first, in batches of one transaction each;
 * what is left is found in the bodies. Lists, pages and search follow; search engines and readers are not told.
 * @returns how many bodies were read
 */
export async function recutBodies(ctx: Context, { signal }: { signal?: AbortSignal } = {}): Promise<number> {
  let total = 0;
  while (!signal?.aborted) {
    const count = await inTransaction(ctx, (trx) => recutBatch(ctx, trx));
    total += count;
    if (count < batchSize) break;
  }
  return total;
}

async function recutBatch(ctx: Context, trx: Trx): Promise<number> {
  const posts = await lockOldCuts(trx, batchSize);
  const changed: OldCut[] = [];
  for (const post of posts) {
    const cut = await cutAgain(post);
    const shown = {
      ...cut,
      summary: (post.access === 'public' ? cut.full_summary : cut.open_summary) ?? cut.summary,
    };
    if (
      Object.entries(shown).every(([name, value]) =>
        isDeepStrictEqual(value, post[name as keyof typeof shown]),
      )
    )
      continue;
    await updateCut(trx, post.id, cut);
    changed.push(post);
  }
  await setCutFormat(
    trx,
    posts.map(({ id }) => id),
  );
  await announce(ctx, trx, changed.map(toChangedPost), 'recut');
  return posts.length;
}

async function cutAgain({
  title,
  html,
  source_html,
  open_html,
  headings,
  locked_word_count,
  ...post
}: OldCut) {
  const body = await prepareBody({ body: source_html ?? html, format: 'html' });
  return {
    ...summariesOf({ title, summary: post.full_summary === null ? post.summary : '', body }),
    // At a paywall mark a body is cut as before, and its links to securities are in `open_html` alone.
    ...(source_html === null
      ? { open_html: body.openHtml, headings: body.headings, locked_word_count: body.lockedWordCount }
      : { open_html, headings, locked_word_count }),
  };
}
