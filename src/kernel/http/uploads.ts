import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError, invalid, isDiskFull } from '../errors.ts';
import type { Upload, UploadOnDisk, UploadOptions } from './calls.ts';

/** Text fields of a form: enough for a caption, too few to fill the memory. */
const maxFields = 20;
const maxTextBytes = 16 * 1024;

/**
 * Lets the routes that `addRoutes` adds accept multipart forms. The other routes keep answering 415 to forms, so that a
 * call that expects no file never reads one.
 */
export function serveUploads(app: FastifyInstance, addRoutes: (forms: FastifyInstance) => void): void {
  app.register(async (forms) => {
    await forms.register(multipart, { throwFileSizeLimit: false });
    addRoutes(forms);
  });
}

type Form<F> = { file: F; fields: Record<string, string> };

/**
 * Reads a form to its end and returns its one file, in memory, and its text fields.
 * @throws invalid if it is not a form, or the file is missing, empty, too large, in another field, or not the only one
 */
export async function readUpload(request: FastifyRequest, options: UploadOptions): Promise<Form<Upload>> {
  const { file, fields } = await readForm(request, options, async (stream) => {
    const bytes = await readWhole(stream);
    return { saved: bytes, size: bytes.length };
  });
  return { file: { bytes: file.saved, name: file.name, type: file.type }, fields };
}

/**
 * Like `readUpload`, but streams the file into `folder`. `cleanUp` deletes the file, unless the call has moved it away;
 * after an error the file is already deleted.
 * @throws the errors of readUpload
 */
export async function readUploadToDisk(
  request: FastifyRequest,
  options: UploadOptions,
  folder: string,
): Promise<Form<UploadOnDisk> & { cleanUp: () => Promise<void> }> {
  const paths: string[] = [];
  const cleanUp = async () => {
    for (const path of paths) await rm(path, { force: true });
  };
  await mkdir(folder, { recursive: true });
  try {
    const { file, fields } = await readForm(request, options, async (stream) => {
      const path = join(folder, randomUUID());
      paths.push(path);
      const out = createWriteStream(path);
      await pipeline(stream, out);
      return { saved: path, size: out.bytesWritten };
    });
    return { file: { path: file.saved, size: file.size, name: file.name, type: file.type }, fields, cleanUp };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

type SavedFile<K> = { saved: K; size: number };
type SaveFile<K> = (stream: Readable) => Promise<SavedFile<K>>;

async function readForm<K>(
  request: FastifyRequest,
  { field, label, maxBytes }: UploadOptions,
  saveFile: SaveFile<K>,
): Promise<Form<SavedFile<K> & { name: string; type: string }>> {
  if (!request.isMultipart()) throw invalid(`请以表单（multipart/form-data）提交${label}`);
  // One more of each than allowed, so that a second file is refused with the portal's message instead of the parser's.
  const limits = {
    files: 2,
    fileSize: maxBytes,
    fields: maxFields,
    fieldSize: maxTextBytes,
    fieldNameSize: 100,
    parts: maxFields + 2,
  };
  const fields: Record<string, string> = {};
  const files: (SavedFile<K> & { name: string; type: string; field: string })[] = [];
  let isTooLarge = false;
  try {
    // Reads the form to its end even if it is invalid: a client that is still sending does not read the response.
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (typeof part.value === 'string') fields[part.fieldname] = part.value;
        continue;
      }
      const saved = await saveFile(part.file);
      isTooLarge ||= part.file.truncated;
      files.push({ ...saved, field: part.fieldname, name: part.filename ?? '', type: part.mimetype });
    }
  } catch (error) {
    // A file that could not be written ends the request too.
    if (isDiskFull(error)) throw error;
    // The client has disconnected; nobody reads this message, and it is not a server error.
    throw request.raw.destroyed ? invalid('上传中断，请重试') : explain(error, label);
  }
  const wrong = files.find((file) => file.field !== field);
  if (wrong) throw invalid(`请只在${label}处上传文件`);
  const [file, second] = files;
  if (!file) throw invalid(`请选择${label}`);
  if (second) throw invalid(`${label}一次只能上传一个`);
  if (isTooLarge) throw invalid(`${label}过大，最多 ${formatSize(maxBytes)}`);
  if (file.size === 0) throw invalid(`${label}是空的`);
  return { file, fields };
}

async function readWhole(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Translates the parser's errors about limits and broken forms; other errors are returned unchanged. */
function explain(error: unknown, name: string): unknown {
  const { code, message, statusCode } = error as { code?: string; message?: string; statusCode?: number };
  if (code === 'FST_FILES_LIMIT') return invalid(`${name}一次只能上传一个`);
  if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT') return invalid('表单的字段太多');
  const isBroken =
    statusCode === 400 || /multipart|boundary|part|header|needle|end of (form|data)/i.test(message ?? '');
  return isBroken && !(error instanceof DomainError) ? invalid(`表单不完整，请重新上传${name}`) : error;
}

const formatSize = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${Math.floor(bytes / 1024 / 1024)} MB` : `${Math.floor(bytes / 1024)} KB`;
