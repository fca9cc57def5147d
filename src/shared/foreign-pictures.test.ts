import { expect, test } from 'vitest';
import { explainForeignPicture } from './foreign-pictures.ts';

const start = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

test.each([
  ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0'],
  ['HEIC', '\0\0\0\x24ftypmif1\0\0\0\0'],
  ['HEIC', '\0\0\n\x18ftyphevc\0\0\0\0'],
  ['AVIF', '\0\0\0\x1cftypavif\0\0\0\0'],
  ['TIFF', 'II*\0\x08\0\0\0'],
  ['TIFF', 'MM\0*\0\0\0\x08'],
  ['BMP', 'BM\x36\0\0\0'],
  ['Photoshop', '8BPS\0\x01'],
  ['SVG', '<svg xmlns='],
  ['PDF', '%PDF-1.7\n'],
])('names %s and says what to do', (name, text) => {
  expect(explainForeignPicture(start(text))).toMatch(new RegExp(`^这个文件是 ${name}：请.*(?:JPG|PNG)`));
});

test('tells how an iPhone takes pictures that can be used', () => {
  expect(explainForeignPicture(start('\0\0\0\x18ftypheic'))).toContain('设置 › 相机 › 格式');
});

test.each([
  '',
  '\x89PNG\r\n\x1a\n',
  '\xff\xd8\xff\xe0',
  'GIF89a',
  'RIFF\0\0\0\0WEBP',
  '\0\0\0\x18ftypisom',
  'PK\x03\x04',
  'hello',
])('says nothing about %j', (text) => expect(explainForeignPicture(start(text))).toBeNull());
