import { NodeSelection } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { posAfterBlock } from '../blocks/insert-block.ts';
import { servicesOf } from '../body-services.ts';
import { uploadInto } from '../body-uploads.ts';
import { joinUploaded, maxPerGallery } from './gallery.ts';

/** Uploads pictures into the body and makes a gallery of them when all have arrived; it replaces a selected gallery. */
export function insertGallery(editor: Editor, files: readonly File[]): void {
  const services = servicesOf(editor);
  if (!services) return;
  const { uploads, notify } = services;
  if (files.length < 2 || files.length > maxPerGallery) {
    notify(`图集由 2 到 ${maxPerGallery} 张图片组成，选了 ${files.length} 张`);
    return;
  }
  const { view, state } = editor;
  const { selection } = state;
  const isReplacement = selection instanceof NodeSelection && selection.node.type.name === 'gallery';
  const replaced = isReplacement ? selection.node : undefined;
  const keys = new Set(
    uploadInto(view, uploads, files, posAfterBlock(state.doc, selection.to, state.schema.nodes.gallery)),
  );
  const ofGallery = () => uploads.list().filter(({ key }) => keys.has(key));
  const unsubscribe = uploads.subscribe(() => {
    if (ofGallery().some((upload) => upload.state !== 'done')) return;
    unsubscribe();
    const addresses = ofGallery().flatMap(({ answer }) => answer?.item.address ?? []);
    // The last picture is inserted after this call.
    queueMicrotask(() => {
      if (!editor.isDestroyed) joinUploaded(editor, new Set(addresses), replaced);
    });
  });
}
