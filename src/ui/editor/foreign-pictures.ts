import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import type { BodyFile } from './body-file.ts';

export type ForeignPicturesOptions = {
  /** Imports a picture into the portal; undefined for a member who may not write. */
  importPicture: ((url: string) => Promise<BodyFile>) | undefined;
  /** Called when all pictures of a paste are processed, with the number of imported and failed ones. */
  onDone: (counts: { imported: number; failed: number }) => void;
};

/** Maximum number of concurrent imports: the server re-encodes images, and the source site should not be flooded. */
const maxConcurrent = 2;

/**
 * Imports pictures of other sites after a paste and replaces their URLs in the body. A picture that cannot be imported
 * keeps its original URL.
 */
export const ForeignPictures = Extension.create<ForeignPicturesOptions>({
  name: 'foreignPictures',
  addOptions: () => ({ importPicture: undefined, onDone: () => undefined }),
  addProseMirrorPlugins() {
    const { importPicture, onDone } = this.options;
    if (!importPicture) return [];
    return [
      new Plugin({
        props: {
          handlePaste: (view, _, slice) => {
            const found = new Set<string>();
            slice.content.descendants(({ type, attrs }) => {
              if (type.name === 'figure' && isForeign(attrs.src)) found.add(attrs.src);
            });
            if (found.size > 0) void importAll(view, [...found], importPicture).then(onDone);
            // False lets the editor handle the paste itself.
            return false;
          },
        },
      }),
    ];
  },
});

const isForeign = (src: unknown): src is string =>
  typeof src === 'string' && /^https?:/i.test(src) && new URL(src).origin !== location.origin;

async function importAll(
  view: EditorView,
  urls: string[],
  importPicture: NonNullable<ForeignPicturesOptions['importPicture']>,
): Promise<{ imported: number; failed: number }> {
  const counts = { imported: 0, failed: 0 };
  const waiting = [...urls];
  const worker = async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      try {
        const item = await importPicture(url);
        if (view.isDestroyed) return;
        replace(view, url, item);
        counts.imported += 1;
      } catch {
        counts.failed += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: maxConcurrent }, worker));
  return counts;
}

function replace(view: EditorView, url: string, { address, width, height }: BodyFile): void {
  const { tr, doc } = view.state;
  doc.descendants((node, pos) => {
    if (node.type.name !== 'figure' || node.attrs.src !== url) return;
    const size = width && height ? { width: String(width), height: String(height) } : {};
    tr.setNodeMarkup(pos, undefined, { ...node.attrs, src: address, ...size });
  });
  // Not undoable: undo must not restore the foreign URL.
  if (tr.docChanged) view.dispatch(tr.setMeta('addToHistory', false));
}
