import { createReadStream } from 'node:fs';
import { extname } from 'node:path';

/** What a file of the library is: how it is shown, the ending of its address, and its media type. */
export type FileKind = { kind: 'image' | 'video' | 'audio' | 'file'; ending: string; mediaType: string };

const office = 'application/vnd.openxmlformats-officedocument';

// No SVG, no HTML: they hold script. No macro documents. What is not listed is refused.
const kinds: Readonly<Record<string, FileKind>> = {
  'image/png': { kind: 'image', ending: 'png', mediaType: 'image/png' },
  'image/apng': { kind: 'image', ending: 'png', mediaType: 'image/png' },
  'image/jpeg': { kind: 'image', ending: 'jpg', mediaType: 'image/jpeg' },
  'image/webp': { kind: 'image', ending: 'webp', mediaType: 'image/webp' },
  'image/gif': { kind: 'image', ending: 'gif', mediaType: 'image/gif' },
  'video/mp4': { kind: 'video', ending: 'mp4', mediaType: 'video/mp4' },
  'video/x-m4v': { kind: 'video', ending: 'mp4', mediaType: 'video/mp4' },
  'video/webm': { kind: 'video', ending: 'webm', mediaType: 'video/webm' },
  'audio/mpeg': { kind: 'audio', ending: 'mp3', mediaType: 'audio/mpeg' },
  'audio/x-m4a': { kind: 'audio', ending: 'm4a', mediaType: 'audio/mp4' },
  'audio/mp4': { kind: 'audio', ending: 'm4a', mediaType: 'audio/mp4' },
  'application/pdf': { kind: 'file', ending: 'pdf', mediaType: 'application/pdf' },
  [`${office}.wordprocessingml.document`]: {
    kind: 'file',
    ending: 'docx',
    mediaType: `${office}.wordprocessingml.document`,
  },
  [`${office}.spreadsheetml.sheet`]: {
    kind: 'file',
    ending: 'xlsx',
    mediaType: `${office}.spreadsheetml.sheet`,
  },
  [`${office}.presentationml.presentation`]: {
    kind: 'file',
    ending: 'pptx',
    mediaType: `${office}.presentationml.presentation`,
  },
  'application/zip': { kind: 'file', ending: 'zip', mediaType: 'application/zip' },
};

/** What may be uploaded, in the words of who is refused. */
export const takenPictures = '图片（PNG、JPEG、WebP、GIF）';
export const takenDocuments = '文件（PDF、DOCX、XLSX、PPTX、ZIP、CSV、TXT）';
export const takenKinds = `${takenPictures}、视频（MP4、WebM）、音频（MP3、M4A）和${takenDocuments}`;

/**
 * What the file at `path` is, told by its bytes; null for what the library does not take. Only of plain text, which
 * has no sign of its own, the name says whether it is a table.
 */
export async function tellKind(path: string, name: string): Promise<FileKind | null> {
  const { fileTypeFromFile } = await import('file-type');
  const told = await fileTypeFromFile(path);
  if (told) return kinds[told.mime] ?? null;
  const ending = extname(name).toLowerCase();
  if ((ending !== '.csv' && ending !== '.txt') || !(await isText(path))) return null;
  return ending === '.csv'
    ? { kind: 'file', ending: 'csv', mediaType: 'text/csv' }
    : { kind: 'file', ending: 'txt', mediaType: 'text/plain' };
}

/** Text of any encoding of ours (UTF-8, GB 18030) holds no control characters but tabs, line ends and escapes. */
async function isText(path: string): Promise<boolean> {
  for await (const part of createReadStream(path) as AsyncIterable<Buffer>)
    if (part.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27) || byte === 127))
      return false;
  return true;
}
