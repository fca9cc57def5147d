import { createHash } from 'node:crypto';
import type { Context } from '#kernel/context.ts';
import type { ServiceAccount, WechatPicture } from '#kernel/wechat/service-account.ts';
import { type PictureKey, savePicture, takePicture } from './queries.ts';

/** WeChat accepts at most 1 MB. 1,000,000 bytes fit whether it counts decimal or binary megabytes. */
const maxBytes = 1_000_000;
/** Articles are some 680 pixels wide; twice that on a high-density screen. */
const sides = [1440, 1080, 720, 480];
const maxPixels = 50_000_000;
const maxSeconds = 10;

type Account = { appId: string; client: ServiceAccount };

/**
 * Returns what WeChat calls a picture, and uploads it unless the account has it.
 * @returns its address for articles or the id of its material, and whether it was uploaded before; null for what is no
 * picture
 * @throws WechatFault
 */
export async function putPicture(
  ctx: Context,
  { appId, client }: Account,
  kind: PictureKey['kind'],
  bytes: Buffer,
): Promise<{ reference: string; isStored: boolean; key: PictureKey } | null> {
  const key = { app_id: appId, kind, hash: createHash('sha256').update(bytes).digest() };
  const known = await takePicture(ctx.db, key, ctx.now());
  if (known !== undefined) return { reference: known, isStored: true, key };
  const picture = await convertPicture(bytes);
  if (!picture) return null;
  const reference = await (kind === 'cover' ? client.addCover(picture) : client.uploadPicture(picture));
  await savePicture(ctx.db, key, reference, ctx.now());
  return { reference, isStored: false, key };
}

/**
 * Converts a picture to a JPG of less than a megabyte, smaller until it fits; a small PNG stays one. Of an animated
 * picture the first frame is kept.
 * @returns null for what cannot be decoded
 */
export async function convertPicture(bytes: Buffer): Promise<WechatPicture | null> {
  if (bytes.length < maxBytes && bytes.toString('latin1', 0, 8) === pngStart)
    return { bytes, type: 'image/png' };
  const { default: sharp } = await import('sharp');
  try {
    for (const side of sides) {
      const jpeg = await sharp(bytes, { limitInputPixels: maxPixels, pages: 1 })
        .timeout({ seconds: maxSeconds })
        .autoOrient()
        .resize(side, side * 4, { fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#fff' })
        // Charts have fine coloured lines.
        .jpeg({ quality: 86, chromaSubsampling: '4:4:4', mozjpeg: true })
        .toBuffer();
      if (jpeg.length < maxBytes) return { bytes: jpeg, type: 'image/jpeg' };
    }
    return null;
  } catch {
    return null;
  }
}

const pngStart = '\x89PNG\r\n\x1a\n';
