/**
 * Where a sentence or a line ends: after closing marks of quotation. A full stop after a digit or a single capital letter
 * is that of a list (1.) or of an abbreviation, and a mark before a letter is that of an address (?id=1).
 */
const sentenceEnd =
  /(?:[。！？｡]|[!?](?![\w=&/%]))+[”’」』）)】》〉"']*|(?<![\d\p{Lu}])\.[”’"')]*(?=\s)|\n/gu;

/** Returns where sentences and lines end within the first `max` UTF-16 units of a text, in order. */
export function sentenceEnds(text: string, max: number): number[] {
  const ends: number[] = [];
  for (const { 0: mark, index } of text.matchAll(sentenceEnd)) {
    const end = mark === '\n' ? index : index + mark.length;
    if (end > max) break;
    ends.push(end);
  }
  return ends;
}
