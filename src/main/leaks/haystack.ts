import { readAnswer, type Sentence } from './sentences.ts';

const windowLength = 8;
const bits = 2 ** 27;

/**
 * Answers that belong to no piece alone, kept to be held against the sentences of every piece. Which eight characters
 * stand in them somewhere is noted in a table of bits, so that nearly every sentence costs one look and no search.
 */
export class Haystack {
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
