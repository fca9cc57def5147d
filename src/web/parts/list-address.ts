/** The address of a list with these parameters; empty and absent ones are left out. */
export function listAddress(path: string, parameters: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

// The longest tag a list call takes, in UTF-16 units as the call counts them.
const tagLength = 50;

/** The tag an address names; what no tag can hold (control characters, half a character) is taken out. */
export const readTag = (query: URLSearchParams): string =>
  (query.get('tag') ?? '')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, tagLength)
    .replace(/\p{Cs}/gu, '');
