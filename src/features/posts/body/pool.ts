import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { LRUCache } from 'lru-cache';
import type { Piscina } from 'piscina';
import { invalid, unavailable } from '#kernel/errors.ts';
import type { BodyInput, ImageReplacements, PreparedBody } from './prepare-body.ts';
import * as tasks from './tasks.ts';

/** What is longer is worked on in another thread: shorter texts take a few milliseconds, as handing them over does. */
const maxInlineChars = 16_000;
/** A core is left to the event loop. */
const maxThreads = Math.max(1, availableParallelism() - 1);
// A thread holds some 40 MB; it ends when it had nothing to do for so long. */
const idleMs = 30_000;
const maxThreadMb = 256;
const maxQueued = 100;
const maxTaskMs = 30_000;
const maxKeptChars = 4_000_000;

let pool: Promise<Piscina> | undefined;

/** Created on first use: most processes never see a long body. */
function openPool(): Promise<Piscina> {
  pool ??= import('piscina').then(
    ({ Piscina }) =>
      new Piscina({
        filename: new URL('./tasks.ts', import.meta.url).href,
        minThreads: 0,
        maxThreads,
        idleTimeout: idleMs,
        resourceLimits: { maxOldGenerationSizeMb: maxThreadMb },
        maxQueue: maxQueued,
      }),
  );
  return pool;
}

/**
 * Runs a function of tasks.ts here if its text is short, otherwise in a thread of the pool.
 * @throws unavailable when too many wait; invalid for a text that takes more than 30 s
 */
async function run<I, O>(task: (input: I) => O, chars: number, input: I): Promise<O> {
  if (chars <= maxInlineChars) return task(input);
  const threads = await openPool();
  if (threads.queueSize >= maxQueued) throw unavailable('服务器正忙，请稍后再试');
  const signal = AbortSignal.timeout(maxTaskMs);
  try {
    return await threads.run(input, { name: task.name, signal });
  } catch (error) {
    if (signal.aborted) throw invalid('正文（body）过于复杂，无法处理，请精简格式后再试');
    throw error;
  }
}

const prepared = new LRUCache<string, Promise<PreparedBody>>({
  max: 1000,
  maxSize: maxKeptChars,
});

/**
 * `prepareBodySync`, off the event loop for long bodies. The last results are kept, since a version is prepared when it
 * is saved, checked, submitted and published: they are shared and not to be changed.
 * @throws unavailable when too many wait; invalid for a body that takes more than 30 s
 */
export function prepareBody(input: BodyInput): Promise<Readonly<PreparedBody>> {
  const { body, format, origin = '' } = input;
  const key = createHash('sha256').update(`${format}\n${origin}\n${body}`).digest('base64');
  const kept = prepared.get(key);
  if (kept) return kept;
  const made = run(tasks.prepareBody, body.length, input);
  // A body is kept as source, as page and as text.
  prepared.set(key, made, { size: 4 * body.length + 1 });
  made.catch(() => prepared.delete(key));
  return made;
}

/** Other addresses for the pictures of a prepared body, e.g. after they were stored with us; others stay as they are. */
export const replaceImages = async (html: string, replacements: ImageReplacements): Promise<string> =>
  replacements.size === 0 ? html : run(tasks.replaceImages, html.length, { html, replacements });

/** Links the stocks that a prepared body names (`linkStocksSync`); `names` by code. */
export async function linkStocks(html: string, names: ReadonlyMap<string, string>): Promise<string> {
  const named = new Map<string, string>();
  for (const [code] of html.matchAll(/\d{6}/g)) {
    const name = names.get(code);
    if (name !== undefined) named.set(code, name);
  }
  return named.size === 0 ? html : run(tasks.linkStocks, html.length, { html, names: named });
}

/** The words of a kept body as its page shows them, without markup. */
export const toPlainText = (html: string): Promise<string> => run(tasks.toPlainText, html.length, { html });
