import { mergeAttributes, Node } from '@tiptap/core';
import { type CalloutKind, calloutKinds, calloutNames } from '#shared/text/markdown-parts.ts';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    callout: {
      /** Puts the blocks of the selection into a callout; makes one of another kind this; takes one of this away. */
      toggleCallout: (kind: CalloutKind) => ReturnType;
    };
  }
}

/** A box that says 提示, 注意 or 风险 over what it holds. */
export const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,

  addAttributes: () => ({
    kind: {
      default: 'note',
      parseHTML: (box: HTMLElement) =>
        calloutKinds.find((kind) => kind === box.getAttribute('data-callout')) ?? 'note',
      renderHTML: ({ kind }: Record<string, unknown>) => ({
        'data-callout': kind,
        role: 'note',
        'aria-label': calloutNames[kind as CalloutKind],
      }),
    },
  }),

  parseHTML: () => [{ tag: 'div.callout[data-callout]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes({ class: 'callout' }, HTMLAttributes), 0],

  addCommands() {
    return {
      toggleCallout:
        (kind) =>
        ({ commands, editor }) => {
          if (!editor.isActive(this.name)) return commands.wrapIn(this.name, { kind });
          return editor.isActive(this.name, { kind })
            ? commands.lift(this.name)
            : commands.updateAttributes(this.name, { kind });
        },
    };
  },
});
