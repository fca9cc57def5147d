import { features } from '#features/index.ts';
import { type CopyDependencies, collectTables } from '#features/transfers/index.ts';
import type { Tenant } from '#kernel/context.ts';
import { tenantSchema } from '#kernel/db/pool.ts';
import type { ConfiguredFiles } from '#kernel/storage/configured-files.ts';
import { placeOnDisk } from '#kernel/storage/placed-files.ts';
import { migrations } from './migrate-tenants.ts';

/** The dependencies for copying a tenant's whole site. */
export const copyParts = (
  { connectionString, files }: { connectionString: string; files: ConfiguredFiles },
  tenant: Tenant,
  report: (line: string) => void,
): CopyDependencies => ({
  connectionString,
  schema: tenantSchema(tenant.id),
  migrations,
  files: { ...placeOnDisk(files.root), read: files.read, moveToBucket: files.moveToBucket },
  tables: collectTables(features),
  report,
});
