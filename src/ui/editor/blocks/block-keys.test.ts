// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { NodeSelection, type Selection, TextSelection } from '@tiptap/pm/state';
import { CellSelection } from '@tiptap/pm/tables';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { prepareBodySync } from '#features/posts/index.ts';
import { markup } from '#testing/random-markup.ts';
import { runs } from '#testing/runs.ts';
import { toStoredHtml } from '../body-html.ts';
import { extensions } from '../extensions.ts';
import { openBody } from '../stored/open-body.ts';
import { isObject } from './block-keys.ts';

let editor: Editor | undefined;
afterEach(() => editor?.destroy());

function open(html: string): Editor {
  editor?.destroy();
  editor = new Editor({ extensions, content: openBody(html) });
  return editor;
}
const stored = () => toStoredHtml(editor?.getHTML() ?? '');

type Key = 'Backspace' | 'Delete';

/** Presses a key; what no handler takes, the browser deletes: the character beside the caret. */
function press({ view }: Editor, key: Key): void {
  const keyCode = key === 'Delete' ? 46 : 8;
  const event = new KeyboardEvent('keydown', { key, keyCode, bubbles: true, cancelable: true });
  view.dom.dispatchEvent(event);
  if (event.defaultPrevented) return;
  const { $from, empty } = view.state.selection;
  if (!empty) throw new Error('left a selection to the browser');
  const [from, to] = key === 'Backspace' ? [$from.pos - 1, $from.pos] : [$from.pos, $from.pos + 1];
  if (from < $from.start() || to > $from.end()) throw new Error('left the edge of a text to the browser');
  view.dispatch(view.state.tr.delete(from, to));
}

/** `around`: the object right around an object, such as the gallery of a picture. */
type Part = { text: string; from: number; to: number; around?: Part | undefined };

/** Lists what a reader sees: each character and each object. */
function parts(doc: DocumentNode): Part[] {
  const found: Part[] = [];
  doc.descendants((node, pos, parent) => {
    if (node.isText)
      [...(node.text ?? '')].reduce((from, text) => {
        found.push({ text, from, to: from + text.length });
        return from + text.length;
      }, pos);
    else if (node.isLeaf || isObject(node))
      found.push({
        // A line of code keeps its break as a sign.
        ...{
          text: node.type.name === 'hardBreak' ? '\n' : `<${node.type.name}>`,
          from: pos,
          to: pos + node.nodeSize,
        },
        around: parent && isObject(parent) ? found.findLast(({ to }) => to > pos) : undefined,
      });
  });
  return found;
}
const show = (list: readonly Part[]) => list.map(({ text }) => text).join('');

/** Returns the selections that a pointer or the keyboard can make. */
function selections(doc: DocumentNode): Selection[] {
  const found: Selection[] = [];
  doc.descendants((node, pos) => {
    if (node.isTextblock)
      for (const at of new Set([0, node.content.size, Math.floor(node.content.size / 2)]))
        found.push(TextSelection.create(doc, pos + 1 + at));
    if (
      !node.isText &&
      NodeSelection.isSelectable(node) &&
      (node.isLeaf || isObject(node)) &&
      !node.type.spec.tableRole
    )
      found.push(NodeSelection.create(doc, pos));
  });
  return found;
}

const isNote = /<sup class="fn"|id="fn/;

test('removes nothing but what is selected, or the character beside the caret', () => {
  fc.assert(
    fc.property(
      markup.filter((html) => !isNote.test(html)),
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.constantFrom<Key>('Backspace', 'Delete')), {
        minLength: 1,
        maxLength: 6,
      }),
      (html, keys) => {
        const opened = open(prepareBodySync({ body: html, format: 'html' }).html);
        for (const [one, other, key] of keys) {
          const { doc } = opened.state;
          const all = selections(doc);
          let selection = all[one % all.length] as Selection;
          const head = all[other % all.length] as Selection;
          if (other % 3 === 0 && selection instanceof TextSelection && head instanceof TextSelection)
            selection = TextSelection.create(doc, selection.from, head.from);
          opened.view.dispatch(opened.state.tr.setSelection(selection));
          const { selection: chosen } = opened.state;
          const before = parts(doc);
          press(opened, key);
          const after = show(parts(opened.state.doc));
          const isLeft = ({ from, to }: Part) => from < chosen.from || to > chosen.to;
          // A selection from an object to a text elsewhere leaves the objects inside of what stays.
          const isInLeft = (part: Part): boolean =>
            isLeft(part) || (part.around !== undefined && isInLeft(part.around));
          const left = [isLeft, isInLeft].map((isShown) => {
            const shown = before.filter(isShown);
            // A gallery of one picture is that picture.
            return show(
              shown.filter(
                (part) =>
                  part.text !== '<gallery>' || shown.filter(({ around }) => around === part).length !== 1,
              ),
            );
          });
          if (!chosen.empty) expect(left).toContain(after);
          else if (after !== show(before)) {
            const { $from } = chosen;
            const at = key === 'Backspace' ? { to: $from.pos } : { from: $from.pos };
            const beside = before.filter(({ from, to }) => at.to === to || at.from === from);
            expect(beside.map((part) => show(before.filter((kept) => kept !== part)))).toContain(after);
            const inside = key === 'Backspace' ? $from.nodeBefore : $from.nodeAfter;
            expect(inside, 'nothing is deleted across the edge of a text').not.toBeNull();
          }
        }
      },
    ),
    { numRuns: runs(400) },
  );
});

