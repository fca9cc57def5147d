import { type LockedPiece, readLockedPieces, readOpenTexts } from '#features/posts/index.ts';
import type { Context } from '#kernel/context.ts';
import { squash } from '#shared/text/squash.ts';
import type { App } from '../app.ts';
import { lockedSentences, readAnswer, type Sentence } from './sentences.ts';
import { type Surface, sharedSurfaces, surfacesOf, surfacesOfAuthor, surfacesOfSearch } from './surfaces.ts';

export type Leak = { address: string; pieceId: string; sentence: string };

/** Asks the portal as a visitor. */
export type AskSurface = (surface: Surface) => Promise<{ status: number; body: string }>;

export type ScanOptions = {
  ask: AskSurface;
  /** Asks for search: in this process, so that it does not count among what readers looked for. */
  askSearch: AskSurface;
  /** How many pieces with a locked part are looked at, newest first. */
  most: number;
  /** Called after each address; where it throws, the scan ends. */
  progress?: (checked: number, addresses: number) => Promise<void>;
};

export type ScanCount = {
  checked: number;
  sentences: number;
  addresses: number;
  leaks: Leak[];
  faults: string[];
};

/** A portal that leaks everywhere is told so soon enough. */
const mostLeaks = 1000;
/** So much of a sentence is looked for: an answer that repeats the keyword does not repeat the sentence. */
const keywordLength = 7;
const sentencesAtOnce = 8;

/**
 * Asks for every public surface as a visitor and holds it against every sentence of every locked part (PRODUCT §3). A
 * sentence that is open somewhere else (`leaveOpenOnes`) is no leak: the same news stands in many pieces.
 */
export async function scanForLeaks(
  house: Pick<App, 'calls' | 'config'>,
  ctx: Context,
  { ask, askSearch, most, progress }: ScanOptions,
): Promise<ScanCount> {
  const found = new Map<string, Leak & { words: string }>();
  const count = { checked: 0, sentences: 0, addresses: 0, faults: [] as string[] };
  const note = (address: string, { pieceId, text, words }: Sentence) => {
    if (found.size < mostLeaks) found.set(`${address} ${words}`, { address, pieceId, sentence: text, words });
  };
  const read = async (surface: Surface, by = ask): Promise<string> => {
    const { status, body } = await by(surface).catch(() => ({ status: 0, body: '' }));
    count.addresses += 1;
    if (status === 0 || status >= 500) count.faults.push(`${surface.path}：${status || '没有回答'}`);
    await progress?.(count.checked, count.addresses);
    return body;
  };
  const look = async (surface: Surface, sentences: readonly Sentence[], by = ask) => {
    const readings = readAnswer(await read(surface, by));
    for (const sentence of sentences)
      if (readings.some((text) => text.includes(sentence.words))) note(surface.path, sentence);
  };

  const shared = new Haystack();
  for (const surface of await sharedSurfaces(house, ctx)) shared.add(surface.path, await read(surface));
  for await (const pieces of readLockedPieces(ctx, most)) {
    const all: Sentence[] = [];
    await eachOf(pieces, async (piece) => {
      const sentences = lockedSentences(piece);
      all.push(...sentences);
      // A short piece may lock nothing that could be recognised: there is nothing to look for.
      if (sentences.length > 0)
        for (const surface of surfacesOf(house, piece)) await look(surface, sentences);
      for (const sentence of sentences) for (const address of shared.find(sentence)) note(address, sentence);
      for (const keyword of keywordsOf(sentences))
        for (const surface of surfacesOfSearch(house, keyword)) await look(surface, sentences, askSearch);
      count.checked += 1;
    });
    for (const authorId of authorsOf(pieces))
      for (const surface of surfacesOfAuthor(house, authorId)) await look(surface, all);
    count.sentences += all.length;
  }
  await leaveOpenOnes(ctx, found);
  return { ...count, leaks: [...found.values()].map(({ words: _, ...leak }) => leak) };
}

/** Pieces asked about at once: while the database and the index work for one, another's pages are rendered and read. */
const maxAtOnce = 4;

async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: maxAtOnce }, async () => {
      for (const item of left) await work(item);
    }),
  );
}

/** A query finds what holds most of its words, so the beginnings of a few sentences are asked for at once. */
function keywordsOf(sentences: readonly Sentence[]): string[] {
  const keywords: string[] = [];
  for (let at = 0; at < sentences.length; at += sentencesAtOnce)
    keywords.push(
      sentences
        .slice(at, at + sentencesAtOnce)
        .map(({ words }) => words.slice(0, keywordLength))
        .join(' '),
    );
  return keywords;
}

const authorsOf = (pieces: readonly LockedPiece[]): Set<string> =>
  new Set(pieces.map(({ authorId }) => authorId));

/**
 * Drops what is open anyway: in the title, the headings or the open text of any piece, or in the summary of one that does
 * not lock it itself. One walk over what is open, and only when something was found.
 */
async function leaveOpenOnes(ctx: Context, found: Map<string, { words: string }>): Promise<void> {
  if (found.size === 0) return;
  for await (const { shown, summary, text } of readOpenTexts(ctx)) {
    const open = shown.map(squash);
    const told = squash(summary);
    let whole: string | undefined;
    const locks = async (words: string) => {
      whole ??= squash(await text());
      return whole.includes(words);
    };
    for (const [key, { words }] of found) {
      const isOpen =
        open.some((part) => part.includes(words)) || (told.includes(words) && !(await locks(words)));
      if (isOpen) found.delete(key);
    }
  }
}

const windowLength = 8;
const bits = 2 ** 27;

/**
 * Answers that belong to no piece alone, kept to be held against the sentences of every piece. Which eight characters
 * stand in them somewhere is noted in a table of bits, so that nearly every sentence costs one look and no search.
 */
class Haystack {
  readonly #answers: { address: string; readings: string[] }[] = [];
  readonly #seen = new Uint8Array(bits / 8);

  add(address: string, body: string): void {
    const readings = readAnswer(body);
    this.#answers.push({ address, readings });
    for (const text of readings)
      for (let at = 0; at + windowLength <= text.length; at += 1) {
        const place = placeOf(text, at);
        this.#seen[place >>> 3] = (this.#seen[place >>> 3] ?? 0) | (1 << (place & 7));
      }
  }

  /** The addresses whose answer holds the sentence. */
  find({ words }: Sentence): string[] {
    if (!this.#has(words, 0) || !this.#has(words, words.length - windowLength)) return [];
    return this.#answers
      .filter(({ readings }) => readings.some((text) => text.includes(words)))
      .map(({ address }) => address);
  }

  #has(words: string, at: number): boolean {
    const place = placeOf(words, at);
    return ((this.#seen[place >>> 3] ?? 0) & (1 << (place & 7))) !== 0;
  }
}

function placeOf(text: string, at: number): number {
  let hash = 0x81_1c_9d_c5;
  for (let unit = at; unit < at + windowLength; unit += 1)
    hash = Math.imul(hash ^ text.charCodeAt(unit), 0x01_00_01_93);
  hash ^= hash >>> 15;
  return (hash >>> 0) % bits;
}
