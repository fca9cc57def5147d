import type { z } from 'zod';
import type * as schema from './schema.ts';

export type MediaItem = z.infer<typeof schema.mediaItem>;
export type MediaDetail = z.infer<typeof schema.mediaDetail>;
export type MediaFolder = z.infer<typeof schema.mediaFolder>;
export type MediaKind = z.infer<typeof schema.mediaKind>;
export type Uploaded = z.infer<typeof schema.uploaded>;

/** What crosses the wire about the media library. */
export type MediaCalls = {
  'GET /admin/media/list': {
    query: z.input<typeof schema.listQuery>;
    data: z.infer<typeof schema.mediaPage>;
  };
  'GET /admin/media/detail': { query: { id: string }; data: MediaDetail };
  /** A form with `file`, and `folderId` if it shall lie in a folder. */
  'POST /admin/media/upload': { body: FormData; data: Uploaded };
  'POST /admin/media/bring': { body: { url: string }; data: Uploaded };
  'POST /admin/media/save': { body: z.input<typeof schema.saveInput>; data: MediaItem };
  'POST /admin/media/move': { body: z.input<typeof schema.moveInput>; data: boolean };
  'POST /admin/media/delete': { body: z.input<typeof schema.deleteInput>; data: boolean };
  'GET /admin/media/folders': { data: MediaFolder[] };
  'POST /admin/media/createFolder': {
    body: z.input<typeof schema.createFolderInput>;
    data: MediaFolder;
  };
  'POST /admin/media/renameFolder': {
    body: z.input<typeof schema.renameFolderInput>;
    data: boolean;
  };
  'POST /admin/media/deleteFolder': { body: { id: string }; data: boolean };
};
