// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import { afterEach, describe, expect, test } from 'vitest';
import { toEditorHtml, toStoredHtml } from './body-html.ts';
import { extensions } from './extensions.ts';
import { openBody } from './stored/open-body.ts';

let editor: Editor | undefined;
afterEach(() => editor?.destroy());

function edit(html: string): Editor {
  editor = new Editor({ extensions, content: openBody(html) });
  return editor;
}
const through = (html: string) => toStoredHtml(edit(html).getHTML());

describe('converts a body through the editor without loss', () => {
  test.each([
    '<p>开头。</p><!--paywall--><p>付费部分。</p>',
    '<h2>一</h2><h3>二</h3><h4>三</h4>',
    '<ul><li>一<ul><li>一之一</li></ul></li></ul><ol start="3"><li>三</li></ol>',
    '<table><thead><tr><th>列</th><th>值</th></tr></thead><tbody><tr><td colspan="2">一</td></tr></tbody></table>',
    '<blockquote><p>引文</p></blockquote><hr><pre><code>let a</code></pre>',
    '<p><strong>粗</strong><em>重</em><s>删</s><u>线</u><code>码</code></p>',
    '<p><a href="/101">链接</a><sup class="fn"><a href="#fn1" id="fr1">1</a></sup>H<sub>2</sub>O</p>',
    '<figure><img src="/files/a.png" alt="图"><figcaption>图注</figcaption></figure>',
    '<figure><img src="/files/a.png" alt=""></figure>',
    '<video src="/files/a.mp4" controls=""></video>',
    '<audio src="/files/a.mp3" controls=""></audio>',
    '<p>能量<span class="math" data-tex="E=mc^2"></span>守恒</p>',
    '<div class="math" data-tex="\\frac{a}{b} % 注释\nx"></div>',
    '<div class="callout" data-callout="risk" role="note" aria-label="风险"><p>一</p><ul><li>二</li></ul></div>',
    '<p><a data-size="12" href="/files/a.pdf?name=%E5%B9%B4.pdf">年.pdf</a></p>',
    '<p>𠮷野家，全角ＡＢＣ与 emoji 👨‍👩‍👧</p>',
  ])('%s', (html) => {
    expect(through(html)).toBe(html);
  });
});

const reference = '<sup class="fn"><a href="#fn1" id="fr1">1</a></sup>';
const notes = '<ol><li id="fn1">注<a href="#fr1">↩</a></li></ol>';

describe('the paywall mark', () => {
  test.each(['<!-- paywall -->', '<!--more-->', '<!--members-only-->'])('accepts %s', (mark) => {
    expect(through(`<p>一</p>${mark}<p>二</p>`)).toBe('<p>一</p><!--paywall--><p>二</p>');
  });

  test('keeps at most one mark, also after a paste', () => {
    expect(through('<p>一</p><!--paywall--><p>二</p><!--paywall--><p>三</p>')).toBe(
      '<p>一</p><!--paywall--><p>二</p><p>三</p>',
    );
    const open = edit('<p>一</p><!--paywall--><p>二</p>');
    open.commands.insertContentAt(open.state.doc.content.size, toEditorHtml('<!--paywall--><p>三</p>'));
    expect(toStoredHtml(open.getHTML()).match(/<!--paywall-->/g)).toHaveLength(1);
  });

  test('moves the mark behind the block of the cursor when it is set again', () => {
    const open = edit('<p>一</p><p>二</p><p>三</p>');
    open.chain().setTextSelection(2).setPaywall().run();
    expect(toStoredHtml(open.getHTML())).toBe('<p>一</p><!--paywall--><p>二</p><p>三</p>');
    open
      .chain()
      .setTextSelection(open.state.doc.content.size - 2)
      .setPaywall()
      .run();
    expect(toStoredHtml(open.getHTML())).toBe('<p>一</p><p>二</p><p>三</p><!--paywall-->');
  });

  test.each([
    ['between two blocks', '<p>一</p><p>二</p>', '<p>一</p><!--paywall--><p>付费二</p>'],
    ['at the end', '<p>一</p>', '<p>一</p><!--paywall--><p>付费</p>'],
    ['above a picture', '<p>一</p><hr><p>二</p>', '<p>一</p><!--paywall--><p>付费</p><hr><p>二</p>'],
    [
      'above the notes',
      `<p>一${reference}</p>${notes}`,
      `<p>一${reference}</p><!--paywall--><p>付费</p>${notes}`,
    ],
    [
      'again, further up',
      '<p>一</p><p>二</p><!--paywall--><p>三</p>',
      '<p>一</p><!--paywall--><p>付费二</p><p>三</p>',
    ],
  ])('moves the cursor below a mark that is set %s', (_, html, expected) => {
    const open = edit(html);
    open.chain().setTextSelection(2).setPaywall().insertContent('付费').run();
    expect(toStoredHtml(open.getHTML())).toBe(expected);
  });

  test("leaves the mark's source as text when it is written as text", () => {
    expect(through('<p>&lt;!--paywall--&gt;</p>')).toBe('<p>&lt;!--paywall--&gt;</p>');
  });
});

test('does not save what the server adds for readers', () => {
  const shown =
    '<p>看<a class="stock" href="/stock?code=300750">宁德时代<span>300750</span></a>与<span class="hs"></span>AI</p>';
  expect(through(shown)).toBe('<p>看宁德时代（300750）与AI</p>');
});

test('opens a rendered formula as its source', () => {
  const rendered = '<p>能量<span class="math" data-tex="E"><math xmlns="x"><mi>E</mi></math></span>守恒</p>';
  expect(through(rendered)).toBe('<p>能量<span class="math" data-tex="E"></span>守恒</p>');
});

describe('typing', () => {
  const type = (editor: Editor, text: string) => {
    for (const letter of text) {
      const { view } = editor;
      const { from, to } = view.state.selection;
      if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, letter, () => view.state.tr)))
        view.dispatch(view.state.tr.insertText(letter, from, to));
    }
  };

  test('converts a formula between dollar signs and a space, but not amounts of money', () => {
    const open = edit('<p></p>');
    type(open, '令$x_1$ 为$5到$ ，$涨$ ');
    expect(toStoredHtml(open.getHTML())).toBe(
      '<p>令<span class="math" data-tex="x_1"></span> 为$5到$ ，$涨$ </p>',
    );
  });

  test('wraps a block in a callout, changes its kind, and removes it', () => {
    const open = edit('<p>一</p>');
    open.commands.toggleCallout('note');
    expect(toStoredHtml(open.getHTML())).toContain('data-callout="note"');
    open.commands.toggleCallout('risk');
    expect(toStoredHtml(open.getHTML())).toContain('data-callout="risk" role="note" aria-label="风险"');
    open.commands.toggleCallout('risk');
    expect(toStoredHtml(open.getHTML())).toBe('<p>一</p>');
  });
});

test('stores an empty document as an empty body', () => {
  expect(through('')).toBe('');
});
