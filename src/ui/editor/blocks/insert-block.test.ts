// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { AllSelection, NodeSelection, type Selection, TextSelection } from '@tiptap/pm/state';
import { CellSelection } from '@tiptap/pm/tables';
import { afterEach, expect, test } from 'vitest';
import { insertFile } from '../body-uploads.ts';
import { insertEmbed } from '../embeds/insert-address.ts';
import { extensions } from '../extensions.ts';
import { insertFootnote } from '../footnotes/footnote.ts';
import { openBody } from '../stored/open-body.ts';
import { blockTools, insertTools } from '../tools.ts';
import { isObject } from './block-keys.ts';
import { insertAtCursor } from './insert-block.ts';

let editor: Editor | undefined;
afterEach(() => editor?.destroy());

function open(html: string): Editor {
  editor?.destroy();
  editor = new Editor({ extensions, content: openBody(html) });
  return editor;
}

const context = {
  open: () => {},
  requestFile: () => {},
  requestGallery: () => {},
  kinds: [],
  hasPaywall: true,
};
const tools = [...blockTools, ...insertTools(context)];
const tool = (label: string) => (opened: Editor) =>
  tools.find((one) => one.label.startsWith(label))?.run(opened);
const file = (kind: 'image' | 'video' | 'file') => (opened: Editor) =>
  insertFile(opened, { kind, name: 'a', address: '/files/新', alt: '', width: 3, height: 2, bytes: 7 });
const bookmark = { type: 'bookmark', attrs: { href: 'https://a.example/x', title: '新' } };
const player = { type: 'embed', attrs: { provider: 'bilibili', video: 'BV1GJ411x7h7' } };

const inserts: Readonly<Record<string, (opened: Editor) => void>> = {
  a_line: tool('分隔线'),
  a_table: tool('表格'),
  a_stock: tool('股票'),
  the_paywall: tool('付费线'),
  a_footnote: (opened) => insertFootnote(opened, '新注'),
  a_formula: (opened) => insertAtCursor(opened, { type: 'formula', attrs: { tex: 'new' } }),
  a_formula_on_its_own: (opened) => insertAtCursor(opened, { type: 'formulaBlock', attrs: { tex: 'new' } }),
  markdown: (opened) => insertAtCursor(opened, '<h2>新</h2><ul><li>新</li></ul>'),
  a_card: (opened) => insertEmbed(opened, bookmark),
  a_player: (opened) => insertEmbed(opened, player),
  a_picture: file('image'),
  a_video: file('video'),
  an_attachment: file('file'),
};

const picture = (name: string) =>
  `<figure><img src="/files/${name}.png" alt="${name}"><figcaption>注${name}</figcaption></figure>`;
const body = [
  '<h2>标题</h2>',
  '<p>甲乙<span class="math" data-tex="x"></span>丙<sup class="fn"><a href="#fn1" id="fr1">1</a></sup></p>',
  picture('一'),
  '<hr>',
  `<figure class="gallery">${picture('二')}${picture('三')}<figcaption>图集</figcaption></figure>`,
  '<div class="math" data-tex="y"></div>',
  '<ul><li>项</li></ul>',
  '<figure data-embed="tencent" data-video="t0922htc5no"><figcaption>播放</figcaption></figure>',
  '<table><tbody><tr><td>格一</td><td>格二</td></tr></tbody></table>',
  '<pre><code>代码</code></pre>',
  '<figure class="bookmark"><a href="https://b.example/">题</a></figure>',
  '<blockquote><p>引用</p></blockquote>',
  '<ol><li id="fn1">脚注<a href="#fr1">↩</a></li></ol>',
].join('');

/** Each part of a document that a reader sees. */
function parts(doc: DocumentNode): string[] {
  const found: string[] = [];
  doc.descendants((node) => {
    if (node.isText) found.push(...(node.text ?? ''));
    else if (node.isLeaf || node.type.isInGroup('block'))
      if (!/^(?:paragraph|bulletList|orderedList)$/.test(node.type.name))
        found.push(
          `<${node.type.name} ${node.attrs.src ?? node.attrs.tex ?? node.attrs.video ?? node.attrs.href ?? ''}>`,
        );
  });
  return found;
}

function selections(doc: DocumentNode): Selection[] {
  const found: Selection[] = [new AllSelection(doc), TextSelection.create(doc, 2, 7)];
  doc.descendants((node, pos) => {
    if (node.isTextblock)
      for (const [from, to] of [
        [0, 0],
        [1, 1],
        [node.content.size, node.content.size],
        [0, node.content.size],
      ] as const)
        found.push(TextSelection.create(doc, pos + 1 + from, pos + 1 + Math.min(to, node.content.size)));
    if (node.isAtom || isObject(node))
      if (!node.isText && NodeSelection.isSelectable(node)) found.push(NodeSelection.create(doc, pos));
    if (node.type.name === 'tableRow')
      found.push(CellSelection.create(doc, pos + 1, pos + 1 + node.child(0).nodeSize));
  });
  return found;
}

const countOf = (list: readonly string[]) => Map.groupBy(list, (part) => part);
/** Lists what `after` has not as often as `before`. */
function missing(before: readonly string[], after: readonly string[]): string[] {
  const counts = countOf(after);
  return [...countOf(before)].flatMap(([part, all]) => all.slice(counts.get(part)?.length ?? 0));
}
const added = (before: readonly string[], after: readonly string[]) => missing(after, before);

test.each(Object.entries(inserts))(
  'inserts %s without a change of what is selected or follows',
  (name, insert) => {
    const opened = open(body);
    const { state: initial } = opened;
    const { doc } = initial;
    for (const selection of selections(doc)) {
      opened.view.updateState(initial);
      opened.view.dispatch(opened.state.tr.setSelection(selection));
      const chosen = JSON.stringify(selection);
      // A file, a player or a card takes the place of a selected one of its kind.
      const chosenType = selection instanceof NodeSelection ? selection.node.type.name : '';
      const isReplacement =
        (/card|player/.test(name) && /^(?:bookmark|embed)$/.test(chosenType)) ||
        (name === 'a_picture' && chosenType === 'figure');
      insert(opened);
      const inserted = parts(opened.state.doc);
      if (!isReplacement) expect(missing(parts(doc), inserted), `${name} at ${chosen}`).toEqual([]);
      expect(added(parts(doc), inserted).length, `${name} at ${chosen}`).toBeGreaterThan(0);
      expect(added(parts(doc), inserted).join(''), `${name} at ${chosen}`).not.toMatch(/files\/[一二三]/);
      opened.view.dispatch(opened.state.tr.insertText('字'));
      const typed = parts(opened.state.doc);
      expect(missing(inserted, typed), `text after ${name} at ${chosen}`).toEqual([]);
      expect(added(inserted, typed)).toEqual(['字']);
    }
  },
);
