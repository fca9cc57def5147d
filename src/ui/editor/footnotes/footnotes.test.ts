// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import { Marked } from 'marked';
import { afterEach, expect, test } from 'vitest';
import { prepareBodySync } from '#features/posts/index.ts';
import { markdownExtensions } from '#shared/text/markdown-extensions.ts';
import { toStoredHtml } from '../body-html.ts';
import { cleanPaste } from '../clean-paste.ts';
import { extensions } from '../extensions.ts';
import { openBody } from '../stored/open-body.ts';
import { toMarkdown } from '../to-markdown.ts';
import { insertFootnote } from './footnote.ts';

let editor: Editor;
afterEach(() => editor.destroy());

const ref = (number: number) => `<sup class="fn"><a href="#fn${number}" id="fr${number}">${number}</a></sup>`;
const note = (number: number, text: string) =>
  `<li id="fn${number}">${text}<a href="#fr${number}">↩</a></li>`;
const two = `<p>甲${ref(1)}乙</p><p>丙${ref(2)}</p><ol>${note(1, '注甲')}${note(2, '注丙')}</ol>`;

function open(html: string) {
  editor = new Editor({ extensions, content: openBody(html) });
}
const stored = () => toStoredHtml(editor.getHTML());
const positions = () => {
  const found: number[] = [];
  editor.state.doc.descendants((node, pos) => {
    if (node.type.name === 'footnote') found.push(pos);
  });
  return found;
};

test('leaves stored footnotes unchanged, also after an edit elsewhere', () => {
  open(two);
  expect(stored()).toBe(two);
  editor.commands.insertContentAt(1, '子');
  expect(stored()).toBe(two.replace('甲', '子甲'));
});

test('inserts a footnote, numbers it by its place and lists its note', () => {
  open(two);
  editor.commands.setTextSelection(1);
  insertFootnote(editor, '新\n二段');
  expect(stored()).toBe(
    `<p>${ref(1)}甲${ref(2)}乙</p><p>丙${ref(3)}</p><ol><li id="fn1"><p>新</p><p>二段<a href="#fr1">↩</a></p></li>${note(2, '注甲')}${note(3, '注丙')}</ol>`,
  );
});

test('inserts the first footnote before the blank last paragraph', () => {
  open('<p>甲</p>');
  editor.commands.setTextSelection(2);
  insertFootnote(editor, '注');
  expect(stored()).toBe(`<p>甲${ref(1)}</p><ol>${note(1, '注')}</ol>`);
});

test('removes the note with its reference, and restores it with undo and with a pasted reference', () => {
  open(two);
  const [first = 0] = positions();
  const cut = editor.state.doc.slice(first, first + 1);
  editor.commands.deleteRange({ from: first, to: first + 1 });
  const rest = `<p>甲乙</p><p>丙${ref(1)}</p><ol>${note(1, '注丙')}</ol>`;
  expect(stored()).toBe(rest);
  editor.commands.undo();
  expect(stored()).toBe(two);
  editor.commands.redo();
  expect(stored()).toBe(rest);
  editor.view.dispatch(editor.state.tr.replace(5, 5, cut));
  expect(stored()).toContain('注甲');
  expect(stored()).toContain('注丙');
});

test('renumbers when a paragraph moves', () => {
  open(two);
  const paragraph = editor.state.doc.child(1);
  const from = editor.state.doc.child(0).nodeSize;
  const tr = editor.state.tr.delete(from, from + paragraph.nodeSize).insert(0, paragraph);
  editor.view.dispatch(tr);
  expect(stored()).toBe(
    `<p>丙${ref(1)}</p><p>甲${ref(2)}乙</p><ol>${note(1, '注丙')}${note(2, '注甲')}</ol>`,
  );
});

test('removes the references of a deleted note', () => {
  open(two);
  let from = 0;
  editor.state.doc.descendants((node, pos) => {
    if (node.type.name === 'listItem' && from === 0) from = pos;
  });
  editor.commands.deleteRange({ from, to: from + (editor.state.doc.nodeAt(from)?.nodeSize ?? 0) });
  expect(stored()).toBe(`<p>甲乙</p><p>丙${ref(1)}</p><ol>${note(1, '注丙')}</ol>`);
});

