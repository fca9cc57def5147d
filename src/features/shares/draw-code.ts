import { encode } from 'uqr';

const quiet = 4;
/** In pixels per module; a code has 25 to 57 modules. */
const scale = 8;

/** Draws the QR code of an address as PNG, with the quiet zone that readers of codes need. */
export async function drawCode(address: string): Promise<Buffer> {
  const { data, size } = encode(address, { ecc: 'M', border: quiet });
  const pixels = Buffer.alloc(size * size);
  data.forEach((row, y) => {
    row.forEach((isDark, x) => {
      pixels[y * size + x] = isDark ? 0 : 255;
    });
  });
  const { default: sharp } = await import('sharp');
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize(size * scale, size * scale, { kernel: 'nearest' })
    .png({ palette: true })
    .toBuffer();
}
