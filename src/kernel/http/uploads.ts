import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError, invalid } from '../errors.ts';
import type { Upload, UploadOnDisk, UploadOptions } from './calls.ts';

/** Texts beside a file: enough for a caption, too little to fill the memory. */
const mostFields = 20;
const mostTextBytes = 16 * 1024;

/**
 * Lets the routes that `addRoutes` adds read forms with a file. The others go on answering 415 to them: a call
 * that expects no file shall not have one read.
 */
export function serveUploads(app: FastifyInstance, addRoutes: (forms: FastifyInstance) => void): void {
  app.register(async (forms) => {
    await forms.register(multipart, { throwFileSizeLimit: false });
    addRoutes(forms);
  });
}

type Form<F> = { file: F; fields: Record<string, string> };

/**
 * Reads a form to its end and returns its one file, in memory, and its texts.
 * @throws invalid when it is no form, when the file is missing, empty, too large, under another field or not alone
 */
export async function takeUpload(request: FastifyRequest, options: UploadOptions): Promise<Form<Upload>> {
  const { file, fields } = await readForm(request, options, async (stream) => {
    const bytes = await readWhole(stream);
    return { kept: bytes, size: bytes.length };
  });
  return { file: { bytes: file.kept, name: file.name, type: file.type }, fields };
}

/**
 * The same with the file written into `folder` as it comes in. `forget` removes it, wherever the call left it;
 * without an answer nothing stays behind.
 * @throws as takeUpload
 */
export async function takeUploadToDisk(
  request: FastifyRequest,
  options: UploadOptions,
  folder: string,
): Promise<Form<UploadOnDisk> & { forget: () => Promise<void> }> {
  const paths: string[] = [];
  const forget = async () => {
    for (const path of paths) await rm(path, { force: true });
  };
  await mkdir(folder, { recursive: true });
  try {
    const { file, fields } = await readForm(request, options, async (stream) => {
      const path = join(folder, randomUUID());
      paths.push(path);
      const out = createWriteStream(path);
      await pipeline(stream, out);
      return { kept: path, size: out.bytesWritten };
    });
    return { file: { path: file.kept, size: file.size, name: file.name, type: file.type }, fields, forget };
  } catch (error) {
    await forget();
    throw error;
  }
}

type Kept<K> = { kept: K; size: number };
type Keep<K> = (stream: Readable) => Promise<Kept<K>>;

async function readForm<K>(
  request: FastifyRequest,
  { field, label, mostBytes }: UploadOptions,
  keep: Keep<K>,
): Promise<Form<Kept<K> & { name: string; type: string }>> {
  const name = `${label}（${field}）`;
  if (!request.isMultipart()) throw invalid(`请以表单（multipart/form-data）提交${name}`);
  // One more than is wanted of each, so that it is we who say what is wrong with the second.
  const limits = {
    files: 2,
    fileSize: mostBytes,
    fields: mostFields,
    fieldSize: mostTextBytes,
    fieldNameSize: 100,
    parts: mostFields + 2,
  };
  const fields: Record<string, string> = {};
  const files: (Kept<K> & { name: string; type: string; field: string })[] = [];
  let isTooLarge = false;
  try {
    // Read to the end whatever is wrong with it: who is still sending does not hear an answer.
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (typeof part.value === 'string') fields[part.fieldname] = part.value;
        continue;
      }
      const kept = await keep(part.file);
      isTooLarge ||= part.file.truncated;
      files.push({ ...kept, field: part.fieldname, name: part.filename ?? '', type: part.mimetype });
    }
  } catch (error) {
    // Nobody is there to hear it, and it is no fault of ours that would have to be looked into.
    throw request.raw.destroyed ? invalid('上传中断，请重试') : explain(error, name);
  }
  const wrong = files.find((file) => file.field !== field);
  if (wrong) throw invalid(`文件应放在字段 ${field} 里，而不是 ${wrong.field.slice(0, 30)}`);
  const [file, second] = files;
  if (!file) throw invalid(`请选择${name}`);
  if (second) throw invalid(`${name}一次只能上传一个`);
  if (isTooLarge) throw invalid(`${name}过大，最多 ${sizeInWords(mostBytes)}`);
  if (file.size === 0) throw invalid(`${name}是空的`);
  return { file, fields };
}

async function readWhole(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** What the parser says about limits and broken forms, in our words; anything else is no fault of the sender's. */
function explain(error: unknown, name: string): unknown {
  const { code, message, statusCode } = error as { code?: string; message?: string; statusCode?: number };
  if (code === 'FST_FILES_LIMIT') return invalid(`${name}一次只能上传一个`);
  if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT') return invalid('表单的字段太多');
  const isBroken =
    statusCode === 400 || /multipart|boundary|part|header|needle|end of (form|data)/i.test(message ?? '');
  return isBroken && !(error instanceof DomainError) ? invalid(`表单不完整，请重新上传${name}`) : error;
}

const sizeInWords = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${Math.floor(bytes / 1024 / 1024)} MB` : `${Math.floor(bytes / 1024)} KB`;
