import { Buffer } from 'node:buffer';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reencodeImage, reencodeImageFile } from './reencode-image.ts';

const square = { width: 256, height: 256 };
const reencode = (bytes: Buffer) => reencodeImage(bytes, square, '头像');

const draw = (width = 64, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } });

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG with the data of a single pixel whose header claims these dimensions. */
function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from([0, 0]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('an accepted picture', () => {
  test.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'turns %s into WebP of the requested size',
    async (format) => {
      const known = await sharp(await reencode(await draw().toFormat(format).toBuffer())).metadata();
      expect(known).toMatchObject({ format: 'webp', width: 256, height: 256 });
    },
  );

  test('loses EXIF, GPS position and comment, and is turned the right way up', async () => {
    const upright = await sharp({ create: { width: 20, height: 40, channels: 3, background: '#fff' } })
      .composite([{ input: await draw(20, 20).png().toBuffer(), left: 0, top: 0 }])
      .jpeg()
      .withExif({
        IFD0: { Copyright: '张三' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 14/1 0/1' },
      })
      .withMetadata({ orientation: 3 })
      .toBuffer();
    expect((await sharp(upright).metadata()).orientation).toBe(3);
    expect((await sharp(upright).metadata()).exif).toBeDefined();
    const reencoded = await reencode(upright);
    const known = await sharp(reencoded).metadata();
    expect(known.exif).toBeUndefined();
    expect(known.xmp).toBeUndefined();
    expect(known.orientation).toBeUndefined();
    expect(reencoded.toString('latin1')).not.toContain('Exif');
    // Rotated by 180°: what was red above is red below.
    const { data } = await sharp(reencoded)
      .extract({ left: 128, top: 250, width: 1, height: 1 })
      .raw()
      .toBuffer({
        resolveWithObject: true,
      });
    expect(data[0]).toBeGreaterThan(150);
    expect(data[1]).toBeLessThan(120);
  });

  test('keeps the first frame of an animated GIF', async () => {
    const frames = await sharp(
      await Promise.all(
        ['#f00', '#00f'].map((background) =>
          sharp({ create: { width: 8, height: 8, channels: 3, background } })
            .png()
            .toBuffer(),
        ),
      ),
      { join: { animated: true } },
    )
      .gif()
      .toBuffer();
    const known = await sharp(await reencode(frames)).metadata();
    expect(known.pages ?? 1).toBe(1);
    expect(known.height).toBe(256);
  });
});

describe('refuses a picture, in Chinese and with its label,', () => {
  const refused = async (bytes: Buffer, why: RegExp) => {
    await expect(reencode(bytes)).rejects.toMatchObject({ kind: 'invalid' });
    await expect(reencode(bytes)).rejects.toThrow(why);
    await expect(reencode(bytes)).rejects.toThrow('头像');
  };

  test('that is a decompression bomb: one pixel of data, 50,000 × 50,000 in its header', async () => {
    const bytes = bomb(50_000, 50_000);
    expect(bytes.length).toBeLessThan(100);
    const before = process.memoryUsage().rss;
    await refused(bytes, /尺寸过大，最多 5000 万像素/);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  test('that is an SVG, with or without script', async () => {
    await refused(
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      /应为 PNG、JPEG、WebP 或 GIF/,
    );
    await refused(Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'), /应为 PNG/);
  });

  test('that is a HEIC of an iPhone, whatever its name, naming it and the way out', async () => {
    await refused(
      Buffer.from('\0\0\0\x24ftypheic\0\0\0\0mif1heic', 'latin1'),
      /HEIC：请在 iPhone 的“设置 › 相机/,
    );
  });

  test('that is also something else: a page before, in or after it, an archive, a PDF', async () => {
    const jpeg = await draw().jpeg().toBuffer();
    const page = Buffer.from('<html><script>alert(1)</script></html>');
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, page.length + 2]), page]);
    await refused(Buffer.concat([page, jpeg]), /应为 PNG/);
    await refused(Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]), /夹带/);
    await refused(Buffer.concat([jpeg, page]), /夹带/);
    await refused(Buffer.concat([jpeg, Buffer.from('PK\x05\x06'), Buffer.alloc(18)]), /夹带/);
    await refused(Buffer.concat([Buffer.from('GIF89a/*'), Buffer.from('%PDF-1.7')]), /夹带/);
    await refused(Buffer.from('GIF89a=1;alert(1)//'), /已损坏/);
  });

  test.each(['png', 'jpeg', 'webp', 'gif'] as const)('that is a truncated %s', async (format) => {
    const noise = Buffer.from(Array.from({ length: 120 * 120 * 3 }, (_, at) => (at * 7919) % 251));
    const whole = await sharp(noise, { raw: { width: 120, height: 120, channels: 3 } })
      .toFormat(format)
      .toBuffer();
    for (const share of [0.2, 0.5, 0.9])
      await refused(whole.subarray(0, Math.floor(whole.length * share)), /已损坏或不完整/);
  });

  test.each([
    ['TIFF', async () => draw().tiff().toBuffer()],
    ['AVIF', async () => draw(16, 16).avif().toBuffer()],
    ['text', async () => Buffer.from('我不是图片')],
    ['nothing', async () => Buffer.alloc(0)],
    ['a PNG’s first bytes alone', async () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ])('that is %s', async (_, make) => {
    await refused(await make(), /应为 PNG|已损坏/);
  });
});

describe('an animated picture', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'guanlan-picture-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const gif = async (frames: number, width: number, height: number) => {
    const file = join(folder, `${frames}-${width}.gif`);
    const background = (at: number) => ['#f00', '#0f0', '#00f'][at % 3] as string;
    const draw = (at: number) =>
      sharp({ create: { width, height, channels: 3, background: background(at) } })
        .png()
        .toBuffer();
    const pictures = Array.from({ length: frames }, (_, at) => draw(at));
    await sharp(await Promise.all(pictures), { join: { animated: true } })
      .gif({ effort: 1 })
      .toFile(file);
    return file;
  };

  test('with too many frames is refused before it is decoded', async () => {
    await expect(reencodeImageFile(await gif(301, 2, 2), '图片')).rejects.toThrow(/图片的动画过长/);
  });

  test('with too many pixels is refused before it is decoded', async () => {
    const path = await gif(2, 4600, 4600);
    await expect(reencodeImageFile(path, '图片')).rejects.toThrow(/最多 300 帧、各帧共 4000 万像素/);
  });

  test('does not delay still pictures', async () => {
    const ended: string[] = [];
    const run = async (name: string, path: string) => {
      await reencodeImageFile(path, '图片');
      ended.push(name);
    };
    const animated = await gif(30, 300, 300);
    const picture = join(folder, 'still.png');
    await sharp({ create: { width: 8, height: 8, channels: 3, background: '#f00' } }).toFile(picture);
    await Promise.all([run('moving', animated), run('still', picture)]);
    expect(ended).toEqual(['still', 'moving']);
  });
});
