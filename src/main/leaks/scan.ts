import { readOpenTexts, readPaywalledPosts } from '#features/posts/index.ts';
import type { Context } from '#kernel/context.ts';
import { lettersAndDigits } from '#shared/text/letters-and-digits.ts';
import type { App } from '../app.ts';
import { lockedSentences, readAnswer, type Sentence } from './sentences.ts';
import {
  listSharedSurfaces,
  type Surface,
  surfacesOfAuthor,
  surfacesOfPost,
  surfacesOfSearch,
  surfacesOfStock,
  surfacesOfTag,
} from './surfaces.ts';

export type Leak = { address: string; pieceId: string; sentence: string };

export type FetchSurface = (surface: Surface) => Promise<{ status: number; body: string }>;

export type ScanOptions = {
  fetchSurface: FetchSurface;
  /** Requests a search within this process, so that it is not counted in the search statistics of readers. */
  fetchSearch: FetchSurface;
  /** The maximum number of posts with a locked part to check, newest first. */
  maxPosts: number;
  /** Called after each request; if it throws, the scan ends. */
  progress?: (checked: number, addresses: number) => Promise<void>;
};

export type ScanCount = {
  checked: number;
  sentences: number;
  addresses: number;
  leaks: Leak[];
  faults: string[];
};

/** If the portal leaks everywhere, the first 1000 leaks are enough to know it. */
const maxLeaks = 1000;
/**
 * How many characters of a sentence are searched for. Shorter than a sentence, so that an answer that echoes the
 * keyword does not contain the sentence.
 */
const keywordLength = 7;
const sentencesPerQuery = 8;

/**
 * Requests every public surface as a visitor and compares it with every sentence of every locked part (docs/product.md
 * §13). A sentence that is public elsewhere is no leak (`dropOpenSentences`), because many posts contain the same news.
 */
export async function scanForLeaks(
  app: Pick<App, 'calls' | 'config'>,
  ctx: Context,
  { fetchSurface, fetchSearch, maxPosts, progress }: ScanOptions,
): Promise<ScanCount> {
  const found = new Map<string, Leak & { words: string }>();
  const count = { checked: 0, sentences: 0, addresses: 0, faults: [] as string[] };
  const addLeak = (address: string, { pieceId, text, words }: Sentence) => {
    if (found.size < maxLeaks) found.set(`${address} ${words}`, { address, pieceId, sentence: text, words });
  };
  const readSurface = async (surface: Surface, fetchFrom = fetchSurface): Promise<string> => {
    const { status, body } = await fetchFrom(surface).catch(() => ({ status: 0, body: '' }));
    count.addresses += 1;
    if (status === 0 || status >= 500) count.faults.push(`${surface.path}：${status || '没有回答'}`);
    await progress?.(count.checked, count.addresses);
    return body;
  };
  const checkSurface = async (surface: Surface, sentences: readonly Sentence[], fetchFrom = fetchSurface) => {
    const readings = readAnswer(await readSurface(surface, fetchFrom));
    for (const sentence of sentences)
      if (readings.some((text) => text.includes(sentence.words))) addLeak(surface.path, sentence);
  };

  const shared = new Haystack();
  for (const surface of await listSharedSurfaces(app, ctx))
    shared.add(surface.path, await readSurface(surface));
  for await (const posts of readPaywalledPosts(ctx, maxPosts)) {
    const all: Sentence[] = [];
    await forEachConcurrently(posts, async (post) => {
      const sentences = lockedSentences(post);
      all.push(...sentences);
      // A short post may lock no sentence that is long enough to recognise; then there is nothing to search for.
      if (sentences.length > 0)
        for (const surface of surfacesOfPost(app, post)) await checkSurface(surface, sentences);
      for (const sentence of sentences)
        for (const address of shared.find(sentence)) addLeak(address, sentence);
      for (const keyword of keywordsOf(sentences))
        for (const surface of surfacesOfSearch(app, keyword))
          await checkSurface(surface, sentences, fetchSearch);
      count.checked += 1;
    });
    for (const authorId of new Set(posts.map((post) => post.authorId)))
      for (const surface of surfacesOfAuthor(app, authorId)) await checkSurface(surface, all);
    for (const code of new Set(posts.flatMap(({ stockCodes }) => stockCodes)))
      for (const surface of surfacesOfStock(app, code)) await checkSurface(surface, all);
    for (const tag of new Set(posts.flatMap(({ tags }) => tags)))
      for (const surface of surfacesOfTag(app, tag)) await checkSurface(surface, all);
    count.sentences += all.length;
  }
  await dropOpenSentences(ctx, found);
  return { ...count, leaks: [...found.values()].map(({ words: _, ...leak }) => leak) };
}

