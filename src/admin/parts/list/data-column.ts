import type { ReactNode } from 'react';

export type DataColumn<T> = {
  /** Field of the row; also the server's sort key. */
  key: string;
  title: string;
  render?: (row: T) => ReactNode;
  /** Value in the CSV file; by default the row's field. Null leaves the column out. */
  text?: ((row: T) => string | number | null) | null;
  width?: number;
  align?: 'right';
  /** True sorts on the server; a comparison function sorts in the browser when the whole list is loaded. */
  sort?: true | ((a: T, b: T) => number);
  /** Minimum screen width at which the column is shown. */
  from?: 'md' | 'lg' | 'xl';
  /** Hidden until the user selects it. */
  isHidden?: boolean;
};
