/** The paths of the built-in columns (docs/product.md §2); the path of any other column is its id. */
export const builtInPaths: Readonly<Record<string, string>> = { '1': 'globalInfo', '2': 'rined', '3': 'vip' };

export const columnPath = (columnId: string): string =>
  `/${builtInPaths[columnId] ?? encodeURIComponent(columnId)}`;

export const detailPath = (columnId: string, id: string): string =>
  `${columnPath(columnId)}/detail?id=${encodeURIComponent(id)}`;
