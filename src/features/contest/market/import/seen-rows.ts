/**
 * What a file has said so far, by what it was about: of each row its line and a digest in one number, since a file may have
 * a million of them and its rows shall not lie in memory.
 */
export class SeenRows {
  readonly #lines = new Map<string, Map<number, number>>();
  size = 0;

  /** @returns null for the first of its kind, else the line of that one, and whether it says the same */
  add(
    { code, place }: { code: string; place: number },
    line: number,
    row: object,
  ): { line: number; isSame: boolean } | null {
    let own = this.#lines.get(code);
    if (!own) {
      own = new Map();
      this.#lines.set(code, own);
    }
    const digest = digestOf(row);
    const before = own.get(place);
    if (before !== undefined)
      return { line: Math.floor(before / digests), isSame: before % digests === digest };
    own.set(place, line * digests + digest);
    this.size += 1;
    return null;
  }

  codes(): IterableIterator<string> {
    return this.#lines.keys();
  }

  /** The places of a code, from the first on. */
  placesOf(code: string): number[] {
    return [...(this.#lines.get(code)?.keys() ?? [])].sort((one, other) => one - other);
  }

  lineOf(code: string, place: number): number | undefined {
    const found = this.#lines.get(code)?.get(place);
    return found === undefined ? undefined : Math.floor(found / digests);
  }
}

/** So many digests there are: with a line of up to two millions before it, it is still an exact number. */
const digests = 2 ** 32;

/** FNV-1a of what a row says. */
function digestOf(row: object): number {
  let digest = 0x811c9dc5;
  for (const sign of JSON.stringify(row)) digest = Math.imul(digest ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return digest >>> 0;
}
