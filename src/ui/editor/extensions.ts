import type { Extensions } from '@tiptap/core';
import { TableKit } from '@tiptap/extension-table';
import { Placeholder } from '@tiptap/extensions';
import { StarterKit } from '@tiptap/starter-kit';
import { Callout } from './callout.ts';
import { Figure } from './figure.ts';
import { FormulaBlock, FormulaInline } from './formula.ts';
import { KeptAttributes, Player, Subscript, Superscript } from './kept-parts.ts';
import { PaywallMark } from './paywall-mark.ts';

/** What a body may be made of: what the server lets pass, and nothing it would drop. */
export const extensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, autolink: false, HTMLAttributes: { target: null, rel: null } },
  }),
  TableKit.configure({ table: { resizable: false } }),
  Placeholder.configure({ placeholder: '从这里写起，也可以从 Word 或公众号粘贴' }),
  Figure,
  Player,
  Superscript,
  Subscript,
  PaywallMark,
  FormulaInline,
  FormulaBlock,
  Callout,
  KeptAttributes,
];
