import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** Returns a small picture, different each time, so that it is not a duplicate. */
export const picture = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 64,
      height: 64,
      channels: 3,
      background: { r: byte(), g: byte(), b: byte() },
    },
  })
    .png()
    .toBuffer();

const byte = () => Math.floor(Math.random() * 256);

export const pdf = (text: string): Buffer => Buffer.from(`%PDF-1.7\n${text}\n%%EOF`);

export const dailyCsv = (code: string, day: string): Buffer =>
  Buffer.from(
    `code,date,open,high,low,close,prev_close,limit_up,limit_down,volume,amount,suspended\n${code},${day},10,10,10,10,10,,,100,1000,0\n`,
  );

/** Returns a square picture of noise. */
export async function noise(side: number): Promise<Buffer> {
  const raw = randomBytes(side * side * 3);
  return sharp(raw, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();
}
