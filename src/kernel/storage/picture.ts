import { open, writeFile } from 'node:fs/promises';
import { type DomainError, invalid, unavailable } from '../errors.ts';

/** What a picture becomes: its size in pixels, cut to fill it. */
export type PictureShape = { width: number; height: number };

/** Pixels that are decoded at most: a phone's 48 megapixels, and never the 2.5 thousand million of a bomb. */
const mostPixels = 50_000_000;
const mostSeconds = 10;

const formats = 'PNG、JPEG、WebP 或 GIF';

/**
 * Makes a stranger's picture ours: told by its content, never by its name, decoded, and drawn anew as WebP. What is
 * not pixels (EXIF with the place it was taken at, comments, whatever hangs behind the end) stays outside. Of a
 * moving picture the first frame is kept.
 * @param label what the person calls it, with the field: `头像（file）`
 * @throws invalid for what is no such picture, damaged, cut off, too large in pixels, or something else as well
 */
export async function redrawPicture(
  bytes: Buffer,
  { width, height }: PictureShape,
  label: string,
): Promise<Buffer> {
  const format = formatOf(bytes);
  if (!format) throw invalid(`${label}应为 ${formats} 图片`);
  if (carriesOther(bytes)) throw invalid(`${label}里夹带了图片以外的内容，请换一张或重新导出后上传`);
  return still(async () => {
    const { default: sharp } = await import('sharp');
    try {
      const picture = sharp(bytes, { failOn: 'truncated', limitInputPixels: mostPixels, pages: 1 });
      const known = await picture.metadata();
      if (known.format !== format) throw new Error(`${format} that is ${known.format}`);
      return await picture
        .timeout({ seconds: mostSeconds })
        .autoOrient()
        .resize(width, height, { fit: 'cover', position: 'centre' })
        .webp({ quality: 84 })
        .toBuffer();
    } catch (error) {
      throw faultOf(error, label);
    }
  });
}

function faultOf(error: unknown, label: string): DomainError {
  const { message } = error as Error;
  if (/pixel limit/i.test(message)) return invalid(`${label}的尺寸过大，最多 ${mostPixels / 10_000} 万像素`);
  if (/timeout/i.test(message)) return invalid(`${label}处理超时，请缩小后再上传`);
  return invalid(`${label}已损坏或不完整，请换一张`);
}

/** Pixels of the longer side of a picture in a text: a page is 760 wide, twice that on a good screen, and one may zoom. */
const longestSide = 2560;
/** Of all frames of a moving picture together: a million takes up to a quarter of a second. */
const maxMovingPixels = 40_000_000;
const maxFrames = 300;
const maxMovingSeconds = 20;

/**
 * The same for a picture in a text, at `path`, which then holds the picture drawn anew: WebP, whole, as large as it
 * came up to 2560 pixels. A moving GIF or WebP goes on moving.
 * @returns its size in bytes and pixels
 * @throws as redrawPicture
 */
export async function redrawForPages(
  path: string,
  label: string,
): Promise<{ bytes: number; width: number; height: number }> {
  const format = formatOf(await readHead(path));
  if (!format) throw invalid(`${label}应为 ${formats} 图片`);
  const { default: sharp } = await import('sharp');
  const moves = await still(async () => {
    const first = sharp(path, { limitInputPixels: mostPixels, pages: 1 });
    const known = await first.metadata().catch((error: unknown) => {
      throw faultOf(error, label);
    });
    if (known.format !== format) throw faultOf(new Error(`${format} that is ${known.format}`), label);
    const { pages = 1, width, height } = known;
    if (pages > maxFrames || (pages > 1 && pages * width * height > maxMovingPixels))
      throw invalid(
        `${label}的动画过长，最多 ${maxFrames} 帧、各帧共 ${maxMovingPixels / 10_000} 万像素，请缩小或截短`,
      );
    return pages > 1;
  });
  return (moves ? moving : still)(async () => {
    try {
      const picture = sharp(path, {
        failOn: 'truncated',
        limitInputPixels: moves ? maxMovingPixels : mostPixels,
        animated: moves,
      });
      const { data, info } = await (moves ? picture : picture.autoOrient())
        .timeout({ seconds: moves ? maxMovingSeconds : mostSeconds })
        .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: format === 'png' ? 92 : 84, smartSubsample: true })
        .toBuffer({ resolveWithObject: true });
      await writeFile(path, data);
      return { bytes: data.length, width: info.width, height: info.pageHeight ?? info.height };
    } catch (error) {
      throw faultOf(error, label);
    }
  });
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

type Format = 'png' | 'jpeg' | 'webp' | 'gif';

/** By the first bytes; decoders of other formats (SVG, PDF, TIFF) are never even asked. */
function formatOf(bytes: Buffer): Format | null {
  const head = bytes.toString('latin1', 0, 16);
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (/^GIF8[79]a/.test(head)) return 'gif';
  return head.startsWith('RIFF') && head.startsWith('WEBP', 8) ? 'webp' : null;
}

// Long enough that compressed pixels do not hold them by chance.
const markup =
  /<!doctype|<html[\s>]|<head[\s>]|<body[\s>]|<script[\s>]|<iframe[\s>]|<svg[\s>]|<\?php|%PDF-1/i;
const endOfZip = Buffer.from('PK\x05\x06');
/** How far before the end of a file an archive's directory may end. */
const zipTail = 66_000;

/** Whether the bytes are also something else than a picture: a page, a program, a document or an archive. */
function carriesOther(bytes: Buffer): boolean {
  return (
    markup.test(bytes.toString('latin1')) ||
    bytes.subarray(Math.max(0, bytes.length - zipTail)).includes(endOfZip)
  );
}

const maxWaiting = 30;

/** Runs one after the other. @throws unavailable when thirty wait */
function queue() {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting >= maxWaiting) return Promise.reject(unavailable('正在处理的图片太多，请稍后再试'));
    waiting += 1;
    const mine = last.then(work);
    last = mine
      .catch(() => undefined)
      .then(() => {
        waiting -= 1;
      });
    return mine;
  };
}

// Decoding takes up to 200 MB and a thread of the pool that readers' files share. Moving pictures take seconds, so that
// they wait for each other and nobody else for them.
const still = queue();
const moving = queue();
