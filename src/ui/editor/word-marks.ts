import { type Editor, Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

type WordMarksState = { words: readonly string[]; decorations: DecorationSet };
const wordMarksKey = new PluginKey<WordMarksState>('wordMarks');

/** Underlines words in the editor, such as sensitive words, by decorations: they are not part of the body. */
export const WordMarks = Extension.create({
  name: 'wordMarks',
  addProseMirrorPlugins: () => [
    new Plugin<WordMarksState>({
      key: wordMarksKey,
      state: {
        init: () => ({ words: [], decorations: DecorationSet.empty }),
        apply(tr, previous) {
          const words: readonly string[] = tr.getMeta(wordMarksKey) ?? previous.words;
          if (words === previous.words && (!tr.docChanged || words.length === 0)) return previous;
          return { words, decorations: DecorationSet.create(tr.doc, createDecorations(tr.doc, words)) };
        },
      },
      props: { decorations: (state) => wordMarksKey.getState(state)?.decorations },
    }),
  ],
});

/** Replaces the marked words and scrolls to the first one. */
export function markWords(editor: Editor, words: readonly string[]): void {
  editor.view.dispatch(editor.state.tr.setMeta(wordMarksKey, [...new Set(words)].filter(Boolean)));
  editor.view.dom.querySelector('.word-mark')?.scrollIntoView({ block: 'center' });
}

function createDecorations(doc: Node, words: readonly string[]): Decoration[] {
  const found: Decoration[] = [];
  doc.descendants((node, pos) => {
    if (!node.isTextblock) return;
    // A placeholder character stands for each non-text node, such as a formula, so that offsets match.
    const text = node.textBetween(0, node.content.size, '', '\ufffc');
    for (const word of words)
      for (let from = text.indexOf(word); from >= 0; from = text.indexOf(word, from + word.length))
        found.push(Decoration.inline(pos + 1 + from, pos + 1 + from + word.length, { class: 'word-mark' }));
  });
  return found;
}