function write(...keys: string[]) {
  const { view } = editor;
  for (const key of keys)
    if (key === 'Enter')
      view.dom.dispatchEvent(
        new KeyboardEvent('keydown', { key, keyCode: 13, bubbles: true, cancelable: true }),
      );
    else view.dispatch(view.state.tr.insertText(key));
}

function caretAfter(text: string) {
  editor.state.doc.descendants((node, pos) => {
    if (node.isText && node.text === text) editor.commands.setTextSelection(pos + node.nodeSize);
  });
}

test('begins a paragraph of the same note with Enter, and leaves the note with Enter in an empty one', () => {
  open(two);
  caretAfter('注丙');
  write('Enter', '二段');
  const notes = `<ol>${note(1, '注甲')}<li id="fn2"><p>注丙</p><p>二段<a href="#fr2">↩</a></p></li></ol>`;
  expect(stored()).toBe(two.replace(/<ol>.*/, notes));
  write('Enter', 'Enter', '文末');
  expect(stored()).toBe(two.replace(/<ol>.*/, `${notes}<p>文末</p>`));
  caretAfter('注甲');
  write('Enter', 'Enter', '新');
  expect(stored()).toContain(`${note(1, '注甲')}<li id="fn2"><p>新注丙</p>`);
});

test('joins pasted footnotes with those of the body', () => {
  open(two);
  editor.commands.insertContentAt(0, cleanPaste(`<p>子${ref(1)}</p><ol>${note(1, '注子')}</ol>`));
  expect(stored()).toBe(
    `<p>子${ref(1)}</p><p>甲${ref(2)}乙</p><p>丙${ref(3)}</p><ol>${note(1, '注子')}${note(2, '注甲')}${note(3, '注丙')}</ol>`,
  );
});

test('keeps a note that never had a reference at the end, without a link back', () => {
  open(`<p>甲${ref(1)}</p><ol>${note(1, '注')}<li id="fn2">孤</li></ol>`);
  editor.commands.insertContentAt(1, '子');
  expect(stored()).toBe(`<p>子甲${ref(1)}</p><ol>${note(1, '注')}<li id="fn2">孤</li></ol>`);
});

const markdown = `甲[^b]乙[^a]，又[^b]，无[^c]。

[^a]: 一**粗**
[^b]: 二

    二的第二段
    续行

    - 项

丙

[^孤]: 无人引`;

test('reads footnotes of Markdown: named, repeated, of several paragraphs, and without a note', () => {
  open('');
  const { html } = prepareBodySync({ body: markdown, format: 'markdown' });
  expect(html.replaceAll('\n', '')).toBe(
    `<p>甲${ref(1)}乙${ref(2)}，又<sup class="fn"><a href="#fn1">1</a></sup>，无[^c]。</p><p>丙</p><ol><li id="fn1"><p>二</p><p>二的第二段续行</p><ul><li>项</li></ul><p><a href="#fr1">↩</a></p></li><li id="fn2">一<strong>粗</strong><a href="#fr2">↩</a></li><li id="fn3">无人引</li></ol>`,
  );
});

test('restores footnotes from exported Markdown', () => {
  open(
    `<p>甲${ref(1)}</p><p>乙${ref(2)}</p><ol><li id="fn1"><p>一</p><p>二<a href="#fr1">↩</a></p></li>${note(2, '三')}</ol>`,
  );
  const before = stored();
  const exported = toMarkdown(editor.getJSON());
  expect(exported).toBe('甲[^1]\n\n乙[^2]\n\n[^1]: 一\n\n    二\n\n[^2]: 三\n');
  const html = new Marked({ gfm: true }, markdownExtensions).parse(exported) as string;
  editor.commands.setContent(cleanPaste(html));
  expect(stored()).toBe(before);
});
