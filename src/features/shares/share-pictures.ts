import { unavailable } from '#kernel/errors.ts';
import { Threads } from '#kernel/threads.ts';
import { WorkQueue } from '#kernel/work-queue.ts';
import type { Drawing, Place, ShareInput } from './draw-share.ts';
import type * as tasks from './tasks.ts';

/** The files that are put on a drawing; null: it has none. */
export type ShareFiles = { cover: Buffer | null; logo: Buffer | null };

/** Beyond this a cover is not decoded, whatever its file says. */
const maxCoverPixels = 60_000_000;

// The thread holds some 60 MB, mostly fonts.
const threads = new Threads({
  tasks: new URL('./tasks.ts', import.meta.url),
  maxThreads: 1,
  maxHeapMb: 256,
  maxTaskMs: 20_000,
});
const maxWaiting = 39;
const queue = new WorkQueue({
  // A picture takes a quarter of a second of one core; more than one at once would slow down readers.
  maxRunning: 1,
  maxMembersRunning: 1,
  maxWaiting,
  maxWaitingEach: maxWaiting,
  refuse: () => unavailable('画图的人太多，请稍后再试'),
});

/** Reads width and height of a picture; null if it cannot be decoded. */
export async function readSize(bytes: Buffer): Promise<{ width: number; height: number } | null> {
  const { default: sharp } = await import('sharp');
  try {
    const { width, height } = await sharp(bytes).metadata();
    return { width, height };
  } catch {
    return null;
  }
}

/**
 * Draws a picture as PNG: outlines in a worker thread, pixels in a thread of sharp, one picture at a time.
 * @throws unavailable if too many wait
 */
export const drawSharePicture = (input: ShareInput, files: ShareFiles): Promise<Buffer> =>
  queue.run(undefined, () => draw(input, files));

async function draw(input: ShareInput, files: ShareFiles): Promise<Buffer> {
  const drawn = await threads.run<Drawing>('drawShare' satisfies keyof typeof tasks, input);
  const { default: sharp } = await import('sharp');
  const layers = [
    await layerOf(files.cover, drawn.cover, 'cover'),
    await layerOf(files.logo, drawn.logo, 'contain'),
  ].filter((layer) => layer !== null);
  const picture = sharp(Buffer.from(drawn.svg)).composite(layers);
  // Photographs need the palette: without it a cover alone has a megabyte. It takes longer than the drawing.
  return picture.png(drawn.cover ? { palette: true, effort: 3 } : {}).toBuffer();
}

async function layerOf(bytes: Buffer | null, place: Place | null, fit: 'cover' | 'contain') {
  if (!bytes || !place) return null;
  const { default: sharp } = await import('sharp');
  const { left, top, width, height } = place;
  const input = await sharp(bytes, { limitInputPixels: maxCoverPixels })
    .rotate()
    .resize(width, height, { fit, background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer();
  return { input, left, top };
}
