import type { Brand } from '../brand.ts';
import { drawSeal } from './icon-svg.ts';

const white = '#ffffff';
const shareSize = { width: 1200, height: 630 };

/**
 * Draws a square icon from the uploaded picture or the waves of the seal.
 * @param isSolid on white with a margin, as phones want it; else transparent
 * @param margin on each side, as a part of the size
 */
export async function drawIcon(
  brand: Brand,
  source: Buffer | null,
  { size, isSolid, margin }: { size: number; isSolid: boolean; margin: number },
): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const inner = Math.round(size * (1 - 2 * margin));
  const background = isSolid ? white : { r: 0, g: 0, b: 0, alpha: 0 };
  const picture = await sharp(source ?? Buffer.from(drawSeal(brand)), source ? {} : { density: 1000 })
    .resize(inner, inner, { fit: 'contain', background })
    .png()
    .toBuffer();
  return sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: picture }])
    .png()
    .toBuffer();
}

/** Draws the shared picture: the uploaded one, or the logo on white above a line in the accent. */
export async function drawShare(brand: Brand, share: Buffer | null, icon: Buffer | null): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const { width, height } = shareSize;
  if (share) return sharp(share).resize(width, height, { fit: 'cover' }).jpeg({ quality: 84 }).toBuffer();
  const mark = icon ?? Buffer.from(drawSeal(brand));
  const logo = await sharp(mark, icon ? {} : { density: 1000 })
    .resize(width * 0.6, height * 0.45, { fit: 'inside' })
    .toBuffer();
  const line = { create: { width, height: 16, channels: 3 as const, background: brand.fill } };
  return sharp({ create: { width, height, channels: 3, background: white } })
    .composite([
      { input: logo, gravity: 'centre' },
      { input: await sharp(line).png().toBuffer(), gravity: 'south' },
    ])
    .jpeg({ quality: 88 })
    .toBuffer();
}
