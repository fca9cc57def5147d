import { open, writeFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { explainForeignPicture } from '../../shared/foreign-pictures.ts';
import { type DomainError, invalid, unavailable } from '../errors.ts';
import { WorkQueue } from '../work-queue.ts';
import { judgeSvg } from './judge-svg.ts';

/** The size of the result in pixels; the picture is cropped to fill it. */
export type ImageSize = { width: number; height: number };

/** Maximum number of decoded pixels: allows a phone's 48 megapixels, and stops a decompression bomb of 2.5 billion. */
const maxPixels = 50_000_000;
const maxSeconds = 10;

const formats = 'PNG、JPEG、WebP 或 GIF';

/**
 * Re-encodes an untrusted picture as WebP. Its format is detected by content, not by name, and everything but the
 * pixels is dropped (EXIF with the GPS position, comments, trailing data). Of an animated picture the first frame is
 * kept.
 * @param label the user's term for it, with the field: `头像`
 * @param owner the member who sent it; none for staff and the portal itself, who go first
 * @throws invalid if it is not such a picture, damaged, truncated, has too many pixels, or is also a file of another
 * kind
 */
export async function reencodeImage(
  bytes: Buffer,
  { width, height }: ImageSize,
  label: string,
  owner?: string,
): Promise<Buffer> {
  const draw = (picture: Sharp) =>
    picture.resize(width, height, { fit: 'cover', position: 'centre' }).webp({ quality: 84 });
  const { data } = await reencode(bytes, label, draw, { owner });
  return data;
}

/**
 * Re-encodes a logo as WebP, uncropped, at most as large as `size`. An SVG without scripts and external references is
 * drawn in that size.
 * @throws the errors of reencodeImage
 */
export async function reencodeLogo(
  bytes: Buffer,
  { width, height }: ImageSize,
  label: string,
): Promise<{ bytes: Buffer; width: number; height: number }> {
  const svg = judgeSvg(bytes);
  if (svg === 'active') throw invalid(`${label}的 SVG 里有脚本或外部引用，请去掉它们，或导出为 PNG 后上传`);
  if (svg === 'damaged') throw faultOf(new Error('not well-formed'), label);
  const still = svg === 'still' ? await drawSvg(bytes, { width, height }, label) : bytes;
  const draw = (picture: Sharp) =>
    picture
      .resize(width, height, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 92, smartSubsample: true });
  const { data, info } = await reencode(still, label, draw, {
    accepted: 'PNG、JPEG、WebP、GIF 或 SVG',
  });
  return { bytes: data, width: info.width, height: info.height };
}

async function reencode(
  bytes: Buffer,
  label: string,
  draw: (picture: Sharp) => Sharp,
  { accepted = formats, owner }: { accepted?: string; owner?: string | undefined },
) {
  const format = formatOf(bytes);
  if (!format) throw foreignFormat(bytes, label, accepted);
  if (isPolyglot(bytes)) throw invalid(`${label}里夹带了图片以外的内容，请换一张或重新导出后上传`);
  return stillQueue.run(owner, async () => {
    const { default: sharp } = await import('sharp');
    try {
      const picture = sharp(bytes, { failOn: 'truncated', limitInputPixels: maxPixels, pages: 1 });
      const metadata = await picture.metadata();
      if (metadata.format !== format) throw new Error(`${format} that is ${metadata.format}`);
      return await draw(picture.timeout({ seconds: maxSeconds }).autoOrient()).toBuffer({
        resolveWithObject: true,
      });
    } catch (error) {
      throw faultOf(error, label);
    }
  });
}

/** Draws an SVG as PNG, as large as fits into the size. @throws invalid for one that cannot be drawn */
async function drawSvg(bytes: Buffer, { width, height }: ImageSize, label: string): Promise<Buffer> {
  return stillQueue.run(undefined, async () => {
    const { default: sharp } = await import('sharp');
    try {
      const own = await sharp(bytes, { limitInputPixels: maxPixels }).metadata();
      // librsvg draws at 72 dpi in the size that the file names.
      const scale = Math.min(width / own.width, height / own.height);
      const density = Math.min(maxDensity, Math.max(1, Math.ceil(72 * scale)));
      return await sharp(bytes, { limitInputPixels: maxPixels, density })
        .timeout({ seconds: maxSeconds })
        .png()
        .toBuffer();
    } catch (error) {
      throw faultOf(error, label);
    }
  });
}

/** In dots per inch: draws an icon of 16 pixels in a thousand. */
const maxDensity = 4800;

function faultOf(error: unknown, label: string): DomainError {
  const { message } = error as Error;
  if (/pixel limit/i.test(message)) return invalid(`${label}的尺寸过大，最多 ${maxPixels / 10_000} 万像素`);
  if (/timeout/i.test(message)) return invalid(`${label}处理超时，请缩小后再上传`);
  return invalid(`${label}已损坏或不完整，请换一张`);
}

