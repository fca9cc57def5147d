import type { FileStore } from '#kernel/storage/files.ts';
import type { PlacedFiles } from '#kernel/storage/placed-files.ts';

import type { SiteTables } from './tables.ts';

/** What a whole-site copy works with besides the context. */
export type CopyParts = {
  connectionString: string;
  /** The schema of the tenant's tables. */
  schema: string;
  /** The folder of the migrations. */
  migrations: string;
  files: Pick<FileStore, 'read'> & PlacedFiles;
  tables: SiteTables;
  /** Hears how far it has got, in a line fit to be shown. */
  report: (line: string) => void;
};
