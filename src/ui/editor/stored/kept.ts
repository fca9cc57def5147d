import { Node, type NodeViewRenderer } from '@tiptap/core';
import { forms, paywallMark } from './editor-form.ts';

const attribute = {
  html: {
    default: '',
    parseHTML: (element: HTMLElement) => element.getAttribute(forms.kept) ?? '',
    rendered: false,
  },
};

/** Blocks that the editor cannot change without a loss. They are shown, moved, deleted and stored as they are. */
export const KeptBlock = Node.create({
  name: 'keptBlock',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => attribute,
  parseHTML: () => [{ tag: `div[${forms.kept}]`, priority: 200 }],
  renderHTML: ({ node }) => toElement('div', String(node.attrs.html)),
  addNodeView: () => keptNodeView('div'),
});

/** The same in a text: a picture, a player or the paywall mark among words. */
export const KeptInline = Node.create({
  name: 'keptInline',
  group: 'inline',
  inline: true,
  atom: true,
  draggable: true,
  addAttributes: () => attribute,
  parseHTML: () => [{ tag: `span[${forms.kept}]`, priority: 200 }],
  renderHTML: ({ node }) => toElement('span', String(node.attrs.html)),
  addNodeView: () => keptNodeView('span'),
});

/** The attribute is what is stored. The content is for pages that it is pasted into, which cannot use the attribute. */
function toElement(tag: 'div' | 'span', html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString('', 'text/html');
  const element = body.ownerDocument.createElement(tag);
  element.setAttribute(forms.kept, html);
  element.append(...preview(html));
  return element;
}

const keptNodeView =
  (tag: 'div' | 'span'): NodeViewRenderer =>
  ({ node }) => {
    const dom = document.createElement(tag);
    dom.className = 'kept';
    dom.contentEditable = 'false';
    const html = String(node.attrs.html);
    if (html === paywallMark) {
      dom.classList.add('kept--paywall');
      dom.textContent = '付费线';
    } else {
      dom.title = '编辑器改不了这一处，会按原样保留';
      dom.append(...preview(html));
    }
    return {
      dom,
      update: (updated) => updated.type === node.type && updated.attrs.html === html,
      ignoreMutation: () => true,
    };
  };

const shownAttributes = new Set(
  'class src alt title width height colspan rowspan start reversed type poster'.split(' '),
);

/**
 * Returns a copy of kept HTML to look at. The server has sanitised the HTML; all the same, the copy has neither
 * scripts, frames, handlers nor addresses other than those of files.
 */
function preview(html: string): ChildNode[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll(
    'script, style, iframe, object, embed, link, meta, base, form, template, svg',
  ))
    element.remove();
  for (const element of body.querySelectorAll('*'))
    for (const { name, value } of [...element.attributes])
      if (
        !shownAttributes.has(name) ||
        (/^(?:src|poster)$/.test(name) && !/^(?:https?:|\/|[\w.-]+(?:$|[/?#]))/i.test(value))
      )
        element.removeAttribute(name);
  return [...body.childNodes];
}
