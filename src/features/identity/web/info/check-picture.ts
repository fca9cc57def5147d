import { explainForeignPicture } from '#shared/foreign-pictures.ts';

/** Maximum size of a picture in bytes, the same as on the server. */
export const MAX_BYTES = 5 * 1024 * 1024;
export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp,image/gif';
export const PICTURE_HINT = 'PNG、JPEG、WebP 或 GIF，不超过 5 MB';

/** Returns an error message that says how to correct the choice; undefined if the file may be opened. */
export async function checkPicture(file: Blob): Promise<string | undefined> {
  if (file.size === 0) return '这个文件是空的，请换一张图片';
  if (file.size > MAX_BYTES) return `图片有 ${toMegabytes(file.size)} MB，超过了 5 MB，请换一张小一些的`;
  const start = new Uint8Array(await file.slice(0, 16).arrayBuffer());
  if (isPicture(start)) return undefined;
  return `只能用 PNG、JPEG、WebP 或 GIF 图片，${explainForeignPicture(start) ?? '请换一张'}`;
}

/** Checks the file's signature, because a file name can be wrong. */
function isPicture(start: Uint8Array): boolean {
  const startsWith = (...bytes: number[]) => bytes.every((byte, index) => start[index] === byte);
  const text = String.fromCharCode(...start);
  return (
    startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) ||
    startsWith(0xff, 0xd8, 0xff) ||
    /^GIF8[79]a/.test(text) ||
    /^RIFF.{4}WEBP/s.test(text)
  );
}

// Rounds up, so that a file above the limit never looks allowed: 5.01 MB is shown as 5.1.
const toMegabytes = (bytes: number): string => (Math.ceil((bytes / 1024 / 1024) * 10) / 10).toFixed(1);
