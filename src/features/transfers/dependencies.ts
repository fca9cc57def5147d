import type { ConfiguredFiles } from '#kernel/storage/configured-files.ts';
import type { PlacedFiles } from '#kernel/storage/placed-files.ts';

import type { SiteTables } from './tables.ts';

/** Dependencies of copying a site, besides the context. */
export type CopyDependencies = {
  connectionString: string;
  /** The schema of the tenant's tables. */
  schema: string;
  /** The folder of the migrations. */
  migrations: string;
  files: Pick<ConfiguredFiles, 'read' | 'moveToBucket'> & PlacedFiles;
  tables: SiteTables;
  /** Called with a line of progress for the user. */
  report: (line: string) => void;
};
