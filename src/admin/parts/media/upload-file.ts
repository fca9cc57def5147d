import type { Uploaded } from '#features/media/schema.ts';
import type { SendOptions } from '#ui/uploads/uploads.ts';
import { call } from '../../api.ts';
import { messageOf, statusOf } from '../data.ts';

/** Uploads one file, into a folder unless `folderId` is undefined. Rejects with a `CallError`. */
export function uploadFile(
  file: File,
  folderId: string | undefined,
  options: SendOptions,
): Promise<Uploaded> {
  const body = new FormData();
  if (folderId !== undefined) body.append('folderId', folderId);
  body.append('file', file, file.name || '粘贴的图片.png');
  return call('POST /admin/media/upload', { body, silent: true, ...options });
}

/** Explains a failed upload: 400 and 403 are refusals, any other error may be temporary. */
export function explainUploadError(error: unknown): { error: string; isRefused: boolean } {
  const status = statusOf(error);
  return { error: messageOf(error), isRefused: status === 400 || status === 403 };
}
