import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import type { BodyFile } from './body-file.ts';

export type ForeignPicturesOptions = {
  /** Brings a picture here; absent for who may not write. */
  bring: ((url: string) => Promise<BodyFile>) | undefined;
  /** Told when all pictures of a paste are settled: how many are ours now, and how many stay away. */
  tell: (count: { brought: number; failed: number }) => void;
};

/** As many at once as the server redraws and a site bears. */
const atOnce = 2;

/**
 * Pictures of other sites that come by paste are brought here, and the body then shows ours. One that
 * cannot be had stays as it came.
 */
export const ForeignPictures = Extension.create<ForeignPicturesOptions>({
  name: 'foreignPictures',
  addOptions: () => ({ bring: undefined, tell: () => undefined }),
  addProseMirrorPlugins() {
    const { bring, tell } = this.options;
    if (!bring) return [];
    return [
      new Plugin({
        props: {
          handlePaste: (view, _, slice) => {
            const found = new Set<string>();
            slice.content.descendants(({ type, attrs }) => {
              if (type.name === 'figure' && isForeign(attrs.src)) found.add(attrs.src);
            });
            if (found.size > 0) void bringAll(view, [...found], bring).then(tell);
            // The paste itself goes on as always.
            return false;
          },
        },
      }),
    ];
  },
});

const isForeign = (src: unknown): src is string =>
  typeof src === 'string' && /^https?:/i.test(src) && new URL(src).origin !== location.origin;

async function bringAll(
  view: EditorView,
  urls: string[],
  bring: NonNullable<ForeignPicturesOptions['bring']>,
): Promise<{ brought: number; failed: number }> {
  const count = { brought: 0, failed: 0 };
  const waiting = [...urls];
  const work = async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      try {
        const item = await bring(url);
        if (view.isDestroyed) return;
        replace(view, url, item);
        count.brought += 1;
      } catch {
        count.failed += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return count;
}

function replace(view: EditorView, url: string, { address, width, height }: BodyFile): void {
  const { tr, doc } = view.state;
  doc.descendants((node, at) => {
    if (node.type.name !== 'figure' || node.attrs.src !== url) return;
    const size = width && height ? { width: String(width), height: String(height) } : {};
    tr.setNodeMarkup(at, undefined, { ...node.attrs, src: address, ...size });
  });
  // Undoing what was written must not bring the other site back.
  if (tr.docChanged) view.dispatch(tr.setMeta('addToHistory', false));
}
