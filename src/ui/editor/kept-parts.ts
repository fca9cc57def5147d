import { Extension, Mark, Node } from '@tiptap/core';

/** Parts of a body that the editor has no button for, but that must not get lost in it. */

const playerAttributes = ['src', 'poster', 'width', 'height'];

/** A video or sound as it is. */
export const Player = Node.create({
  name: 'player',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    tag: { default: 'video', rendered: false },
    ...Object.fromEntries(playerAttributes.map((name) => [name, { default: null }])),
  }),
  parseHTML: () =>
    ['video', 'audio'].map((tag) => ({
      tag,
      getAttrs: (player: HTMLElement) => ({
        tag,
        ...Object.fromEntries(playerAttributes.map((name) => [name, player.getAttribute(name)])),
        src: player.getAttribute('src') ?? player.querySelector('source')?.getAttribute('src') ?? null,
      }),
    })),
  renderHTML: ({ node, HTMLAttributes }) => [
    node.attrs.tag === 'audio' ? 'audio' : 'video',
    { ...HTMLAttributes, controls: '' },
  ],
});

/** Raised text; `fn` is the number of a note. */
export const Superscript = Mark.create({
  name: 'superscript',
  // Around the link of a note, as it is drawn; links are outermost otherwise.
  priority: 1100,
  addAttributes: () => ({ class: { default: null } }),
  parseHTML: () => [{ tag: 'sup' }],
  renderHTML: ({ HTMLAttributes }) => ['sup', HTMLAttributes, 0],
});

export const Subscript = Mark.create({
  name: 'subscript',
  parseHTML: () => [{ tag: 'sub' }],
  renderHTML: () => ['sub', 0],
});

const kept = { default: null };

/** Ids that notes link to, sizes of files, and what cells say of their figures (`num`, `rise`, `fall`). */
export const KeptAttributes = Extension.create({
  name: 'keptAttributes',
  addGlobalAttributes: () => [
    { types: ['listItem'], attributes: { id: kept } },
    { types: ['link'], attributes: { id: kept, 'data-size': kept } },
    { types: ['tableCell', 'tableHeader'], attributes: { class: kept } },
    { types: ['tableHeader'], attributes: { scope: kept } },
  ],
});
