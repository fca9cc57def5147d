import type { MarkedExtension, Token, Tokens, TokensList } from 'marked';

/** Numbers of footnotes have three digits at most (features/posts/body/attributes.ts). */
const maxFootnotes = 999;

type Reference = Tokens.Generic & { name: string; number?: number; isFirst?: boolean };
type Definition = Tokens.Generic & { name: string; tokens: Token[]; number?: number; isReferenced?: boolean };

/**
 * Footnotes: `[^1]` or `[^name]` in the text, `[^name]: note` at the start of a line. Further paragraphs of a note are
 * indented. Numbers follow the references; a reference without a note stays text, a note without a reference comes last.
 */
export const markdownFootnotes = {
  extensions: [
    {
      name: 'footnoteDefinition',
      level: 'block',
      start: (text) => {
        const at = paragraphOf(text).search(/\n {0,3}\[\^[^\s[\]]{1,60}\]:/);
        return at < 0 ? undefined : at + 1;
      },
      tokenizer(text) {
        const [head = '', name = ''] = definition.exec(text) ?? [];
        if (head === '') return undefined;
        const rest = restOfNote(text, head.length);
        const note = rest.replace(/^(?: {1,4}|\t)/gm, '');
        return {
          type: 'footnoteDefinition',
          raw: head + rest,
          name,
          tokens: this.lexer.blockTokens(note, []),
        };
      },
      childTokens: ['tokens'],
      renderer: () => '',
    },
    {
      name: 'footnoteReference',
      level: 'inline',
      start: (text) => {
        const at = text.indexOf('[^');
        return at < 0 ? undefined : at;
      },
      tokenizer(text) {
        const [raw = '', name = ''] = /^\[\^([^\s[\]]{1,60})\]/.exec(text) ?? [];
        return raw === '' ? undefined : { type: 'footnoteReference', raw, name };
      },
      renderer(token) {
        const { number, isFirst, raw } = token as Reference;
        if (number === undefined) return raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
        return `<sup class="fn"><a href="#fn${number}"${isFirst ? ` id="fr${number}"` : ''}>${number}</a></sup>`;
      },
    },
    {
      name: 'footnotes',
      renderer(token) {
        const items = (token.notes as Definition[]).map(({ tokens, number, isReferenced }) => {
          const back = isReferenced ? `<a href="#fr${number}">↩</a>` : '';
          const html = unwrapSingleParagraph(this.parser.parse(tokens).trim());
          const inside = html.endsWith('</p>') ? html.length - '</p>'.length : html.length;
          return `<li id="fn${number}">${html.slice(0, inside)}${back}${html.slice(inside)}</li>`;
        });
        return `<ol>\n${items.join('\n')}\n</ol>\n`;
      },
    },
  ],
  hooks: {
    processAllTokens(tokens) {
      const references: Reference[] = [];
      const definitions: Definition[] = [];
      collect(tokens, references, definitions);
      if (definitions.length > 0)
        tokens.push({ type: 'footnotes', raw: '', notes: numberNotes(references, definitions) });
      return tokens;
    },
  },
} satisfies MarkedExtension;

function unwrapSingleParagraph(html: string): string {
  const isSingle = html.startsWith('<p>') && html.endsWith('</p>') && html.lastIndexOf('<p>') === 0;
  return isSingle ? html.slice('<p>'.length, -'</p>'.length) : html;
}

/** Returns the text up to its first blank line: the paragraph that a block could interrupt. */
export function paragraphOf(text: string): string {
  const end = text.search(/\n[ \t]*\n/);
  return end < 0 ? text : text.slice(0, end + 1);
}

const definition = /^ {0,3}\[\^([^\s[\]]{1,60})\]:[ \t]*/;
const otherBlock = /^ {0,3}(?:#{1,6} |>|```|~~~|\||[-*+] |\d{1,9}[.)] |\[\^[^\s[\]]{1,60}\]:)/;

/** Returns the text of a note after its head: its lines, and indented ones after blank lines. */
function restOfNote(text: string, from: number): string {
  let end = lineEnd(text, from);
  let isAfterBlank = false;
  for (let at = end; at < text.length; ) {
    const next = lineEnd(text, at);
    const line = text.slice(at, next);
    const isBlank = line.trim() === '';
    const isIndented = /^(?: {2,}|\t)/.test(line);
    if (!isBlank && !isIndented && (isAfterBlank || otherBlock.test(line))) break;
    isAfterBlank = isBlank;
    at = next;
    if (!isBlank) end = at;
  }
  return text.slice(from, end);
}

function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at + 1;
}

function collect(tokens: Token[] | TokensList, references: Reference[], definitions: Definition[]): void {
  for (const token of tokens) {
    if (token.type === 'footnoteReference') references.push(token as Reference);
    if (token.type === 'footnoteDefinition') definitions.push(token as Definition);
    const { tokens: inner, items, header, rows } = token as Tokens.Generic;
    for (const list of [inner, items, header, ...(rows ?? [])])
      if (Array.isArray(list)) collect(list, references, definitions);
  }
}

/** Numbers references and notes, and returns the notes in their order. */
function numberNotes(references: Reference[], definitions: Definition[]): Definition[] {
  const byName = new Map<string, Definition>();
  for (const one of definitions) if (!byName.has(one.name)) byName.set(one.name, one);
  const ordered = new Set<Definition>();
  for (const reference of references) {
    const note = byName.get(reference.name);
    if (!note || (!ordered.has(note) && ordered.size >= maxFootnotes)) continue;
    reference.isFirst = !ordered.has(note);
    ordered.add(note);
    note.isReferenced = true;
    note.number ??= ordered.size;
    reference.number = note.number;
  }
  for (const note of definitions) {
    ordered.add(note);
    note.number ??= ordered.size;
  }
  return [...ordered];
}
