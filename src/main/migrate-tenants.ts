import { fileURLToPath } from 'node:url';
import type { Config } from '#kernel/config.ts';
import { migrate } from '#kernel/db/migrate.ts';
import { tenantSchema } from '#kernel/db/pool.ts';

/** The folder of migrations. */
export const migrations = fileURLToPath(new URL('../../db/migrations', import.meta.url));

/** Brings the database of every tenant up to this version of the program; safe to repeat and to run at once. */
export async function migrateTenants(config: Config, connectionString: string): Promise<void> {
  for (const { id } of config.tenants)
    await migrate({ connectionString, schema: tenantSchema(id), directory: migrations });
}
