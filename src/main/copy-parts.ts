import { features } from '#features/index.ts';
import { type CopyDependencies, collectTables } from '#features/transfers/index.ts';
import type { Tenant } from '#kernel/context.ts';
import { tenantSchema } from '#kernel/db/pool.ts';
import type { FileStore } from '#kernel/storage/files.ts';
import { placeOnDisk } from '#kernel/storage/placed-files.ts';
import { migrations } from './migrate-tenants.ts';

/** The dependencies for copying a tenant's whole site. */
export const copyParts = (
  { connectionString, files }: { connectionString: string; files: FileStore },
  tenant: Tenant,
  report: (line: string) => void,
): CopyDependencies => ({
  connectionString,
  schema: tenantSchema(tenant.id),
  migrations,
  files: { ...placeOnDisk(files.root), read: files.read },
  tables: collectTables(features),
  report,
});
