import { type MappedText, normaliseWithMap } from './normalise.ts';

/*
 * Detects words that are disguised by spaces, asterisks or zero-width characters between their characters, by full
 * width or by case. The end of a clause or sentence ends a word, so two neighbouring words never match across it
 * (他很敏感，冒雨出门 does not contain 感冒).
 */
const clauseEnd = /[\n。！？!?；;，,、：:]/;
const han = /\p{Script=Han}/u;
const separator = /[\p{P}\p{S}]/u;

/**
 * Folds a text for matching words: like `normalise`, without spaces and other characters between Han, with the original
 * position of every UTF-16 unit.
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
      // Replaces one unit by one unit: normalising has turned the line break into a space.
      folded.text += isEnd && character === ' ' ? '\n' : character;
      isAfterHan = han.test(character);
    }
    at += character.length;
  }
  return folded;
}

/** Folds a word for storage and comparison. Empty if nothing of it is left. */
export const foldWord = (word: string): string => foldText(word.trim()).text;
