// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import { afterEach, expect, test } from 'vitest';
import { toStoredHtml } from './body-html.ts';
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

test('marks words everywhere, across bold text and behind formulas, without changing the body', () => {
  open(
    '<p>稳<strong>赚</strong>不赔，<span class="math" data-tex="x"></span>稳赚</p><ul><li><p>保证收益</p></li></ul>',
  );
  const before = toStoredHtml(editor.getHTML());
  markWords(editor, ['稳赚', '保证收益', '']);
  expect(marked().join('')).toBe('稳赚稳赚保证收益');
  expect(toStoredHtml(editor.getHTML())).toBe(before);
});

test('keeps marks in step with edits, and removes them when no words are given', () => {
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
