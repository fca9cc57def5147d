import type { Uploaded } from '#features/media/schema.ts';
import type { Sending } from '#ui/uploads/uploads.ts';
import { call } from '../../api.ts';
import { faultOf } from '../use-load.ts';

/** Sends one file into the library, into a folder unless `folderId` is undefined. Rejects with a `CallError`. */
export function sendFile(file: File, folderId: string | undefined, sending: Sending): Promise<Uploaded> {
  const body = new FormData();
  if (folderId !== undefined) body.append('folderId', folderId);
  body.append('file', file, file.name || '粘贴的图片.png');
  return call('POST /admin/media/upload', { body, silent: true, ...sending });
}

/** Why a file did not arrive: 400 means the file itself, anything else may pass. */
export function explainUpload(error: unknown): { fault: string; isRefused: boolean } {
  const { message, status } = faultOf(error);
  return { fault: message, isRefused: status === 400 || status === 403 };
}
