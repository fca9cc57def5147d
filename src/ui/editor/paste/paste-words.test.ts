// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { afterEach, expect, test } from 'vitest';
import { toStoredHtml } from '../body-html.ts';
import { cleanPaste } from '../clean-paste.ts';
import { extensions } from '../extensions.ts';
import { openBody } from '../stored/open-body.ts';

let editor: Editor;
afterEach(() => editor.destroy());

function open(html: string) {
  editor = new Editor({
    extensions,
    content: openBody(html),
    editorProps: { transformPastedHTML: cleanPaste },
  });
}
const stored = () => toStoredHtml(editor.getHTML());

function find(text: string): number {
  let found = -1;
  editor.state.doc.descendants((node, pos) => {
    const at = node.text?.indexOf(text) ?? -1;
    if (at >= 0) found = pos + at;
  });
  return found;
}

/** Copies from the beginning of one text to the end of another, as a browser's clipboard has it. */
function copy(from: string, to = from): string {
  const selection = TextSelection.create(editor.state.doc, find(from), find(to) + to.length);
  editor.view.dispatch(editor.state.tr.setSelection(selection));
  return editor.view.serializeForClipboard(selection.content()).dom.innerHTML;
}

function paste(html: string, at: number) {
  editor.commands.setTextSelection(at);
  editor.view.pasteHTML(html, new Event('paste') as ClipboardEvent);
}

const reference = '<sup class="fn"><a href="#fn1" id="fr1">1</a></sup>';
const note = (text: string) => `<ol><li id="fn1">${text}<a href="#fr1">↩</a></li></ol>`;
const callout = (text: string) =>
  `<div class="callout" data-callout="risk" role="note" aria-label="风险"><p>${text}</p></div>`;
const caption = (text: string) =>
  `<figure><img src="/files/a.png" alt=""><figcaption>${text}</figcaption></figure>`;

test.each([
  ['an item', '<ul><li>甲乙丙丁</li><li>戊己</li></ul>'],
  ['an item of an item', '<ol><li>子<ol><li>甲乙丙丁</li></ol></li><li>戊己</li></ol>'],
  ['a quotation', '<blockquote><p>甲乙丙丁</p></blockquote><blockquote><p>戊己</p></blockquote>'],
  ['a callout', `${callout('甲乙丙丁')}${callout('戊己')}`],
  ['a heading', '<h2>甲乙丙丁</h2><h3>戊己</h3>'],
  ['code', '<pre><code>甲乙丙丁</code></pre><pre><code>戊己</code></pre>'],
  ['a cell', '<table><tbody><tr><td>甲乙丙丁</td><td>戊己</td></tr></tbody></table>'],
  ['a caption', `${caption('甲乙丙丁')}${caption('戊己')}`],
  ['a note', `<p>戊己${reference}</p>${note('甲乙丙丁')}`],
])(
  'pastes words that were cut out of %s as words, at the beginning, inside and end of any text',
  (_, part) => {
    for (const target of ['丙丁', '戊己', '庚辛'])
      for (const at of [0, 1, 2]) {
        open(`<p>庚辛</p>${part}`);
        const words = copy('甲乙');
        editor.commands.deleteSelection();
        const [before, after] = [target.slice(0, at), target.slice(at)];
        const expected = stored().replace(target, `${before}甲乙${after}`);
        paste(words, find(target) + at);
        expect(stored(), `${target} ${at}`).toBe(expected);
        editor.destroy();
      }
  },
);

test.each([
  [
    'items before an item',
    '<ul><li>甲</li><li>乙</li><li>丙</li></ul>',
    '<ul><li>甲</li><li>乙</li><li>甲</li><li>乙丙</li></ul>',
  ],
  [
    'paragraphs of a quotation into another',
    '<blockquote><p>甲</p><p>乙</p></blockquote><blockquote><p>丙</p></blockquote>',
    '<blockquote><p>甲</p><p>乙</p></blockquote><blockquote><p>甲</p><p>乙丙</p></blockquote>',
  ],
  [
    'items before a paragraph as a list',
    '<ul><li>甲</li><li>乙</li></ul><p>丙</p>',
    '<ul><li>甲</li><li>乙</li></ul><ul><li>甲</li><li>乙丙</li></ul>',
  ],
])('pastes %s', (_, html, expected) => {
  open(html);
  paste(copy('甲', '乙'), find('丙'));
  expect(stored()).toBe(expected);
});

test('makes no note of a text before which words of a note are pasted, and keeps a heading on an empty line', () => {
  const notes = note('甲').replace('甲', '<p>甲</p><p>乙').replace('↩</a>', '↩</a></p>');
  open(`<p>丙${reference}</p>${notes}`);
  paste(copy('甲', '乙'), find('丙'));
  expect(stored()).toBe(`<ol><li><p>甲</p><p>乙丙${reference}</p></li></ol>${notes}`);
  editor.destroy();
  open('<h2>甲</h2><p>乙</p><p></p><p>丙</p>');
  paste(copy('甲'), find('乙') + 3);
  expect(stored()).toBe('<h2>甲</h2><p>乙</p><h2>甲</h2><p>丙</p>');
});
