/** Most bytes of a picture that may be sent (as the server has it). */
export const MOST_BYTES = 5 * 1024 * 1024;
export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp,image/gif';
export const PICTURE_WORDS = 'PNG、JPEG、WebP 或 GIF，不超过 5 MB';

/** What is wrong with a file that should be a picture, and how to put it right; nothing when it may be opened. */
export async function checkPicture(file: Blob): Promise<string | undefined> {
  if (file.size === 0) return '这个文件是空的，请换一张图片';
  if (file.size > MOST_BYTES) return `图片有 ${toMegabytes(file.size)} MB，超过了 5 MB，请换一张小一些的`;
  const start = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  return isPicture(start) ? undefined : '只能用 PNG、JPEG、WebP 或 GIF 图片，请换一张';
}

/** By what it holds, not by its name: names lie. */
function isPicture(start: Uint8Array): boolean {
  const begins = (...bytes: number[]) => bytes.every((byte, place) => start[place] === byte);
  const text = String.fromCharCode(...start);
  return (
    begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) ||
    begins(0xff, 0xd8, 0xff) ||
    /^GIF8[79]a/.test(text) ||
    /^RIFF.{4}WEBP/s.test(text)
  );
}

// Never a size that reads as if it were allowed: 5.01 MB is shown as 5.1.
const toMegabytes = (bytes: number): string => (Math.ceil((bytes / 1024 / 1024) * 10) / 10).toFixed(1);
