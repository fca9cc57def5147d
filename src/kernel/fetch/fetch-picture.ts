import { type FetchLimits, FetchRefusal, fetchBytes } from './fetch-bytes.ts';

/** A fetched picture: its bytes and a file name with the extension of its type. */
export type FetchedPicture = { bytes: Buffer; name: string };

// No SVG: it may contain script.
const endings: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
};

/**
 * Fetches a picture that a post shows from another host, so that readers' browsers need not contact that host.
 * @throws FetchRefusal if it is not a picture, too large, too slow, not public or not found; network errors
 */
export async function fetchPicture(url: string, limits: FetchLimits = {}): Promise<FetchedPicture> {
  const { bytes, type } = await fetchBytes(url, {
    timeoutMs: 10_000,
    maxBytes: 10 * 1024 * 1024,
    ...limits,
    headers: { accept: 'image/*' },
    types: Object.keys(endings),
  });
  const ending = endings[type];
  if (!ending) throw new FetchRefusal('type', `not a picture: ${url}`);
  return { bytes, name: `picture.${ending}` };
}
