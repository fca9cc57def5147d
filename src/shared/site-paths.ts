/** The paths of the built-in columns (docs/product.md §2); the path of any other column is its id. */
export const builtInPaths: Readonly<Record<string, string>> = { '1': 'globalInfo', '2': 'rined', '3': 'vip' };

export const columnPath = (columnId: string): string =>
  `/${builtInPaths[columnId] ?? encodeURIComponent(columnId)}`;

export const detailPath = (columnId: string, id: string): string =>
  `${columnPath(columnId)}/detail?id=${encodeURIComponent(id)}`;

export const authorPath = (authorId: string): string => `/author?id=${encodeURIComponent(authorId)}`;

/** Maximum length of a tag: imported ones may be longer than the 30 characters that staff and members write. */
export const maxTagLength = 50;

export const tagPath = (name: string): string => `/tag/${encodeURIComponent(name)}`;

/** Returns the name in the path of a tag's page; null for any other path, and for one that is not UTF-8. */
export function readTagName(path: string): string | null {
  const name = /^\/tag\/([^/]+)$/i.exec(path)?.[1];
  if (name === undefined) return null;
  try {
    return decodeURIComponent(name);
  } catch {
    return null;
  }
}
