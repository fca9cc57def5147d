const WORD_BORDER = '\u200b';
const CLAUSE_BORDER = '\n';

/**
 * Clauses of a headline, each a list of words, from the break string made when the piece was saved: U+200B between
 * words, a line feed between clauses. Null when there is none, or when it belongs to another title.
 */
export function splitPhrases(title: string, breaks: string | null | undefined): string[][] | null {
  if (!breaks || breaks.replaceAll(WORD_BORDER, '').replaceAll(CLAUSE_BORDER, '') !== title) return null;
  return breaks
    .split(CLAUSE_BORDER)
    .map((clause) => clause.split(WORD_BORDER).filter(Boolean))
    .filter((words) => words.length > 0);
}
