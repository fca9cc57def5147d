import { expect, test } from 'vitest';
import { checkPicture, MAX_BYTES } from './check-picture.ts';

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const file = (bytes: ArrayLike<number> | string) =>
  new Blob([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)]);

test.each([
  ['PNG', file([...png, 1, 2, 3])],
  ['JPEG', file([0xff, 0xd8, 0xff, 0xe0])],
  ['GIF', file('GIF89a....')],
  ['WebP', file('RIFF\u0001\u0002\u0003\u0004WEBPVP8 ')],
])('recognises %s by its content', async (_name, blob) => {
  expect(await checkPicture(blob)).toBeUndefined();
});

test.each([
  ['nothing', file(''), '空的'],
  ['SVG', file('<svg xmlns="http://www.w3.org/2000/svg"/>'), '只能用 PNG'],
  ['a HEIC named JPEG', new File(['\0\0\0\x18ftypheic'], 'photo.jpg', { type: 'image/jpeg' }), 'HEIC'],
  ['a text named PNG', new File(['hello'], 'a.png', { type: 'image/png' }), '只能用 PNG'],
  ['half a signature', file(png.slice(0, 4)), '只能用 PNG'],
  ['a RIFF file other than WebP', file('RIFF1234AVI LIST'), '只能用 PNG'],
])('refuses %s and says how to correct it', async (_name, blob, says) => {
  expect(await checkPicture(blob)).toContain(says);
});

test('accepts the maximum size, and shows a file of one more byte as larger than the limit', async () => {
  const full = new Uint8Array(MAX_BYTES);
  full.set(png);
  expect(await checkPicture(new Blob([full]))).toBeUndefined();
  expect(await checkPicture(new Blob([full, 'x']))).toContain('5.1 MB');
});
