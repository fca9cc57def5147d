/** What is no picture, film or sound is saved, never shown: a document may hold what a browser would run. */
const saved = /\.(?:pdf|docx|xlsx|pptx|zip|csv|txt)$/i;
const longestName = 120;

/**
 * How a browser is to take a file: documents are saved, and whatever is asked for under a name (`?name=年报.pdf`) is
 * saved under it. The name may come from anybody's link, so its ending is always the file's own.
 * @returns the Content-Disposition header, or null for what is shown where it stands
 */
export function dispositionOf(path: string, name: unknown): string | null {
  const ending = /\.[a-z0-9]{1,5}$/i.exec(path)?.[0].toLowerCase() ?? '';
  const wanted = typeof name === 'string' ? plainName(name, ending) : '';
  if (wanted === '') return saved.test(path) ? 'attachment' : null;
  return `attachment; filename*=UTF-8''${encodeRfc5987(wanted)}`;
}

function plainName(name: string, ending: string): string {
  const bare = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (bare === '') return '';
  const stem = bare.toLowerCase().endsWith(ending) ? bare.slice(0, bare.length - ending.length) : bare;
  return `${[...stem].slice(0, longestName).join('').trim() || 'file'}${ending}`;
}

const encodeRfc5987 = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
