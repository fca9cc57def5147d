import {
  type AnyConfig,
  type AnyExtension,
  type Extension,
  getExtensionField,
  type Mark,
  type Node,
} from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';
import { forms } from './editor-form.ts';

/**
 * Tiptap's kit with a schema as wide as a stored body: an item begins with any block, a quotation names its source, and
 * code in a text may be a link.
 */
export const kit = (options: Parameters<typeof StarterKit.configure>[0]): AnyExtension[] =>
  partsOf(StarterKit.configure(options)).map((part) => widen[part.name]?.(part) ?? part);

const widen: Readonly<Record<string, (part: AnyExtension) => AnyExtension>> = {
  listItem: (part) => (part as Node).extend({ content: 'block+' }),
  blockquote: (part) => (part as Node).extend({ content: '(block|quoteSource)+' }),
  code: (part) => (part as Mark).extend({ excludes: '' }),
  codeBlock: (part) =>
    (part as Node).extend({
      renderHTML: ({ node, HTMLAttributes }) => {
        const { language } = node.attrs;
        const isBare = node.attrs[forms.bare] !== null;
        const code = isBare ? {} : { class: language ? `language-${language}` : null };
        return ['pre', HTMLAttributes, ['code', code, 0]];
      },
    }),
};

const partsOf = (extension: Extension): AnyExtension[] =>
  getExtensionField<AnyConfig['addExtensions']>(extension, 'addExtensions', {
    name: extension.name,
    options: extension.options,
    storage: extension.storage,
  })?.() ?? [];
