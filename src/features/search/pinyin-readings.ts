import { normalise } from '#shared/text/normalise.ts';
import { findReadings, type PinyinQuery, pinyinReadings, readPinyin } from '#shared/text/pinyin.ts';
import { simplify } from '#shared/text/simplify.ts';

/** Sources of words: titles and labels of the posts that have all tokens of one of the readings. */
type FindNames = (readings: readonly (readonly string[])[]) => Promise<readonly string[]>;

const maxReadings = 5;
/** More words in pinyin than this are not read one by one. */
const maxParts = 4;
const readingsPerPart = 2;

/**
 * Returns the words that a text typed in pinyin may stand for, as they occur in titles and labels: whole names first, then
 * the most frequent. Empty for any other text.
 */
export async function readTyped(typed: string, findNames: FindNames): Promise<string[]> {
  const query = readPinyin(typed);
  if (!query) return [];
  const readings = (await readingsOf(query, findNames)).slice(0, maxReadings);
  const parts = typed.trim().split(/\s+/);
  if (readings.length > 0 || parts.length === 1 || parts.length > maxParts) return readings;
  return readParts(parts, findNames);
}

/** Reads words that are not neighbours anywhere each by itself; a word that is no pinyin stays as typed. */
async function readParts(parts: readonly string[], findNames: FindNames): Promise<string[]> {
  const options = await Promise.all(
    parts.map(async (part) => {
      const query = readPinyin(part);
      const readings = query ? await readingsOf(query, findNames) : [];
      return readings.length > 0 ? readings.slice(0, readingsPerPart) : [part];
    }),
  );
  if (options.every(([only], index) => only === parts[index])) return [];
  return options
    .reduce((texts, words) => texts.flatMap((text) => words.map((word) => [...text, word])), [
      [],
    ] as string[][])
    .slice(0, maxReadings)
    .map((words) => words.join(' '));
}

async function readingsOf(query: PinyinQuery, findNames: FindNames): Promise<string[]> {
  const tokens = pinyinReadings(query);
  if (tokens.length === 0) return [];
  const counts = new Map<string, number>();
  for (const name of await findNames(tokens)) {
    const whole = simplify(normalise(name));
    for (const reading of new Set(findReadings(name, query)))
      counts.set(reading, (counts.get(reading) ?? 0) + (reading === whole ? wholeName : 1));
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([reading]) => reading);
}

/** More than the number of names that are looked at. */
const wholeName = 10_000;
