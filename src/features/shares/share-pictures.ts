import type { Piscina } from 'piscina';
import { unavailable } from '#kernel/errors.ts';
import type { Drawing, Place, ShareInput } from './draw-share.ts';
import type * as tasks from './tasks.ts';

/** The files that are put on a drawing; null: it has none. */
export type ShareFiles = { cover: Buffer | null; logo: Buffer | null };

// A picture takes a quarter of a second of one core; more than this at once would slow down readers.
const maxThreads = 1;
const maxQueued = 40;
// The thread holds some 60 MB, mostly fonts, and ends after this idle time.
const idleMs = 30_000;
const maxTaskMs = 20_000;
const maxThreadMb = 256;
/** Beyond this a cover is not decoded, whatever its file says. */
const maxCoverPixels = 60_000_000;

let pool: Promise<Piscina> | undefined;
function getPool(): Promise<Piscina> {
  pool ??= import('piscina').then(
    ({ Piscina }) =>
      new Piscina({
        filename: new URL('./tasks.ts', import.meta.url).href,
        minThreads: 0,
        maxThreads,
        idleTimeout: idleMs,
        resourceLimits: { maxOldGenerationSizeMb: maxThreadMb },
        maxQueue: maxQueued,
      }),
  );
  return pool;
}

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

let drawing = Promise.resolve<unknown>(undefined);
let waiting = 0;

/**
 * Draws a picture as PNG: outlines in a worker thread, pixels in a thread of sharp, one picture at a time.
 * @throws unavailable if too many wait
 */
export async function drawSharePicture(input: ShareInput, files: ShareFiles): Promise<Buffer> {
  if (waiting >= maxQueued) throw unavailable('画图的人太多，请稍后再试');
  waiting++;
  const result = drawing.then(() => draw(input, files));
  drawing = result.catch(() => undefined);
  try {
    return await result;
  } finally {
    waiting--;
  }
}

async function draw(input: ShareInput, files: ShareFiles): Promise<Buffer> {
  const threads = await getPool();
  const drawn: Drawing = await threads.run(input, {
    name: 'drawShare' satisfies keyof typeof tasks,
    signal: AbortSignal.timeout(maxTaskMs),
  });
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
