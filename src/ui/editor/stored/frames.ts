import { Node } from '@tiptap/core';
import { forms } from './editor-form.ts';

/** A box around blocks with a caption above or below them: a table with its caption, a player, a quotation. */
export const Frame = Node.create({
  name: 'frame',
  group: 'block',
  content: 'frameCaption? block+ frameCaption?',
  draggable: true,
  isolating: true,
  addAttributes: () => ({
    [forms.frame]: { default: 'figure' },
  }),
  parseHTML: () => [{ tag: `figure[${forms.frame}]`, priority: 70 }],
  renderHTML: ({ HTMLAttributes }) => ['figure', HTMLAttributes, 0],
});

export const FrameCaption = Node.create({
  name: 'frameCaption',
  content: 'inline*',
  parseHTML: () => [{ tag: 'figcaption', context: 'frame/' }],
  renderHTML: () => ['figcaption', 0],
});

/** Who is quoted, below or among the paragraphs of a quotation. */
export const QuoteSource = Node.create({
  name: 'quoteSource',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'footer', context: 'blockquote/' }],
  renderHTML: () => ['footer', 0],
});
