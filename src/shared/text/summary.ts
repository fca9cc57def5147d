import { graphemeOffset } from './graphemes.ts';
import { lettersAndDigits } from './letters-and-digits.ts';

/** A shorter summary says nothing (亚星客车…). */
const minLength = 16;

/** Whether a text is long enough for a summary, its ellipsis aside. */
export function isLongEnough(summary: string): boolean {
  const text = summary.replace(/…$/, '').trim();
  return graphemeOffset(text, minLength - 1) < text.length;
}

/** Whether a summary is a part of the title, whatever the punctuation. */
export const repeatsTitle = (summary: string, title: string): boolean =>
  lettersAndDigits(title).includes(lettersAndDigits(summary));

/** Whether a summary that was made from the text says more than the title. */
export function isTelling(summary: string, title: string): boolean {
  if (!isLongEnough(summary) || repeatsTitle(summary, title)) return false;
  const [said, headline] = [lettersAndDigits(summary), lettersAndDigits(title)];
  return headline === '' || !said.includes(headline) || said.length - headline.length >= minLength;
}
