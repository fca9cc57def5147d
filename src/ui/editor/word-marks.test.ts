// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import { afterEach, expect, test } from 'vitest';
import { toStored } from './body-html.ts';
import { extensions } from './extensions.ts';
import { markWords, WordMarks } from './word-marks.ts';

let editor: Editor;
afterEach(() => editor.destroy());

function open(content: string) {
  Element.prototype.scrollIntoView = () => undefined;
  editor = new Editor({
    element: document.body.appendChild(document.createElement('div')),
    extensions: [...extensions, WordMarks],
    content,
  });
}
const marked = () =>
  [...editor.view.dom.querySelectorAll('.word-mark')].map(({ textContent }) => textContent);

test('words are marked wherever they stand, through bold text and behind formulas, and are no part of the body', () => {
  open(
    '<p>稳<strong>赚</strong>不赔，<span class="math" data-tex="x"></span>稳赚</p><ul><li><p>保证收益</p></li></ul>',
  );
  const before = toStored(editor.getHTML());
  markWords(editor, ['稳赚', '保证收益', '']);
  expect(marked().join('')).toBe('稳赚稳赚保证收益');
  expect(toStored(editor.getHTML())).toBe(before);
});

test('marks follow what is written, and go when none are asked for', () => {
  open('<p>稳赚</p>');
  markWords(editor, ['稳赚']);
  editor.commands.insertContentAt(1, '一定');
  expect(marked()).toEqual(['稳赚']);
  editor.commands.setContent('<p>稳健</p>');
  expect(marked()).toEqual([]);
  editor.commands.setContent('<p>稳赚</p>');
  markWords(editor, []);
  expect(marked()).toEqual([]);
});
