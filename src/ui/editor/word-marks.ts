import { type Editor, Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

type Marked = { words: readonly string[]; set: DecorationSet };
const place = new PluginKey<Marked>('wordMarks');

/** Words drawn under in the body while it is written, such as those a reviewer will stop at; no part of the body. */
export const WordMarks = Extension.create({
  name: 'wordMarks',
  addProseMirrorPlugins: () => [
    new Plugin<Marked>({
      key: place,
      state: {
        init: () => ({ words: [], set: DecorationSet.empty }),
        apply(tr, held) {
          const words: readonly string[] = tr.getMeta(place) ?? held.words;
          if (words === held.words && (!tr.docChanged || words.length === 0)) return held;
          return { words, set: DecorationSet.create(tr.doc, decorate(tr.doc, words)) };
        },
      },
      props: { decorations: (state) => place.getState(state)?.set },
    }),
  ],
});

/** Marks these words from now on, in place of those before, and shows the first of them. */
export function markWords(editor: Editor, words: readonly string[]): void {
  editor.view.dispatch(editor.state.tr.setMeta(place, [...new Set(words)].filter(Boolean)));
  editor.view.dom.querySelector('.word-mark')?.scrollIntoView({ block: 'center' });
}

function decorate(doc: Node, words: readonly string[]): Decoration[] {
  const found: Decoration[] = [];
  doc.descendants((node, at) => {
    if (!node.isTextblock) return;
    // What is no text, such as a formula, holds its place with one character.
    const text = node.textBetween(0, node.content.size, '', '\ufffc');
    for (const word of words)
      for (let from = text.indexOf(word); from >= 0; from = text.indexOf(word, from + word.length))
        found.push(Decoration.inline(at + 1 + from, at + 1 + from + word.length, { class: 'word-mark' }));
  });
  return found;
}
