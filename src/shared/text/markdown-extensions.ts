import type { MarkedExtension, Tokens } from 'marked';
import { markdownFootnotes, paragraphOf } from './markdown-footnotes.ts';

/** The kinds of callouts, as stored in a body. */
export const calloutKinds = ['note', 'warning', 'risk'] as const;
export type CalloutKind = (typeof calloutKinds)[number];
export const calloutLabels: Readonly<Record<CalloutKind, string>> = {
  note: '提示',
  warning: '注意',
  risk: '风险',
};
/** The Markdown keyword of each kind: `> [!NOTE]`. */
export const calloutKeywords: Readonly<Record<CalloutKind, string>> = {
  note: 'NOTE',
  warning: 'WARNING',
  risk: 'CAUTION',
};
const kindOfKeyword: Readonly<Record<string, CalloutKind>> = {
  NOTE: 'note',
  TIP: 'note',
  INFO: 'note',
  IMPORTANT: 'warning',
  WARNING: 'warning',
  CAUTION: 'risk',
  DANGER: 'risk',
};

/**
 * Markdown extensions beyond GFM: formulas (`$x$`, and `$$` around a block), callouts (`> [!NOTE]`) and footnotes (markdown-footnotes.ts). To distinguish
 * a formula from amounts in dollars, the opening dollar sign is followed by a character other than a space, the closing
 * one follows such a character and precedes no digit, and no Han stands between them except in `\text{}`.
 */
export const markdownExtensions: MarkedExtension = {
  extensions: [
    {
      name: 'formulaBlock',
      level: 'block',
      // Wherever this reports a start, the parser reads the rest of the paragraph again, so only real formulas count.
      start: (text) =>
        paragraphOf(text)
          .matchAll(/(?:^|\n)(?= {0,3}\$\$)/g)
          .find(({ 0: { length }, index }) => formulaBlock.test(text.slice(index + length, index + 2100)))
          ?.index,
      tokenizer(text) {
        const found = formulaBlock.exec(text);
        const tex = found?.[1]?.trim();
        return found && tex ? { type: 'formulaBlock', raw: found[0], tex } : undefined;
      },
      renderer: ({ tex }) => `<div class="math" data-tex="${escaped(String(tex))}"></div>\n`,
    },
    {
      name: 'formula',
      level: 'inline',
      start: (text) => indexOrNone(text.indexOf('$')),
      tokenizer(text) {
        const found = /^\$(?![\s$])((?:\\.|[^\\\n$]){1,2000})\$(?![\d$])/.exec(text);
        const tex = found?.[1] ?? '';
        if (!found || /\s$/.test(tex) || /\p{sc=Han}/u.test(tex.replace(/\\text\{[^}]*\}/g, '')))
          return undefined;
        return { type: 'formula', raw: found[0], tex };
      },
      renderer: ({ tex }) => `<span class="math" data-tex="${escaped(String(tex))}"></span>`,
    },
    {
      name: 'callout',
      level: 'block',
      start: (text) => /(?:^|\n) {0,3}> ?\[!/.exec(paragraphOf(text))?.index,
      tokenizer(text) {
        const head = /^ {0,3}> ?\[!(\w{1,12})\][ \t]*(?:\n|$)/.exec(text);
        const kind = kindOfKeyword[head?.[1]?.toUpperCase() ?? ''];
        if (!head || !kind) return undefined;
        const rest = /^(?: {0,3}>[^\n]*(?:\n|$))*/.exec(text.slice(head[0].length))?.[0] ?? '';
        const tokens = this.lexer.blockTokens(rest.replace(/^ {0,3}> ?/gm, ''), []);
        return { type: 'callout', raw: head[0] + rest, kind, tokens };
      },
      childTokens: ['tokens'],
      renderer(token) {
        const inner = this.parser.parse((token as Tokens.Blockquote).tokens);
        return `<div class="callout" data-callout="${token.kind}">\n${inner}</div>\n`;
      },
    },
    ...markdownFootnotes.extensions,
  ],
  hooks: markdownFootnotes.hooks,
};

const formulaBlock = /^ {0,3}\$\$([^$]{1,2000})\$\$[ \t]*(?:\n|$)/;

const indexOrNone = (at: number) => (at < 0 ? undefined : at);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
