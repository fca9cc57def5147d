import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { LRUCache } from 'lru-cache';
import { invalid, unavailable } from '#kernel/errors.ts';
import { ThreadLimitError, Threads } from '#kernel/threads.ts';
import { WorkQueue } from '#kernel/work-queue.ts';
import type { BodyInput, ImageReplacements, LinkReplacements, PreparedBody } from './prepare-body.ts';
import * as tasks from './tasks.ts';
import type { WechatInput, WechatText } from './write-wechat.ts';

/** Longer texts go to a worker thread. Shorter ones take a few milliseconds, as much as the transfer would cost. */
const maxInlineChars = 16_000;
/** Leaves one core to the event loop; on two cores the second thread is for staff while members keep the first busy. */
const maxThreads = Math.max(2, availableParallelism() - 1);
const maxMemberThreads = maxThreads - 1;
const maxTaskMs = 30_000;
const maxCachedChars = 4_000_000;

const taskFile = new URL('./tasks.ts', import.meta.url);
// A thread holds some 40 MB. A megabyte of a member's text in 110,000 elements takes 100; imports may be five times as long.
const memberThreads = new Threads({
  tasks: taskFile,
  maxThreads: maxMemberThreads,
  maxHeapMb: 144,
  maxTaskMs,
});
const staffThreads = new Threads({ tasks: taskFile, maxThreads, maxHeapMb: 256, maxTaskMs });

const queue = new WorkQueue({
  maxRunning: maxThreads,
  maxMembersRunning: maxMemberThreads,
  maxWaiting: 100,
  maxWaitingEach: 4,
  refuse: () => unavailable('正在处理的正文太多，请稍后再试'),
});

/**
 * Runs a function of tasks.ts inline if its text is short, otherwise in a thread of the pool.
 * @param owner the member whose text it is; none for staff and the portal itself
 * @throws unavailable if too many tasks wait; invalid for a text that takes more than 30 s
 */
async function run<I, O>(task: (input: I) => O, chars: number, input: I, owner?: string): Promise<O> {
  if (chars <= maxInlineChars) return task(input);
  const threads = owner === undefined ? staffThreads : memberThreads;
  return queue.run(owner, () =>
    threads.run<O>(task.name, input).catch((error: unknown) => {
      throw error instanceof ThreadLimitError
        ? invalid('正文过于复杂，无法处理，请精简格式后再试', 'body')
        : error;
    }),
  );
}

const preparedBodies = new LRUCache<string, Promise<PreparedBody>>({
  max: 1000,
  maxSize: maxCachedChars,
});

/**
 * Runs `prepareBodySync` off the event loop for long bodies. Caches the last results, because a version is prepared
 * when it is saved, checked, submitted and published; the results are shared and must not be mutated.
 * @param owner the member who wrote it; none for staff and imports
 * @throws unavailable if too many bodies wait; invalid for a body that takes more than 30 s or too much memory
 */
export async function prepareBody(input: BodyInput, owner?: string): Promise<Readonly<PreparedBody>> {
  const { body, format, origin = '', base } = input;
  const key = createHash('sha256')
    .update(JSON.stringify([format, origin, base]) + body)
    .digest('base64');
  const cached = preparedBodies.get(key);
  if (cached) return cached;
  const result = run(tasks.prepareBody, costOf(input), input, owner);
  // A body is stored as source, as page and as text.
  preparedBodies.set(key, result, { size: 4 * body.length + 1 });
  result.catch(() => preparedBodies.delete(key));
  return result;
}

/** A formula takes as long as a hundred times its length in text. */
const costOf = ({ body, format }: BodyInput): number =>
  body.includes('data-tex') || (format === 'markdown' && body.includes('$'))
    ? 100 * body.length
    : body.length;

/**
 * Replaces addresses of pictures and links of a prepared body, e.g. after they were imported; others stay the same.
 * `owner`: as for `prepareBody`.
 */
export const replaceImages = async (
  html: string,
  replacements: ImageReplacements,
  { owner, links = new Map() }: { owner?: string | undefined; links?: LinkReplacements } = {},
): Promise<string> =>
  replacements.size + links.size === 0
    ? html
    : run(tasks.replaceImages, html.length, { html, replacements, links }, owner);

/** Replaces addresses in all forms of a prepared body, and those of its attachments; `owner`: as for `prepareBody`. */
export async function replaceAddresses(
  body: PreparedBody,
  {
    pictures,
    links,
    owner,
  }: { pictures: ImageReplacements; links: LinkReplacements; owner?: string | undefined },
): Promise<PreparedBody> {
  if (pictures.size + links.size === 0) return body;
  const replace = (html: string) => replaceImages(html, pictures, { owner, links });
  return {
    ...body,
    html: await replace(body.html),
    sourceHtml: body.sourceHtml && (await replace(body.sourceHtml)),
    openHtml: await replace(body.openHtml),
    attachments: body.attachments.map((one) => ({ ...one, url: links.get(one.url) ?? one.url })),
  };
}

/** Links the stocks that a prepared body names (`linkStocksSync`). `names` is keyed by code; `owner`: as for `prepareBody`. */
export async function linkStocks(
  html: string,
  names: ReadonlyMap<string, string>,
  owner?: string,
): Promise<string> {
  const named = new Map<string, string>();
  for (const [digits] of html.matchAll(/\d{6}/g))
    for (const code of [digits, `${digits}.SH`, `${digits}.SZ`, `${digits}.BJ`]) {
      const name = names.get(code);
      if (name !== undefined) named.set(code, name);
    }
  return named.size === 0 ? html : run(tasks.linkStocks, html.length, { html, names: named }, owner);
}

/** Returns the words of a stored body as its page shows them, without markup. */
export const toPlainText = (html: string): Promise<string> => run(tasks.toPlainText, html.length, { html });

/** Writes a prepared body for a mail (`writeMailSync`); `site` is the site's address without a trailing slash. */
export const writeMail = (html: string, site: string): Promise<string> =>
  run(tasks.writeMail, html.length, { html, site });

/** Writes the open part of a body for an article of a WeChat account (`writeWechatSync`). */
export const writeWechat = (input: WechatInput): Promise<WechatText> =>
  run(tasks.writeWechat, input.html.length, input);
