import { pinyin } from 'pinyin-pro';
import { normalise } from './normalise.ts';
import { simplify } from './simplify.ts';

// Import this module at the first use: the dictionary takes about 80 ms and 15 MB.

/**
 * A Han character or a run of Latin letters or digits, and how it is typed. `sound` is empty for a run, whose initial is
 * itself.
 */
type Unit = { text: string; sound: string; initial: string };

/** What a typed text may stand for. */
export type PinyinQuery = {
  /**
   * Its possible divisions into syllables and runs of letters or digits (c919jiaofu), at least two and a syllable among
   * them, likelier ones first: xi'an and xian are different words.
   */
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
    syllables: divide(parts).filter(
      (division) => division.length > 1 && division.some((one) => syllable.test(one)),
    ),
    initials: isOneWord && letters.length <= maxInitials ? letters : '',
  };
}

/**
 * Returns the tokens by which pinyin finds a text: pairs of neighbouring syllables and runs (chu'neng, 919'jiao) and three
 * initials in a row (hyd, ydl); of a text of two characters also its two initials.
 */
export function pinyinTokens(text: string): string[] {
  return toRuns(text).flatMap((run, _, runs) => [
    ...syllablePairs(run.map(soundOf)),
    ...initialTokens(initialsOf(run), run.length === 2 && runs.length === 1),
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
  const addReading = (units: readonly Unit[], isMatch: (units: readonly Unit[]) => boolean) => {
    // Letters and digits alone are found as they are typed.
    if (units.some(({ sound }) => sound !== '') && isMatch(units)) found.push(textOf(units));
  };
  for (const run of toRuns(text)) {
    for (let at = 0; at < run.length; at++) {
      for (const sounds of syllables)
        addReading(run.slice(at, at + sounds.length), (units) =>
          sounds.every((sound, index) => units[index] && soundOf(units[index]) === sound),
        );
      if (initials)
        addReading(takeInitials(run, at, initials.length), (units) => initialsOf(units) === initials);
    }
  }
  return found;
}

/** Returns how a name is typed as a whole, in full and by initials: guizhoumaotai and gzmt for 贵州茅台. */
export function pinyinOf(name: string): { full: string; initials: string } {
  const units = toRuns(name).flat();
  return {
    full: units.map(soundOf).join(''),
    initials: initialsOf(units),
  };
}

const textOf = (units: readonly Unit[]) => units.map(({ text }) => text).join('');
const soundOf = ({ sound, text }: Unit) => sound || text;
const initialsOf = (units: readonly Unit[]) => units.map(({ initial }) => initial).join('');

/** Returns as many units as have so many initials. */
function takeInitials(run: readonly Unit[], from: number, count: number): Unit[] {
  const taken: Unit[] = [];
  let length = 0;
  for (let at = from; at < run.length && length < count; at++) {
    const unit = run[at];
    if (!unit) break;
    taken.push(unit);
    length += unit.initial.length;
  }
  return taken;
}

const syllablePairs = (sounds: readonly string[]): string[] =>
  sounds.slice(1).map((sound, index) => `${sounds[index]}'${sound}`);

function initialTokens(initials: string, isPairAllowed: boolean): string[] {
  if (initials.length < initialsWindow) return isPairAllowed ? [initials] : [];
  return Array.from({ length: initials.length - initialsWindow + 1 }, (_, at) =>
    initials.slice(at, at + initialsWindow),
  );
}

/** Splits a text into runs of neighbouring Han, Latin letters and digits, whatever separates one script from another. */
function toRuns(text: string): Unit[][] {
  const joined = simplify(normalise(text)).replace(betweenScripts, '');
  const runs = joined.match(/[\p{Script=Han}a-z0-9]+/gu) ?? [];
  return runs.flatMap((run) => {
    const characters = [...run];
    const sounds = soundsOf(run);
    // The library counts some rare characters differently; without their sounds the run cannot be found by pinyin.
    return sounds.length === characters.length ? [toUnits(characters, sounds)] : [];
  });
}
const betweenScripts =
  /(?<=\p{Script=Han})[ -]+(?=[a-z0-9])|(?<=[a-z0-9])[ -]+(?=\p{Script=Han})|(?<=[a-z])[ -]+(?=\d)|(?<=\d)[ -]+(?=[a-z])/gu;

function toUnits(characters: readonly string[], sounds: readonly string[]): Unit[] {
  const units: Unit[] = [];
  for (const [index, character] of characters.entries()) {
    const kind = kindOf(character);
    const last = units.at(-1);
    if (kind === 'han') {
      const sound = withV(sounds[index] ?? '');
      units.push({ text: character, sound, initial: (sound || character).slice(0, 1) });
    } else if (last?.sound === '' && kindOf(last.text) === kind) {
      last.text += character;
      last.initial = last.text;
    } else units.push({ text: character, sound: '', initial: character });
  }
  return units;
}

const kindOf = (text: string) => (/^[a-z]/.test(text) ? 'letters' : /^\d/.test(text) ? 'digits' : 'han');

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

/** Divides a part without boundaries. Letters beside digits (mate60) may be no syllables. */
function divisionsOf(part: string): string[][] {
  const pieces = part.match(/[a-z]+|\d+/g) ?? [];
  if (pieces.length === 1) return kindOf(part) === 'digits' ? [[part]] : withRuns(part);
  let divisions: string[][] = [[]];
  for (const piece of pieces) {
    const own = kindOf(piece) === 'digits' ? [] : withRuns(piece).slice(0, 1);
    divisions = divisions
      .flatMap((before) => [...own, [piece]].map((after) => [...before, ...after]))
      .slice(0, maxDivisions);
  }
  return divisions;
}

/** Divides letters into syllables, or else into syllables after or before the fewest letters that are none (tclkeji). */
function withRuns(letters: string): string[][] {
  const whole = intoSyllables(letters);
  if (whole.length > 0) return whole;
  for (let length = 1; length < letters.length; length++) {
    const [prefix, rest] = [letters.slice(0, length), letters.slice(length)];
    const after = intoSyllables(rest).map((division) => [prefix, ...division]);
    const before = intoSyllables(letters.slice(0, -length)).map((division) => [
      ...division,
      letters.slice(-length),
    ]);
    if (after.length + before.length > 0) return [...after, ...before];
  }
  return [];
}

function intoSyllables(letters: string): string[][] {
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
