import { type Editor, Extension, type JSONContent } from '@tiptap/core';
import type { Attrs } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, Plugin, PluginKey, type Selection } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import type { Uploads } from '../uploads/uploads.ts';
import { insertBlock, posAfterBlock } from './blocks/insert-block.ts';
import type { BodyFile } from './body-file.ts';
import { renderUpload } from './render-upload.ts';

/** `isReplacement`: the file takes the place of the picture above. */
type Placeholder = { key: string; pos: number; isReplacement?: boolean };
/** Keys of placeholders to remove, and placeholders to add or move. */
type PlaceholderUpdate = { remove: string[]; added: Placeholder[] };
const uploadsPluginKey = new PluginKey<DecorationSet>('bodyUploads');

export type BodyUploadsOptions = {
  /** Upload queue; undefined for a member who may not write. */
  uploads: Uploads | undefined;
};

/**
 * Uploads files that are pasted, dropped or chosen for a body. During an upload a placeholder marks the position. The
 * placeholder is a decoration, not part of the document, so a save never contains an unfinished upload. A failed file
 * stays in its placeholder for a retry.
 */
export const BodyUploads = Extension.create<BodyUploadsOptions>({
  name: 'bodyUploads',
  addOptions: () => ({ uploads: undefined }),
  addProseMirrorPlugins() {
    const { uploads } = this.options;
    if (!uploads) return [];
    return [
      new Plugin<DecorationSet>({
        key: uploadsPluginKey,
        state: {
          init: () => DecorationSet.empty,
          apply(tr, decorations) {
            const update = tr.getMeta(uploadsPluginKey) as PlaceholderUpdate | undefined;
            const set = decorations.map(tr.mapping, tr.doc);
            if (!update) return set;
            const removedKeys = new Set([...update.remove, ...update.added.map(({ key }) => key)]);
            const placeholders = update.added.map(({ key, pos, isReplacement }) =>
              Decoration.widget(pos, () => renderUpload(uploads, key), {
                id: key,
                key,
                isReplacement,
                // Content typed or inserted at the placeholder's position goes before it.
                side: 1,
                stopEvent: () => true,
                ignoreSelection: true,
              }),
            );
            return set
              .remove(set.find(undefined, undefined, ({ id }) => removedKeys.has(id)))
              .add(tr.doc, placeholders);
          },
        },
        props: {
          decorations: (state) => uploadsPluginKey.getState(state),
          handlePaste: (view, { clipboardData }) => {
            const files = [...(clipboardData?.files ?? [])];
            // Word and browsers add a picture of the copied text: paste the text, not the picture.
            const html = clipboardData?.getData('text/html') ?? '';
            if (files.length === 0 || (html !== '' && !isSinglePicture(html))) return false;
            uploadAtCursor(view, uploads, files);
            return true;
          },
          handleDrop: (view, { dataTransfer, clientX, clientY }, _, isMoved) => {
            const files = [...(dataTransfer?.files ?? [])];
            if (isMoved || files.length === 0) return false;
            const pos = view.posAtCoords({ left: clientX, top: clientY })?.pos ?? view.state.selection.from;
            uploadInto(view, uploads, files, posAfterBlock(view.state.doc, pos));
            return true;
          },
        },
      }),
    ];
  },
});

const isSinglePicture = (html: string): boolean =>
  /^\s*(?:<html>\s*<body>)?\s*(?:<!--StartFragment-->)?\s*(?:<meta[^>]*>)?\s*<img[^>]*>\s*(?:<!--EndFragment-->)?\s*(?:<\/body>\s*<\/html>)?\s*$/i.test(
    html,
  );

/** Uploads files, each with its own placeholder at `pos`. @returns their keys */
export function uploadInto(
  view: EditorView,
  uploads: Uploads,
  files: readonly File[],
  pos: number,
): string[] {
  const keys = uploads.add(files);
  const added = keys.map((key) => ({ key, pos }));
  view.dispatch(view.state.tr.setMeta(uploadsPluginKey, { remove: [], added } satisfies PlaceholderUpdate));
  return keys;
}

/** Uploads files to below the block of the cursor. A single one replaces a selected picture. */
export function uploadAtCursor(view: EditorView, uploads: Uploads, files: readonly File[]): void {
  const { state } = view;
  const isReplacement =
    files.length === 1 && files[0]?.type.startsWith('image/') && chosenFile(state) === 'image';
  if (!isReplacement) {
    uploadInto(view, uploads, files, posAfterBlock(state.doc, state.selection.to));
    return;
  }
  const pos = state.selection.to;
  const added = uploads.add(files).map((key) => ({ key, pos, isReplacement }));
  view.dispatch(state.tr.setMeta(uploadsPluginKey, { remove: [], added } satisfies PlaceholderUpdate));
}

