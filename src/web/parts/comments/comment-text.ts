export type TextPart = { text: string; isMention: boolean; key: number };

/** A comment's text in stretches: `@` with one of `names` behind it is a mention, the longest name first. */
export function mentionParts(text: string, names: readonly string[]): TextPart[] {
  const marks = names.map((name) => `@${name}`).sort((one, other) => other.length - one.length);
  const parts: TextPart[] = [];
  let from = 0;
  let at = text.indexOf('@');
  while (at !== -1) {
    const mark = marks.find((candidate) => text.startsWith(candidate, at));
    if (mark) {
      if (at > from) parts.push({ text: text.slice(from, at), isMention: false, key: from });
      parts.push({ text: mark, isMention: true, key: at });
      from = at + mark.length;
    }
    at = text.indexOf('@', mark ? from : at + 1);
  }
  if (from < text.length) parts.push({ text: text.slice(from), isMention: false, key: from });
  return parts;
}

/** The unfinished mention before the caret: where its `@` stands, and what was typed behind it. */
export function openMention(text: string, caret: number): { at: number; prefix: string } | null {
  const found = /(?:^|[^\p{L}\p{N}_@])@([^\s@，。！？、；：,.!?;:]{0,20})$/u.exec(text.slice(0, caret));
  if (!found) return null;
  const prefix = found[1] ?? '';
  return { at: caret - prefix.length - 1, prefix };
}
