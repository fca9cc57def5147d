export type Area = { x: number; y: number; width: number; height: number };

/** `type`: a picture that the browser cannot encode so becomes a PNG. */
type Result = { maxSide: number; type: 'image/webp' | 'image/png'; name: string };

/**
 * Returns a part of a picture as a new file, scaled down to `maxSide`; the server checks and re-encodes it.
 * @throws Error in Chinese for a picture that the browser cannot read
 */
export async function cropImage(
  src: string,
  { x, y, width, height }: Area,
  { maxSide, type, name }: Result,
): Promise<File> {
  const image = new Image();
  image.src = src;
  await image.decode().catch(() => {
    throw new Error('这张图片打不开');
  });
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext('2d')?.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.92));
  if (!blob) throw new Error('这张图片裁剪不了，请在电脑上裁好再上传');
  return new File([blob], name, { type: blob.type });
}
