/** Returns the address of a list with these query parameters; leaves out empty and undefined ones. */
export function listAddress(path: string, parameters: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

// Maximum length of a tag in list calls, in UTF-16 code units as the server counts them.
const tagLength = 50;

/** Reads the tag from the address, without what no tag can contain (control characters, lone surrogates). */
export const readTag = (query: URLSearchParams): string =>
  (query.get('tag') ?? '')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, tagLength)
    .replace(/\p{Cs}/gu, '');