/**
 * Maximum length in pixels of the longer side of a picture in a text: a page is 760 wide, double that on a high-density
 * screen, and readers may zoom.
 */
const maxSide = 2560;
/** Maximum over all frames of an animated picture: a million pixels take up to a quarter of a second. */
const maxAnimatedPixels = 40_000_000;
const maxFrames = 300;
const maxAnimatedSeconds = 20;

/**
 * Re-encodes the picture of a text in place, at `path`: as WebP, uncropped, in its own size up to 2560 pixels. An
 * animated GIF or WebP stays animated.
 * @param options.admit is asked before the costly part, with the pixels of all frames, and throws to refuse
 * @returns its size in bytes and pixels
 * @throws the errors of reencodeImage
 */
export async function reencodeImageFile(
  path: string,
  label: string,
  { owner, admit }: { owner?: string | undefined; admit?: (pixels: number) => Promise<void> } = {},
): Promise<{ bytes: number; width: number; height: number }> {
  const head = await readHead(path);
  const format = formatOf(head);
  if (!format) throw foreignFormat(head, label, formats);
  const { default: sharp } = await import('sharp');
  const { isAnimated, pixels } = await stillQueue.run(owner, async () => {
    const first = sharp(path, { limitInputPixels: maxPixels, pages: 1 });
    const metadata = await first.metadata().catch((error: unknown) => {
      throw faultOf(error, label);
    });
    if (metadata.format !== format) throw faultOf(new Error(`${format} that is ${metadata.format}`), label);
    const { pages = 1, width, height } = metadata;
    if (pages > maxFrames || (pages > 1 && pages * width * height > maxAnimatedPixels))
      throw invalid(
        `${label}的动画过长，最多 ${maxFrames} 帧、各帧共 ${maxAnimatedPixels / 10_000} 万像素，请缩小或截短`,
      );
    return { isAnimated: pages > 1, pixels: pages * width * height };
  });
  await admit?.(pixels);
  return (isAnimated ? animatedQueue : stillQueue).run(owner, async () => {
    try {
      const picture = sharp(path, {
        failOn: 'truncated',
        limitInputPixels: isAnimated ? maxAnimatedPixels : maxPixels,
        animated: isAnimated,
      });
      const { data, info } = await (isAnimated ? picture : picture.autoOrient())
        .timeout({ seconds: isAnimated ? maxAnimatedSeconds : maxSeconds })
        .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: format === 'png' ? 92 : 84, smartSubsample: true })
        .toBuffer({ resolveWithObject: true });
      await writeFile(path, data);
      return { bytes: data.length, width: info.width, height: info.pageHeight ?? info.height };
    } catch (error) {
      throw faultOf(error, label);
    }
  });
}

/** Returns what the picture at `path` is that cannot be used, and what to do; null if it is none that is known. */
export const explainForeignFile = async (path: string): Promise<string | null> =>
  explainForeignPicture(await readHead(path));

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Names the format of a picture that cannot be read: `photo.jpg` may be another. */
function foreignFormat(bytes: Buffer, label: string, accepted: string): DomainError {
  const known = explainForeignPicture(bytes.subarray(0, 16));
  return invalid(`${label}应为 ${accepted} 图片${known ? `，${known}` : ''}`);
}

type Format = 'png' | 'jpeg' | 'webp' | 'gif';

/** Detects the format by the first bytes; decoders of other formats (SVG, PDF, TIFF) are never called. */
function formatOf(bytes: Buffer): Format | null {
  const head = bytes.toString('latin1', 0, 16);
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (/^GIF8[79]a/.test(head)) return 'gif';
  return head.startsWith('RIFF') && head.startsWith('WEBP', 8) ? 'webp' : null;
}

// Long enough not to occur in compressed pixels by chance.
const markup =
  /<!doctype|<html[\s>]|<head[\s>]|<body[\s>]|<script[\s>]|<iframe[\s>]|<svg[\s>]|<\?php|%PDF-1/i;
const endOfZip = Buffer.from('PK\x05\x06');
/** How far before the end of a file the directory of a zip archive may end, in bytes. */
const zipTail = 66_000;

/** Returns whether the bytes are a polyglot: also a page, a program, a document or an archive. */
function isPolyglot(bytes: Buffer): boolean {
  return (
    markup.test(bytes.toString('latin1')) ||
    bytes.subarray(Math.max(0, bytes.length - zipTail)).includes(endOfZip)
  );
}

const openQueue = () =>
  new WorkQueue({
    maxRunning: 1,
    maxMembersRunning: 1,
    maxWaiting: 30,
    maxWaitingEach: 10,
    refuse: () => unavailable('正在处理的图片太多，请稍后再试'),
  });

// Decoding takes up to 200 MB and a thread of the pool that file reads share. Animated pictures take seconds, so they
// have their own queue and do not delay still ones.
const stillQueue = openQueue();
const animatedQueue = openQueue();
