import { type Editor, Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { servicesOf } from '../body-services.ts';
import {
  addressInCode,
  insertCard,
  insertEmbed,
  loneAddress,
  playerNode,
  videoAddressFault,
} from './insert-address.ts';

/**
 * An address that is pasted alone on a line becomes a player, or a card of its page; a typed one becomes a player with Enter.
 * An embed code is read for the address of its player; any other is refused with the reason.
 */
export const PasteAddress = Extension.create({
  name: 'pasteAddress',
  priority: 1000,
  addKeyboardShortcuts: () => ({ Enter: embedTyped }),
  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin({
        props: {
          handlePaste: (view, { clipboardData }) => {
            const text = clipboardData?.getData('text/plain') ?? '';
            const { $from, empty } = view.state.selection;
            if (text.length > 5000 || $from.parent.type.spec.code) return false;
            const services = servicesOf(editor);
            if (!services) return false;
            const code = addressInCode(text);
            if (code !== undefined) {
              const node = playerNode(code);
              if (node) insertEmbed(editor, node);
              else services.notify(videoAddressFault);
              return true;
            }
            const address = loneAddress(text);
            const isAlone =
              empty && $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0;
            // Cells, items and cards are no place for a card.
            if (address === undefined || !isAlone || $from.depth !== 1) return false;
            const node = playerNode(address);
            if (node) insertEmbed(editor, node);
            else insertCard(editor, address);
            return true;
          },
        },
      }),
    ];
  },
});

function embedTyped({ editor }: { editor: Editor }): boolean {
  const { $from, empty } = editor.state.selection;
  const { parent } = $from;
  const isAtEnd = empty && $from.parentOffset === parent.content.size;
  if (!isAtEnd || $from.depth !== 1 || parent.type.name !== 'paragraph') return false;
  const address = loneAddress(parent.textContent);
  const node = address === undefined ? undefined : playerNode(address);
  if (!node) return false;
  const range = { from: $from.before(), to: $from.after() };
  return editor
    .chain()
    .insertContentAt(range, [node, { type: 'paragraph' }])
    .run();
}
