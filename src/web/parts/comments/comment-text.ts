export type TextPart = { text: string; isMention: boolean; key: number };

/** Splits a comment into text and mentions. `@` followed by one of `names` is a mention; the longest name wins. */
export function mentionParts(text: string, names: readonly string[]): TextPart[] {
  const tokens = names.map((name) => `@${name}`).sort((a, b) => b.length - a.length);
  const parts: TextPart[] = [];
  let end = 0;
  let index = text.indexOf('@');
  while (index !== -1) {
    const token = tokens.find((candidate) => text.startsWith(candidate, index));
    if (token) {
      if (index > end) parts.push({ text: text.slice(end, index), isMention: false, key: end });
      parts.push({ text: token, isMention: true, key: index });
      end = index + token.length;
    }
    index = text.indexOf('@', token ? end : index + 1);
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMention: false, key: end });
  return parts;
}

/** Returns the unfinished mention before the caret: the position of its `@` and the text typed after it. */
export function findOpenMention(text: string, caret: number): { start: number; prefix: string } | null {
  const found = /(?:^|[^\p{L}\p{N}_@])@([^\s@，。！？、；：,.!?;:]{0,20})$/u.exec(text.slice(0, caret));
  if (!found) return null;
  const prefix = found[1] ?? '';
  return { start: caret - prefix.length - 1, prefix };
}
