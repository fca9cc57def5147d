import { type FetchLimits, FetchRefusal, fetchBytes } from './fetch-bytes.ts';

/** A picture brought here: its bytes and a name with the ending of its type. */
export type FetchedPicture = { bytes: Buffer; name: string };

// No SVG: a stranger's may hold script.
const endings: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
};

/**
 * Fetches a picture that a piece shows from another host, so that readers' browsers need not ask that host.
 * @throws FetchRefusal when it is no picture, too large, too slow, not public or not there; errors of the network
 */
export async function fetchPicture(url: string, limits: FetchLimits = {}): Promise<FetchedPicture> {
  const { bytes, type } = await fetchBytes(url, {
    timeoutMs: 10_000,
    largest: 10 * 1024 * 1024,
    ...limits,
    headers: { accept: 'image/*' },
    types: Object.keys(endings),
  });
  const ending = endings[type];
  if (!ending) throw new FetchRefusal('type', `no picture at ${url}`);
  return { bytes, name: `picture.${ending}` };
}
