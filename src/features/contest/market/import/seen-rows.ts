/**
 * The keys of a file's rows so far, each with its line and a digest packed into one number: a file may have a million
 * rows, which must not be kept in memory.
 */
export class SeenRows {
  readonly #lines = new Map<string, Map<number, number>>();
  size = 0;

  /** @returns null for the first row with this key, else the line of the first, and whether both are identical */
  add(
    { code, place }: { code: string; place: number },
    line: number,
    row: object,
  ): { line: number; isSame: boolean } | null {
    let linesByPlace = this.#lines.get(code);
    if (!linesByPlace) {
      linesByPlace = new Map();
      this.#lines.set(code, linesByPlace);
    }
    const digest = digestOf(row);
    const earlier = linesByPlace.get(place);
    if (earlier !== undefined)
      return { line: Math.floor(earlier / digestCount), isSame: earlier % digestCount === digest };
    linesByPlace.set(place, line * digestCount + digest);
    this.size += 1;
    return null;
  }

  codes(): IterableIterator<string> {
    return this.#lines.keys();
  }

  /** The places of a code in ascending order. */
  placesOf(code: string): number[] {
    return [...(this.#lines.get(code)?.keys() ?? [])].sort((one, other) => one - other);
  }

  lineOf(code: string, place: number): number | undefined {
    const found = this.#lines.get(code)?.get(place);
    return found === undefined ? undefined : Math.floor(found / digestCount);
  }
}

/** Number of digests. A line number up to two million times this is still an exact integer. */
const digestCount = 2 ** 32;

/** FNV-1a hash of a row. */
function digestOf(row: object): number {
  let digest = 0x811c9dc5;
  for (const character of JSON.stringify(row))
    digest = Math.imul(digest ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return digest >>> 0;
}