/** The kind of file that the selection consists of. */
function chosenFile({ selection }: EditorState): BodyFile['kind'] | undefined {
  if (!(selection instanceof NodeSelection)) return isAttachment(selection) ? 'file' : undefined;
  const { type, attrs } = selection.node;
  if (type.name === 'player') return attrs.tag === 'audio' ? 'audio' : 'video';
  return type.name === 'figure' ? 'image' : undefined;
}

const isAttachment = ({ $from, $to, empty }: Selection): boolean =>
  !empty &&
  $from.sameParent($to) &&
  $from.nodeAfter?.nodeSize === $to.pos - $from.pos &&
  $from.nodeAfter.marks.some(({ type, attrs }) => type.name === 'link' && attrs['data-size'] !== null);

/** Returns the attributes of a picture that shows another file. Its text alternative described the old one. */
const withFile = (attrs: Attrs, { address, alt, width, height }: BodyFile): Attrs => ({
  ...attrs,
  src: address,
  alt,
  width: width ? String(width) : null,
  height: height ? String(height) : null,
});

/** Replaces the placeholder by the uploaded file. @returns false if its position in the body was deleted */
export function insertUploaded(view: EditorView, key: string, item: BodyFile): boolean {
  const placeholders = uploadsPluginKey.getState(view.state)?.find() ?? [];
  const index = placeholders.findIndex(({ spec }) => spec.id === key);
  const placeholder = placeholders[index];
  if (!placeholder) return false;
  const { tr, doc, schema } = view.state;
  const node = schema.nodeFromJSON(toNode(item));
  const $to = doc.resolve(posAfterBlock(doc, placeholder.from, node.type));
  const { nodeBefore: before, parent, pos: to } = $to;
  if (placeholder.spec.isReplacement && before?.type.name === 'figure') {
    const pos = to - before.nodeSize;
    const update = { remove: [key], added: [] } satisfies PlaceholderUpdate;
    view.dispatch(
      tr.setNodeMarkup(pos, undefined, withFile(before.attrs, item)).setMeta(uploadsPluginKey, update),
    );
    return true;
  }
  // The file replaces the empty paragraph in which it was inserted.
  const isEmptyParagraph =
    before?.type.name === 'paragraph' &&
    before.content.size === 0 &&
    parent.canReplaceWith($to.index() - 1, $to.index(), node.type);
  const from = isEmptyParagraph ? to - before.nodeSize : to;
  // Files added together keep their order, whichever arrives first: move the earlier placeholders before the new node.
  const added = placeholders
    .filter((other, otherIndex) => other.from === placeholder.from && otherIndex < index)
    .map(({ spec }) => ({ key: String(spec.id), pos: from }));
  view.dispatch(
    tr
      .replaceWith(from, to, node)
      .setMeta(uploadsPluginKey, { remove: [key], added } satisfies PlaceholderUpdate),
  );
  return true;
}

/** Removes the placeholders of cancelled uploads. */
export function removePlaceholders(view: EditorView, keys: readonly string[]): void {
  view.dispatch(
    view.state.tr.setMeta(uploadsPluginKey, { remove: [...keys], added: [] } satisfies PlaceholderUpdate),
  );
}

/** Returns the keys of the uploads that have a placeholder in the body. */
export const uploadsIn = (state: EditorState): string[] =>
  (uploadsPluginKey.getState(state)?.find() ?? []).map(({ spec }) => String(spec.id));

/** Returns the editor node of a stored file. */
export function toNode(item: BodyFile): JSONContent {
  const { kind, address, name, alt, width, height, bytes } = item;
  const size = width && height ? { width: String(width), height: String(height) } : {};
  if (kind === 'image') return { type: 'figure', attrs: { src: address, alt, ...size } };
  if (kind === 'video' || kind === 'audio') return { type: 'player', attrs: { tag: kind, src: address } };
  const href = `${address}?name=${encodeURIComponent(name)}`;
  const marks = [{ type: 'link', attrs: { href, 'data-size': String(bytes) } }];
  return { type: 'paragraph', content: [{ type: 'text', text: name, marks }] };
}

/** Inserts a stored file after the block of the cursor, or in place of a selected one of its kind. */
export function insertFile(editor: Editor, item: BodyFile): void {
  const { state } = editor;
  const { selection } = state;
  if (chosenFile(state) !== item.kind) {
    insertBlock(editor, toNode(item));
    return;
  }
  editor
    .chain()
    .focus()
    .command(({ tr }) => {
      if (selection instanceof NodeSelection && item.kind === 'image')
        tr.setNodeMarkup(selection.from, undefined, withFile(selection.node.attrs, item));
      else if (selection instanceof NodeSelection)
        tr.setNodeMarkup(selection.from, undefined, {
          ...selection.node.attrs,
          src: item.address,
          tag: item.kind,
        });
      else tr.replaceWith(selection.from, selection.to, state.schema.nodeFromJSON(toNode(item)).content);
      return true;
    })
    .run();
}
