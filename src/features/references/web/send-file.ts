import { CallError } from '#client/call-error.ts';
import type { Client } from '#client/client.ts';
import { DEFAULT_MESSAGE } from '#client/error-catalogue.ts';
import type { ApiCalls } from '#features/calls.ts';
import type { BodyFile, UploadedBodyFile } from '#ui/editor/body-file.ts';
import type { SendOptions } from '#ui/uploads/uploads.ts';
import type { UploadedFile } from '../schema.ts';

type SiteClient = Client<ApiCalls>;
export type UploadKind = 'image' | 'file' | 'avatar';

const permanentFailures = new Set([400, 403, 413, 415]);

/** Uploads one file of a writer. Rejects with a `CallError`. */
export function sendFile(
  { call }: SiteClient,
  kind: UploadKind,
  file: File,
  options?: SendOptions,
): Promise<UploadedFile> {
  const body = new FormData();
  body.append('kind', kind);
  body.append('file', file, file.name || '粘贴的图片.png');
  return call('POST /internalReference/upload', { body, silent: true, ...options });
}

/** Uploads a file that was put into a body: a picture is shown there, any other file becomes a download. */
export async function sendBodyFile(
  client: SiteClient,
  file: File,
  options: SendOptions,
): Promise<UploadedBodyFile> {
  const kind = file.type.startsWith('image/') ? 'image' : 'file';
  return { item: toBodyFile(await sendFile(client, kind, file, options), kind), isNew: true };
}

export const toBodyFile = (
  { url, name, bytes, width, height }: UploadedFile,
  kind: 'image' | 'file',
): BodyFile => ({ kind, address: url, name, alt: '', bytes, width, height });

/** Explains why an upload failed, and whether a retry would be refused again. */
export function explainUploadError(error: unknown): { error: string; isRefused: boolean } {
  if (!(error instanceof CallError)) return { error: DEFAULT_MESSAGE, isRefused: false };
  return {
    error: error.message || DEFAULT_MESSAGE,
    isRefused: permanentFailures.has(error.status ?? error.code ?? 0),
  };
}
