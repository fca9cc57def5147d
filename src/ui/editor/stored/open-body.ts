import { createDocument, Editor, getHTMLFromFragment } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { EditorState } from '@tiptap/pm/state';
import { toStoredHtml, withoutDisplay } from '../body-html.ts';
import { extensions } from '../extensions.ts';
import { describeBlocks, isBlock, isElement, isText } from './describe-body.ts';
import { forms, keep, toEditorForm } from './editor-form.ts';

/**
 * Converts a stored body for the editor so that saving it, after a change elsewhere, stores what was there. Before the
 * author sees it, the body goes once through the editor; what would not come out as it went in is kept as HTML, the
 * smallest parts first.
 */
export function openBody(html: string): string {
  const body = parseBody(withoutDisplay(html));
  for (const forged of body.querySelectorAll(`[${forms.kept}]`)) forged.removeAttribute(forms.kept);
  const headless = new Editor({ element: null, extensions });
  try {
    return new Opening(body, headless).run();
  } finally {
    headless.destroy();
  }
}

/** Parses a stored body. With the tag, because a paywall mark in front of the first element would not be part of the body. */
export const parseBody = (html: string): HTMLElement =>
  new DOMParser().parseFromString(`<body>${html}`, 'text/html').body;

class Opening {
  readonly #body: HTMLElement;
  readonly #headless: Editor;
  readonly #blocks: readonly ChildNode[];
  readonly #descriptions: readonly (readonly string[])[];

  constructor(body: HTMLElement, headless: Editor) {
    this.#body = body;
    this.#headless = headless;
    this.#blocks = [...body.childNodes];
    this.#descriptions = this.#blocks.map((block) => describeBlocks([block]));
  }

  run(): string {
    const whole = inEditorForm(this.#blocks);
    if (this.#changedBlocks(whole).length === 0) return whole;
    const held = this.#blocks.map((block) =>
      isElement(block) && isBlock(block) ? this.#hold(block) : [block],
    );
    for (;;) {
      const html = inEditorForm(held.flat());
      const changed = this.#changedBlocks(html).filter((at) => !isKept(held[at]));
      if (changed.length === 0) return html;
      for (const at of changed) {
        const block = this.#blocks[at];
        if (block) held[at] = [keep(block as Element | Comment, 'div')];
      }
    }
  }

  /** Returns a block with those parts kept that the editor would change. */
  #hold(block: Element): ChildNode[] {
    if (this.#survives(block, block)) return [block];
    const parted = block.cloneNode(true) as Element;
    for (const part of partsOf(parted)) part.replaceWith(...this.#hold(part));
    if (this.#survives(block, parted)) return [parted];
    for (const odd of parted.querySelectorAll(`sup.fn, span:not(.math, [${forms.kept}])`))
      odd.replaceWith(keep(odd, 'span'));
    return this.#survives(block, parted) ? [parted] : [keep(block, 'div')];
  }

  /** Whether the editor stores `block` after it opened `parted`, a form of it. */
  #survives(block: Element, parted: Element): boolean {
    const stored = toStoredHtml(this.#serialise(this.#parse(inEditorForm([parted]))), this.#body);
    return describeBlocks(parseBody(stored).childNodes).join() === describeBlocks([block]).join();
  }

  /** Returns the blocks that come out changed when the author types in front of them. */
  #changedBlocks(html: string): number[] {
    const expected = this.#descriptions.flatMap((texts, at) => texts.map((text) => ({ text, at })));
    const stored = describeBlocks(
      parseBody(toStoredHtml(this.#serialise(this.#afterTyping(html)))).childNodes,
    );
    let start = 0;
    while (start < expected.length && expected[start]?.text === stored[start]) start += 1;
    let end = 0;
    while (
      end < expected.length - start &&
      end < stored.length - start &&
      expected.at(-1 - end)?.text === stored.at(-1 - end)
    )
      end += 1;
    if (start === expected.length && start === stored.length) return [];
    const changed = new Set(expected.slice(start, expected.length - end).map(({ at }) => at));
    // What is only added belongs to no block, such as a list for notes that are missing.
    return changed.size > 0 ? [...changed] : this.#blocks.map((_, at) => at);
  }

  #parse(html: string): DocumentNode {
    return createDocument(html, this.#headless.schema);
  }

  #serialise({ content }: DocumentNode): string {
    return getHTMLFromFragment(content, this.#headless.schema);
  }

  /** Returns the document after the first change: plugins arrange footnotes, complete tables, and so on. */
  #afterTyping(html: string): DocumentNode {
    const { schema, extensionManager } = this.#headless;
    const state = EditorState.create({ doc: this.#parse(html), plugins: extensionManager.plugins });
    const typed = schema.node('paragraph', null, schema.text('字'));
    const { doc } = state.apply(state.tr.insert(0, typed));
    return doc.cut(typed.nodeSize);
  }
}

function inEditorForm(nodes: readonly Node[]): string {
  const box = (nodes[0]?.ownerDocument ?? document).createElement('div');
  box.append(...nodes.map((node) => node.cloneNode(true)));
  toEditorForm(box);
  return box.innerHTML;
}

const isKept = (nodes: readonly ChildNode[] | undefined): boolean =>
  nodes === undefined ||
  nodes.every((node) => isText(node) || (isElement(node) && node.hasAttribute(forms.kept)));

/** The blocks inside a block: those of its items and cells, of a quotation and of a callout. */
function partsOf(block: Element): Element[] {
  const blocks = [...block.children].filter(isBlock);
  if (block.matches('li, td, th, blockquote, .callout'))
    return blocks.filter(({ tagName }) => tagName !== 'FOOTER');
  return block.matches('ul, ol, table, thead, tbody, tr, .table-wrap') ? blocks.flatMap(partsOf) : [];
}
