import { pinyin } from 'pinyin-pro';
import { normalise } from './normalise.ts';
import { simplify } from './simplify.ts';

// Import this module at the first use: the dictionary takes about 80 ms and 15 MB.

/** A character and how it is typed. `sound` is empty for a Latin letter or a digit, whose initial is itself. */
type Unit = { text: string; sound: string; initial: string };

/** What a typed text may stand for. */
export type PinyinQuery = {
  /** Its possible divisions into at least two syllables, likelier ones first: xi'an and xian are different words. */
  syllables: string[][];
  /** The text as the initials of at least two characters; empty if it is not. */
  initials: string;
};

const maxLetters = 40;
const maxInitials = 12;
const maxDivisions = 4;
/** A title holds too many pairs of initials to find anything by one, so texts are found by three in a row. */
const initialsWindow = 3;

/** Reads what a reader typed without an input method, such as chuneng, chu neng, xi'an or hydl; null for anything else. */
export function readPinyin(typed: string): PinyinQuery | null {
  const text = normalise(typed).trim().replaceAll('ü', 'v').replaceAll('’', "'");
  if (!/^[a-z0-9]+(?:[ ']+[a-z0-9]+)*$/.test(text) || !/[a-z]/.test(text)) return null;
  const parts = text.split(/[ ']+/);
  const letters = parts.join('');
  if (letters.length < 2 || letters.length > maxLetters) return null;
  const isOneWord = parts.length === 1;
  return {
    syllables: divide(parts).filter(({ length }) => length > 1),
    initials: isOneWord && letters.length <= maxInitials ? letters : '',
  };
}

/**
 * Returns the tokens by which pinyin finds a text: pairs of neighbouring syllables (chu'neng) and three initials in a row
 * (hyd, ydl); of a text of two characters also its two initials.
 */
export function pinyinTokens(text: string): string[] {
  return toRuns(text).flatMap((run, _, runs) => [
    ...syllablePairs(run.map(({ sound }) => sound)),
    ...initialTokens(run.map(({ initial }) => initial).join(''), run.length === 2 && runs.length === 1),
  ]);
}

/** Returns for each reading of the query the tokens that a text must have, if it contains that reading. */
export const pinyinReadings = ({ syllables, initials }: PinyinQuery): string[][] =>
  [...syllables.map(syllablePairs), initialTokens(initials, initials.length === 2)].filter(
    (tokens) => tokens.length > 0,
  );

/** Returns the parts of a text that sound like the query, normalised: 储能 of 新型储能电站 for chuneng. */
export function findReadings(text: string, { syllables, initials }: PinyinQuery): string[] {
  const found: string[] = [];
  for (const run of toRuns(text)) {
    for (let at = 0; at < run.length; at++) {
      for (const sounds of syllables)
        if (sounds.every((sound, index) => run[at + index]?.sound === sound))
          found.push(textOf(run.slice(at, at + sounds.length)));
      const letters = run.slice(at, at + initials.length);
      const isAllLatin = letters.every(({ sound }) => sound === '');
      if (initials && !isAllLatin && letters.map(({ initial }) => initial).join('') === initials)
        found.push(textOf(letters));
    }
  }
  return found;
}

/** Returns how a name is typed as a whole, in full and by initials: guizhoumaotai and gzmt for 贵州茅台. */
export function pinyinOf(name: string): { full: string; initials: string } {
  const units = toRuns(name).flat();
  return {
    full: units.map(({ sound, initial }) => sound || initial).join(''),
    initials: units.map(({ initial }) => initial).join(''),
  };
}

const textOf = (units: readonly Unit[]) => units.map(({ text }) => text).join('');

const syllablePairs = (sounds: readonly string[]): string[] =>
  sounds.slice(1).flatMap((sound, index) => (sounds[index] && sound ? [`${sounds[index]}'${sound}`] : []));

function initialTokens(initials: string, isPairAllowed: boolean): string[] {
  if (initials.length < initialsWindow) return isPairAllowed ? [initials] : [];
  return Array.from({ length: initials.length - initialsWindow + 1 }, (_, at) =>
    initials.slice(at, at + initialsWindow),
  );
}

/** Splits a text into runs of neighbouring Han, Latin letters and digits. */
function toRuns(text: string): Unit[][] {
  const runs = simplify(normalise(text)).match(/[\p{Script=Han}a-z0-9]+/gu) ?? [];
  return runs.flatMap((run) => {
    const characters = [...run];
    const sounds = soundsOf(run);
    // The library counts some rare characters differently; without their sounds the run cannot be found by pinyin.
    if (sounds.length !== characters.length) return [];
    return [
      characters.map((character, index) => {
        const sound = /[a-z0-9]/.test(character) ? '' : withV(sounds[index] ?? '');
        return { text: character, sound, initial: (sound || character).slice(0, 1) };
      }),
    ];
  });
}

function soundsOf(run: string): string[] {
  return pinyin(run, { toneType: 'none', type: 'array', v: true });
}

/** 略 is typed lue and lve. */
const withV = (syllable: string) => syllable.replace(/^([ln])ue$/, '$1ve');

// Any initial with any final: the index decides which combinations occur.
const syllable =
  /^(?:[zcs]h|[bpmfdtnlgkhjqxrzcsyw])?(?:i?ang?|i?ong|iao|ian|ia|iu|ie|ing?|uang?|uai|uan|uo|ua|ui|ue|un|ve|v|ai|ao|ei|eng?|er|ou|a|o|e|i|u)$/;
const maxSyllable = 6;

/** Divides letters into syllables, preferring long ones; spaces and apostrophes are always boundaries. */
function divide(parts: readonly string[]): string[][] {
  let divisions: string[][] = [[]];
  for (const part of parts) {
    const own = divisionsOf(part);
    divisions = divisions
      .flatMap((before) => own.map((after) => [...before, ...after]))
      .slice(0, maxDivisions);
  }
  return divisions;
}

function divisionsOf(letters: string): string[][] {
  // Built from the end, so that a text without a division costs no more than its length.
  const from: string[][][] = Array.from({ length: letters.length + 1 }, () => []);
  from[letters.length] = [[]];
  for (let at = letters.length - 1; at >= 0; at--) {
    const here: string[][] = [];
    for (let length = Math.min(maxSyllable, letters.length - at); length > 0; length--) {
      const first = letters.slice(at, at + length);
      if (!syllable.test(first)) continue;
      for (const rest of from[at + length] ?? []) here.push([withV(first), ...rest]);
    }
    from[at] = here.sort((a, b) => a.length - b.length).slice(0, maxDivisions);
  }
  return from[0] ?? [];
}
