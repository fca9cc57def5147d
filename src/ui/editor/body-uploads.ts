import { type Editor, Extension, type JSONContent } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import type { Uploads } from '../uploads/uploads.ts';
import type { BodyFile } from './body-file.ts';
import { drawUpload } from './draw-upload.ts';

type Box = { key: string; at: number };
/** Boxes that go, and boxes that come or stand somewhere else from now on. */
type Step = { remove: string[]; put: Box[] };
const place = new PluginKey<DecorationSet>('bodyUploads');

export type BodyUploadsOptions = {
  /** Where the files go; absent for who may not write. */
  uploads: Uploads | undefined;
};

/**
 * Files that are pasted or dropped into a body, or chosen for it. While one is on its way a box stands where it will
 * be; the box is no part of the body, so a save meanwhile holds nothing half-done, and when it fails the file waits in
 * it to be tried again.
 */
export const BodyUploads = Extension.create<BodyUploadsOptions>({
  name: 'bodyUploads',
  addOptions: () => ({ uploads: undefined }),
  addProseMirrorPlugins() {
    const { uploads } = this.options;
    if (!uploads) return [];
    return [
      new Plugin<DecorationSet>({
        key: place,
        state: {
          init: () => DecorationSet.empty,
          apply(tr, held) {
            const step = tr.getMeta(place) as Step | undefined;
            const set = held.map(tr.mapping, tr.doc);
            if (!step) return set;
            const gone = new Set([...step.remove, ...step.put.map(({ key }) => key)]);
            const boxes = step.put.map(({ key, at }) =>
              Decoration.widget(at, () => drawUpload(uploads, key), {
                id: key,
                key,
                // What is written or put in before the box stays before it.
                side: 1,
                stopEvent: () => true,
                ignoreSelection: true,
              }),
            );
            return set.remove(set.find(undefined, undefined, ({ id }) => gone.has(id))).add(tr.doc, boxes);
          },
        },
        props: {
          decorations: (state) => place.getState(state),
          handlePaste: (view, { clipboardData }) => {
            const files = [...(clipboardData?.files ?? [])];
            // Word and browsers bring a picture of what was copied beside its text: the text is meant.
            const html = clipboardData?.getData('text/html') ?? '';
            if (files.length === 0 || (html !== '' && !isPictureAlone(html))) return false;
            uploadInto(view, uploads, files, placeBeside(view.state, view.state.selection.to));
            return true;
          },
          handleDrop: (view, { dataTransfer, clientX, clientY }, _, isMoved) => {
            const files = [...(dataTransfer?.files ?? [])];
            if (isMoved || files.length === 0) return false;
            const at = view.posAtCoords({ left: clientX, top: clientY })?.pos ?? view.state.selection.from;
            uploadInto(view, uploads, files, placeBeside(view.state, at));
            return true;
          },
        },
      }),
    ];
  },
});

const isPictureAlone = (html: string): boolean =>
  /^\s*(?:<html>\s*<body>)?\s*(?:<!--StartFragment-->)?\s*(?:<meta[^>]*>)?\s*<img[^>]*>\s*(?:<!--EndFragment-->)?\s*(?:<\/body>\s*<\/html>)?\s*$/i.test(
    html,
  );

/** Sends files, each into a box of its own at `at`. */
export function uploadInto(view: EditorView, uploads: Uploads, files: readonly File[], at: number): void {
  const put = uploads.add(files).map((key) => ({ key, at }));
  view.dispatch(view.state.tr.setMeta(place, { remove: [], put } satisfies Step));
}

/** Puts what has arrived where its box stands. @returns false when its place in the body is gone */
export function settleUpload(view: EditorView, key: string, item: BodyFile): boolean {
  const boxes = place.getState(view.state)?.find() ?? [];
  const at = boxes.findIndex(({ spec }) => spec.id === key);
  const box = boxes[at];
  if (!box) return false;
  const { tr, doc, schema } = view.state;
  const node = schema.nodeFromJSON(nodeOf(item));
  const around = doc.resolve(box.from);
  const { nodeBefore: before, parent } = around;
  // The line that waited empty for the file has served.
  const isSpare =
    before?.type.name === 'paragraph' &&
    before.content.size === 0 &&
    parent.canReplaceWith(around.index() - 1, around.index(), node.type);
  const from = isSpare ? box.from - before.nodeSize : box.from;
  // Files that were put in together keep their order, whichever arrives first.
  const put = boxes
    .filter((other, place) => other.from === box.from && place < at)
    .map(({ spec }) => ({ key: String(spec.id), at: from }));
  view.dispatch(tr.replaceWith(from, box.from, node).setMeta(place, { remove: [key], put } satisfies Step));
  return true;
}

/** Takes the boxes of uploads that were given up away. */
export function forgetUploads(view: EditorView, keys: readonly string[]): void {
  view.dispatch(view.state.tr.setMeta(place, { remove: [...keys], put: [] } satisfies Step));
}

/** Keys of the uploads that have a box in the body. */
export const uploadsIn = (state: EditorState): string[] =>
  (place.getState(state)?.find() ?? []).map(({ spec }) => String(spec.id));

/** Where a block may go that is put in at `at`: behind the block of text there. */
export function placeBeside(state: EditorState, at: number): number {
  const around = state.doc.resolve(at);
  return around.parent.isTextblock ? around.after() : at;
}

/** A file the server has, as a part of a body. */
export function nodeOf(item: BodyFile): JSONContent {
  const { kind, address, name, alt, width, height, bytes } = item;
  const size = width && height ? { width: String(width), height: String(height) } : {};
  if (kind === 'image') return { type: 'figure', attrs: { src: address, alt, ...size } };
  if (kind === 'video' || kind === 'audio') return { type: 'player', attrs: { tag: kind, src: address } };
  const href = `${address}?name=${encodeURIComponent(name)}`;
  const marks = [{ type: 'link', attrs: { href, 'data-size': String(bytes) } }];
  return { type: 'paragraph', content: [{ type: 'text', text: name, marks }] };
}

/** Puts a file the server has behind the block of the cursor. */
export function putFile(editor: Editor, item: BodyFile): void {
  const at = placeBeside(editor.state, editor.state.selection.to);
  editor.chain().focus().insertContentAt(at, nodeOf(item)).run();
}
