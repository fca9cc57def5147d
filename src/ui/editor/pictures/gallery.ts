import { type Editor, Node } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { NodeSelection, Plugin, TextSelection } from '@tiptap/pm/state';

/** Maximum number of pictures in a gallery, as on the server. */
export const maxPerGallery = 9;

/** Caption of a whole gallery. */
export const GalleryCaption = Node.create({
  name: 'galleryCaption',
  content: 'inline*',
  parseHTML: () => [{ tag: 'figcaption', context: 'gallery/' }],
  renderHTML: () => ['figcaption', 0],
});

/** Pictures side by side, each with its caption, and a caption of all. */
export const Gallery = Node.create({
  name: 'gallery',
  group: 'block',
  content: 'figure+ galleryCaption',
  draggable: true,
  isolating: true,

  parseHTML: () => [{ tag: 'figure.gallery', priority: 60 }],
  renderHTML: () => ['figure', { class: 'gallery' }, 0],

  addProseMirrorPlugins() {
    return [
      new Plugin({
        // One picture is no gallery, for example after the others were deleted.
        appendTransaction: (transactions, _, state) => {
          if (!transactions.some(({ docChanged }) => docChanged)) return null;
          const { tr } = state;
          const single: { pos: number; node: DocumentNode }[] = [];
          state.doc.descendants((node, pos) => {
            if (node.type.name === this.name && node.childCount < 3) single.push({ pos, node });
            return !node.isTextblock;
          });
          for (const { pos, node } of single.reverse())
            tr.replaceWith(pos, pos + node.nodeSize, node.child(0));
          return tr.docChanged ? tr : null;
        },
      }),
    ];
  },
});

/** The pictures beside the one at the cursor that could be shown side by side with it. */
function neighbours(editor: Editor): { from: number; to: number; pictures: DocumentNode[] } | undefined {
  const { selection } = editor.state;
  const isPicture = (node: DocumentNode | null | undefined): node is DocumentNode =>
    node?.type.name === 'figure';
  const { $from } = selection;
  const inside = selection instanceof NodeSelection ? null : $from.depth > 0 ? $from.parent : null;
  const [parent, index, isFound] =
    selection instanceof NodeSelection
      ? [$from.parent, $from.index(), isPicture(selection.node)]
      : [$from.node(-1), $from.index(-1), isPicture(inside)];
  if (!isFound || parent.type.name === 'gallery') return undefined;
  let first = index;
  let last = index;
  while (first > 0 && isPicture(parent.child(first - 1))) first -= 1;
  while (last + 1 < parent.childCount && isPicture(parent.child(last + 1))) last += 1;
  let from = selection instanceof NodeSelection ? selection.from : $from.before();
  for (let at = first; at < index; at++) from -= parent.child(at).nodeSize;
  const pictures = Array.from({ length: last - first + 1 }, (_, at) => parent.child(first + at));
  const to = from + pictures.reduce((size, node) => size + node.nodeSize, 0);
  return { from, to, pictures };
}

/** Whether the picture at the cursor has neighbours to become a gallery with. */
export function mayJoin(editor: Editor): boolean {
  const count = neighbours(editor)?.pictures.length ?? 0;
  return count >= 2 && count <= maxPerGallery;
}

/** Makes a gallery of the picture at the cursor and the pictures directly above and below it. */
export function joinPictures(editor: Editor): boolean {
  const found = neighbours(editor);
  if (!found || !mayJoin(editor)) return false;
  const { tr, schema } = editor.state;
  const gallery = makeGallery(schema, found.pictures);
  if (!gallery) return false;
  tr.replaceWith(found.from, found.to, gallery);
  tr.setSelection(TextSelection.near(tr.doc.resolve(found.from + 1)));
  editor.view.dispatch(tr.scrollIntoView());
  return true;
}

type Schema = Editor['schema'];

// A gallery decides the width of its pictures.
const makeGallery = (
  schema: Schema,
  pictures: readonly DocumentNode[],
  caption?: DocumentNode | null,
): DocumentNode | undefined =>
  schema.nodes.gallery?.createAndFill(null, [
    ...pictures.map(({ type, attrs, content }) => type.create({ ...attrs, size: null }, content)),
    ...(caption?.type.name === 'galleryCaption' ? [caption] : []),
  ]) ?? undefined;

/**
 * Makes galleries of neighbouring pictures with these addresses, for example after they were uploaded together. The first
 * takes the place and the caption of `replaced`, if that is still in the body.
 */
export function joinUploaded(editor: Editor, addresses: ReadonlySet<string>, replaced?: DocumentNode): void {
  const { tr, schema, doc } = editor.state;
  const runs: { from: number; to: number; pictures: DocumentNode[] }[] = [];
  doc.forEach((node, pos) => {
    if (node.type.name !== 'figure' || !addresses.has(String(node.attrs.src))) return;
    const last = runs.at(-1);
    if (last?.to === pos && last.pictures.length < maxPerGallery) {
      last.pictures.push(node);
      last.to += node.nodeSize;
    } else runs.push({ from: pos, to: pos + node.nodeSize, pictures: [node] });
  });
  const old = replaced && findGallery(doc, replaced);
  for (const [at, { from, to, pictures }] of [...runs.entries()].reverse()) {
    const caption = at === 0 ? old?.node.lastChild : undefined;
    const gallery = pictures.length > 1 ? makeGallery(schema, pictures, caption) : undefined;
    if (!gallery) continue;
    tr.replaceWith(from, to, gallery);
    if (at === 0 && old) tr.delete(tr.mapping.map(old.from), tr.mapping.map(old.to, -1));
  }
  if (tr.docChanged) editor.view.dispatch(tr);
}

/** Finds the gallery of these pictures, wherever it was moved and whatever its captions say by now. */
function findGallery(doc: DocumentNode, gallery: DocumentNode) {
  const sourcesOf = (node: DocumentNode) => node.children.map(({ attrs }) => String(attrs.src)).join('\n');
  let found: { from: number; to: number; node: DocumentNode } | undefined;
  doc.descendants((node, from) => {
    if (node.type.name === 'gallery' && sourcesOf(node) === sourcesOf(gallery))
      found ??= { from, to: from + node.nodeSize, node };
    return !node.isTextblock;
  });
  return found;
}

/** Turns the gallery at the cursor into single pictures; its caption becomes a paragraph. */
export function splitGallery(editor: Editor): boolean {
  const { state } = editor;
  const { $from } = state.selection;
  const own = state.selection instanceof NodeSelection ? state.selection.node : undefined;
  let at = own?.type.name === 'gallery' ? state.selection.from : -1;
  for (let depth = $from.depth; at < 0 && depth > 0; depth--)
    if ($from.node(depth).type.name === 'gallery') at = $from.before(depth);
  const gallery = at < 0 ? null : state.doc.nodeAt(at);
  if (!gallery) return false;
  const parts: DocumentNode[] = [];
  gallery.forEach((node) => {
    if (node.type.name === 'figure') parts.push(node);
    else if (node.content.size > 0) parts.push(state.schema.node('paragraph', null, node.content));
  });
  const tr = state.tr.replaceWith(at, at + gallery.nodeSize, parts);
  tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1)));
  editor.view.dispatch(tr);
  return true;
}
