/** Formats of pictures that browsers do not show, by how their files begin. */
const formats: readonly { name: string; start: RegExp; advice?: string }[] = [
  {
    name: 'HEIC',
    start: /^.{4}ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/s,
    advice: '请在 iPhone 的“设置 › 相机 › 格式”里选“兼容性最佳”后再拍，或导出为 JPG 后上传',
  },
  { name: 'AVIF', start: /^.{4}ftypavi[fs]/s },
  { name: 'TIFF', start: /^(?:II\*\0|MM\0\*)/ },
  { name: 'BMP', start: /^BM/ },
  { name: 'Photoshop', start: /^8BPS/ },
  { name: 'JPEG XL', start: /^.{4}JXL /s },
  { name: 'SVG', start: /^(?:\xef\xbb\xbf)?\s*<(?:svg|\?xml)/i },
  { name: 'PDF', start: /^%PDF-/, advice: '请先把要用的那一页导出为 JPG 或 PNG' },
];

/**
 * Returns what a picture is that cannot be used, whatever its name says, and what to do; null if its first 16 bytes do
 * not tell. The words follow those that name the accepted formats.
 */
export function explainForeignPicture(start: Uint8Array): string | null {
  const text = String.fromCharCode(...start.subarray(0, 16));
  const found = formats.find((format) => format.start.test(text));
  return found ? `这个文件是 ${found.name}：${found.advice ?? '请导出为 JPG 或 PNG 后上传'}` : null;
}