/**
 * How many posts are checked concurrently: while the database and the index work for one, the pages of another are
 * rendered and read.
 */
const maxConcurrentPosts = 4;

async function forEachConcurrently<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const remaining = items.values();
  await Promise.all(
    Array.from({ length: maxConcurrentPosts }, async () => {
      for (const item of remaining) await work(item);
    }),
  );
}

/**
 * Joins the beginnings of several sentences into one query, because search finds every post that contains most of the
 * query's words.
 */
function keywordsOf(sentences: readonly Sentence[]): string[] {
  const keywords: string[] = [];
  for (let at = 0; at < sentences.length; at += sentencesPerQuery)
    keywords.push(
      sentences
        .slice(at, at + sentencesPerQuery)
        .map(({ words }) => words.slice(0, keywordLength))
        .join(' '),
    );
  return keywords;
}

/**
 * Removes sentences that are public anyway: in the title, the headings or the open text of any post, or in the summary
 * of a post that does not lock that sentence itself. Reads all open texts once, and only if a leak was found.
 */
async function dropOpenSentences(ctx: Context, found: Map<string, { words: string }>): Promise<void> {
  if (found.size === 0) return;
  for await (const { shown, summary, text } of readOpenTexts(ctx)) {
    const openTexts = shown.map(lettersAndDigits);
    const squashedSummary = lettersAndDigits(summary);
    let squashedText: string | undefined;
    const isLockedHere = async (words: string) => {
      squashedText ??= lettersAndDigits(await text());
      return squashedText.includes(words);
    };
    for (const [key, { words }] of found) {
      const isOpen =
        openTexts.some((part) => part.includes(words)) ||
        (squashedSummary.includes(words) && !(await isLockedHere(words)));
      if (isOpen) found.delete(key);
    }
  }
}

const windowLength = 8;
const bitCount = 2 ** 27;

/**
 * Answers that belong to no single post, saved to compare them with the sentences of every post. A Bloom filter of all
 * eight-character windows rules out nearly every sentence without a text search.
 */
class Haystack {
  readonly #answers: { address: string; readings: string[] }[] = [];
  readonly #seen = new Uint8Array(bitCount / 8);

  add(address: string, body: string): void {
    const readings = readAnswer(body);
    this.#answers.push({ address, readings });
    for (const text of readings)
      for (let at = 0; at + windowLength <= text.length; at += 1) {
        const bit = bitOf(text, at);
        this.#seen[bit >>> 3] = (this.#seen[bit >>> 3] ?? 0) | (1 << (bit & 7));
      }
  }

  /** Returns the addresses whose answer contains the sentence. */
  find({ words }: Sentence): string[] {
    if (!this.#has(words, 0) || !this.#has(words, words.length - windowLength)) return [];
    return this.#answers
      .filter(({ readings }) => readings.some((text) => text.includes(words)))
      .map(({ address }) => address);
  }

  #has(words: string, at: number): boolean {
    const bit = bitOf(words, at);
    return ((this.#seen[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0;
  }
}

function bitOf(text: string, at: number): number {
  let hash = 0x81_1c_9d_c5;
  for (let position = at; position < at + windowLength; position += 1)
    hash = Math.imul(hash ^ text.charCodeAt(position), 0x01_00_01_93);
  hash ^= hash >>> 15;
  return (hash >>> 0) % bitCount;
}
