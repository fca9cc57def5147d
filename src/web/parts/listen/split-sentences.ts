/** Chrome stops a voice after about fifteen seconds, so no chunk is longer than a minute's quarter of slow speech. */
const maxLength = 80;

/** Zero-width characters (watermarks, break opportunities, joiners), which voices may spell out or stumble over. */
const invisible = /[\u200b-\u200f\u2060-\u2064\ufeff\u00ad]/gu;

const sentence = /[^。！？!?；;…]+[。！？!?；;…]*[”’」』）)》]*/gu;
const clause = /[^，、,：:]+[，、,：:]*/gu;

/** Splits text into what a voice speaks at once: sentences, and of long sentences the clauses. */
export function splitSentences(text: string): string[] {
  const spoken = text.replace(invisible, '').replace(/\s+/g, ' ').trim();
  return (spoken.match(sentence) ?? [])
    .flatMap((part) => (part.length > maxLength ? joinUpTo(part.match(clause) ?? [part]) : [part]))
    .flatMap(cut)
    .map((part) => part.trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
}

/** Joins clauses as long as the result is short enough. */
function joinUpTo(clauses: readonly string[]): string[] {
  const joined: string[] = [];
  for (const part of clauses) {
    const last = joined.at(-1);
    if (last !== undefined && last.length + part.length <= maxLength) joined[joined.length - 1] = last + part;
    else joined.push(part);
  }
  return joined;
}

/** Cuts text without any punctuation, between characters and not within one. */
function cut(text: string): string[] {
  const characters = [...text];
  const parts: string[] = [];
  for (let at = 0; at < characters.length; at += maxLength)
    parts.push(characters.slice(at, at + maxLength).join(''));
  return parts;
}
