import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import type { Uploads } from '../../uploads/uploads.ts';
import { uploadInto } from '../body-uploads.ts';

/**
 * Uploads pictures that a paste contains as data (Feishu, LibreOffice): a body keeps only addresses. Each becomes the
 * placeholder of an upload in its place.
 */
export const EmbeddedPictures = Extension.create<{ uploads: Uploads | undefined }>({
  name: 'embeddedPictures',
  addOptions: () => ({ uploads: undefined }),
  addProseMirrorPlugins() {
    const { uploads } = this.options;
    if (!uploads) return [];
    return [
      new Plugin({
        props: {
          handlePaste: (view, _, slice) => {
            let hasData = false;
            slice.content.descendants(({ type, attrs }) => {
              hasData ||= type.name === 'figure' && isData(attrs.src);
            });
            // After the editor has handled the paste itself, which false asks for.
            if (hasData) queueMicrotask(() => uploadEmbedded(view, uploads));
            return false;
          },
        },
      }),
    ];
  },
});

const isData = (src: unknown): src is string => typeof src === 'string' && src.startsWith('data:image/');

function uploadEmbedded(view: EditorView, uploads: Uploads): void {
  if (view.isDestroyed) return;
  const found: { pos: number; size: number; file: File }[] = [];
  view.state.doc.descendants((node, pos) => {
    const file = node.type.name === 'figure' && isData(node.attrs.src) ? fileOf(node.attrs.src) : undefined;
    if (file) found.push({ pos, size: node.nodeSize, file });
  });
  for (const { pos, size, file } of found.reverse()) {
    view.dispatch(view.state.tr.delete(pos, pos + size));
    uploadInto(view, uploads, [file], Math.min(pos, view.state.doc.content.size));
  }
}

function fileOf(address: string): File | undefined {
  const [, type = '', data = ''] = /^data:(image\/[a-z+]+);base64,(.*)$/s.exec(address) ?? [];
  try {
    const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
    return bytes.length > 0 ? new File([bytes], `图片.${type.split('/')[1]}`, { type }) : undefined;
  } catch {
    return undefined;
  }
}