const picture = '<figure><img src="/files/a.png" alt="图"><figcaption>注</figcaption></figure>';
const opened = () => editor as Editor;
const caret = (pos: number) => opened().commands.setTextSelection(pos);
const click = (selector: string) =>
  opened()
    .view.dom.querySelector(selector)
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true }));

test('selects a clicked picture or player, which a key then removes', () => {
  open(`<p>价 12 元</p>${picture}<p>后</p>`);
  caret(6);
  click('figure img');
  press(opened(), 'Backspace');
  expect(stored()).toBe('<p>价 12 元</p><p>后</p>');
  open('<p>前</p><figure data-embed="bilibili" data-video="BV1GJ411x7h7"></figure><p>后</p>');
  click('.embed__box');
  press(opened(), 'Delete');
  expect(stored()).toBe('<p>前</p><p>后</p>');
});

test.each<[string, Key, (doc: DocumentNode) => number]>([
  ['below a picture', 'Backspace', (doc) => doc.content.size - 2],
  ['above a picture', 'Delete', () => 2],
])(
  '%s, %s selects the picture, and removes it when pressed again, but not while it is held down',
  (_, key, at) => {
    const html = `<p>前</p>${picture}<p>后</p>`;
    open(html);
    caret(at(opened().state.doc));
    press(opened(), key);
    expect(opened().state.selection).toBeInstanceOf(NodeSelection);
    const held = { key, repeat: true, bubbles: true, cancelable: true };
    opened().view.dom.dispatchEvent(new KeyboardEvent('keydown', held));
    expect(stored()).toBe(html);
    press(opened(), key);
    expect(stored()).toBe('<p>前</p><p>后</p>');
  },
);

const reference = (number: number) =>
  `<sup class="fn"><a href="#fn${number}" id="fr${number}">${number}</a></sup>`;
const note = (number: number) => `<li id="fn${number}">注${number}<a href="#fr${number}">↩</a></li>`;

test('does not join a text with code that cannot hold its formula', () => {
  const html = '<pre><code>甲</code></pre><p><span class="math" data-tex="x"></span>乙</p>';
  open(html);
  const before = stored();
  for (const [pos, key] of [
    [2, 'Delete'],
    [4, 'Backspace'],
  ] as const) {
    caret(pos);
    press(opened(), key);
    expect(stored()).toBe(before);
  }
  open(html.replace(/<span.*<\/span>/, ''));
  caret(2);
  press(opened(), 'Delete');
  expect(opened().getText().trim()).toBe('甲乙');
});

test('keeps notes and their references at the edge of the list of notes', () => {
  const html = `<p>甲${reference(1)}乙${reference(2)}</p><p>丙</p><ol>${note(1)}${note(2)}</ol><p>丁</p>`;
  open(html);
  const edges: [number, Key][] = [];
  opened().state.doc.descendants((node, pos) => {
    if (node.isTextblock) edges.push([pos + 1, 'Backspace'], [pos + node.nodeSize - 1, 'Delete']);
  });
  for (const [pos, key] of edges.slice(3, -1)) {
    caret(pos);
    press(opened(), key);
    expect(stored(), `${key} at ${pos}`).toBe(html);
  }
});

const cell = '<table><tbody><tr><td>一</td><td>二</td></tr></tbody></table>';

test.each<[string, string, (doc: DocumentNode) => Selection, string]>([
  ['a line', '<p>甲</p><hr><p>乙</p>', (doc) => NodeSelection.create(doc, 3), '<p>甲</p><p>新</p><p>乙</p>'],
  [
    'the paywall mark',
    '<p>甲</p><!--paywall--><p>乙</p>',
    (doc) => NodeSelection.create(doc, 3),
    '<p>甲</p><p>新</p><p>乙</p>',
  ],
  [
    'a formula',
    '<p>甲</p><div class="math" data-tex="x"></div>',
    (doc) => NodeSelection.create(doc, 3),
    '<p>甲</p><p>新</p>',
  ],
  [
    'a formula in a text',
    '<p>甲<span class="math" data-tex="x"></span>乙</p>',
    (doc) => NodeSelection.create(doc, 2),
    '<p>甲新乙</p>',
  ],
  ['a picture', `<p>甲</p>${picture}`, (doc) => NodeSelection.create(doc, 3), '<p>甲</p><p>新</p>'],
  [
    'cells',
    cell,
    (doc) => CellSelection.create(doc, 2, 7),
    '<table><tbody><tr><td></td><td>新</td></tr></tbody></table>',
  ],
  ['paragraphs', '<p>甲乙</p><p>丙丁</p>', (doc) => TextSelection.create(doc, 2, 6), '<p>甲新丁</p>'],
  [
    'a caption and a text',
    `${picture}<p>丙丁</p>`,
    (doc) => TextSelection.create(doc, 1, 5),
    `${picture.replace('注', '新')}<p>丁</p>`,
  ],
])('replaces %s by what an input method writes', (_, html, select, expected) => {
  open(html);
  const { view } = opened();
  view.dispatch(view.state.tr.setSelection(select(view.state.doc)));
  view.dom.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
  const { selection } = view.state;
  expect(selection.empty && selection.$from.parent.isTextblock).toBe(true);
  view.dispatch(view.state.tr.insertText('新'));
  expect(stored()).toBe(expected);
});
