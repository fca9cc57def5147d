import { CallError } from '#client/call-error.ts';
import type { Client } from '#client/client.ts';
import { DEFAULT_MESSAGE } from '#client/error-catalogue.ts';
import type { ApiCalls } from '#features/calls.ts';
import type { UploadedFile } from '#features/references/schema.ts';
import type { ArrivedFile, BodyFile } from '#ui/editor/body-file.ts';
import type { Sending } from '#ui/uploads/uploads.ts';

type SiteClient = Client<ApiCalls>;
export type SentKind = 'image' | 'file' | 'avatar';

const refusedFiles = new Set([400, 403, 413, 415]);

/** Sends one file of a writer. Rejects with a `CallError`. */
export function sendFile(
  { call }: SiteClient,
  kind: SentKind,
  file: File,
  sending?: Sending,
): Promise<UploadedFile> {
  const body = new FormData();
  body.append('kind', kind);
  body.append('file', file, file.name || '粘贴的图片.png');
  return call('POST /internalReference/upload', { body, silent: true, ...sending });
}

/** Sends what was put into a body: a picture is shown in it, anything else can be downloaded from it. */
export async function sendBodyFile(client: SiteClient, file: File, sending: Sending): Promise<ArrivedFile> {
  const kind = file.type.startsWith('image/') ? 'image' : 'file';
  return { item: toBodyFile(await sendFile(client, kind, file, sending), kind), isNew: true };
}

/** A file the server has, as the editor takes it. */
export const toBodyFile = (
  { url, name, bytes, width, height }: UploadedFile,
  kind: 'image' | 'file',
): BodyFile => ({ kind, address: url, name, alt: '', bytes, width, height });

/** Why a file did not arrive, and whether to send it again would change nothing. */
export function explainFile(error: unknown): { fault: string; isRefused: boolean } {
  if (!(error instanceof CallError)) return { fault: DEFAULT_MESSAGE, isRefused: false };
  return {
    fault: error.message || DEFAULT_MESSAGE,
    isRefused: refusedFiles.has(error.status ?? error.code ?? 0),
  };
}
