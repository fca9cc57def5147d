import { createReadStream } from 'node:fs';
import { extname } from 'node:path';

/** The type of a library file: how it is shown, its file extension and its media type. */
export type FileKind = { kind: 'image' | 'video' | 'audio' | 'file'; extension: string; mediaType: string };

const office = 'application/vnd.openxmlformats-officedocument';

// An allow list. SVG and HTML are excluded because they can contain script, and so are macro documents.
const kinds: Readonly<Record<string, FileKind>> = {
  'image/png': { kind: 'image', extension: 'png', mediaType: 'image/png' },
  'image/apng': { kind: 'image', extension: 'png', mediaType: 'image/png' },
  'image/jpeg': { kind: 'image', extension: 'jpg', mediaType: 'image/jpeg' },
  'image/webp': { kind: 'image', extension: 'webp', mediaType: 'image/webp' },
  'image/gif': { kind: 'image', extension: 'gif', mediaType: 'image/gif' },
  'video/mp4': { kind: 'video', extension: 'mp4', mediaType: 'video/mp4' },
  'video/x-m4v': { kind: 'video', extension: 'mp4', mediaType: 'video/mp4' },
  'video/webm': { kind: 'video', extension: 'webm', mediaType: 'video/webm' },
  'audio/mpeg': { kind: 'audio', extension: 'mp3', mediaType: 'audio/mpeg' },
  'audio/x-m4a': { kind: 'audio', extension: 'm4a', mediaType: 'audio/mp4' },
  'audio/mp4': { kind: 'audio', extension: 'm4a', mediaType: 'audio/mp4' },
  'application/pdf': { kind: 'file', extension: 'pdf', mediaType: 'application/pdf' },
  [`${office}.wordprocessingml.document`]: {
    kind: 'file',
    extension: 'docx',
    mediaType: `${office}.wordprocessingml.document`,
  },
  [`${office}.spreadsheetml.sheet`]: {
    kind: 'file',
    extension: 'xlsx',
    mediaType: `${office}.spreadsheetml.sheet`,
  },
  [`${office}.presentationml.presentation`]: {
    kind: 'file',
    extension: 'pptx',
    mediaType: `${office}.presentationml.presentation`,
  },
  'application/zip': { kind: 'file', extension: 'zip', mediaType: 'application/zip' },
};

/** The accepted types, for error messages. */
export const acceptedPictures = '图片（PNG、JPEG、WebP、GIF）';
export const acceptedDocuments = '文件（PDF、DOCX、XLSX、PPTX、ZIP、CSV、TXT）';
export const acceptedKinds = `${acceptedPictures}、视频（MP4、WebM）、音频（MP3、M4A）和${acceptedDocuments}`;

/**
 * Detects the type of the file at `path` from its content; null for an unsupported type. Plain text has no signature,
 * so its file name distinguishes CSV from text.
 */
export async function detectFileKind(path: string, name: string): Promise<FileKind | null> {
  const { fileTypeFromFile } = await import('file-type');
  const detected = await fileTypeFromFile(path);
  if (detected) return kinds[detected.mime] ?? null;
  const extension = extname(name).toLowerCase();
  if ((extension !== '.csv' && extension !== '.txt') || !(await isText(path))) return null;
  return extension === '.csv'
    ? { kind: 'file', extension: 'csv', mediaType: 'text/csv' }
    : { kind: 'file', extension: 'txt', mediaType: 'text/plain' };
}

/** Text in UTF-8 or GB 18030 contains no control characters other than white space and escape. */
async function isText(path: string): Promise<boolean> {
  for await (const part of createReadStream(path) as AsyncIterable<Buffer>)
    if (part.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27) || byte === 127))
      return false;
  return true;
}
