import { type MappedText, normaliseWithMap } from './normalise.ts';

/*
 * A word is hidden by spaces, stars and zero-width characters between its characters, by full width and by case. A
 * clause or sentence ends a word, so two neighbours never make one across it (他很敏感，冒雨出门 holds no 感冒).
 */
const clauseEnd = /[\n。！？!?；;，,、：:]/;
const han = /\p{Script=Han}/u;
const separator = /[\p{P}\p{S}]/u;

/**
 * A text as words are looked for in it: as `normalise`, without spaces, and without whatever else stands between
 * Han; every unit says where it came from.
 */
export function foldText(original: string): MappedText {
  const { text, starts, ends } = normaliseWithMap(original);
  const folded = { text: '', starts: [] as number[], ends: [] as number[] };
  let isAfterHan = false;
  for (let at = 0; at < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const source = original[starts[at] ?? 0] ?? '';
    const isEnd = clauseEnd.test(source) || clauseEnd.test(character);
    const isSkipped = !isEnd && (character === ' ' || (isAfterHan && separator.test(character)));
    if (!isSkipped) {
      for (let unit = at; unit < at + character.length; unit += 1) {
        folded.starts.push(starts[unit] ?? 0);
        folded.ends.push(ends[unit] ?? 0);
      }
      // One unit for one unit: a line break has become a space.
      folded.text += isEnd && character === ' ' ? '\n' : character;
      isAfterHan = han.test(character);
    }
    at += character.length;
  }
  return folded;
}

/** A word as it is kept and compared. Empty where nothing is left of it. */
export const foldWord = (word: string): string => foldText(word.trim()).text;
