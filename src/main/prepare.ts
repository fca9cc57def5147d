import { fileURLToPath } from 'node:url';
import type { Config } from '#kernel/config.ts';
import { migrate } from '#kernel/db/migrate.ts';
import { tenantSchema } from '#kernel/db/pool.ts';

const migrations = fileURLToPath(new URL('../../db/migrations', import.meta.url));

/**
 * Brings the database of every tenant up to this version of the program; safe to repeat and to run at once.
 * Returns the lines that the operator must see, once.
 */
export async function prepareContent(config: Config, connectionString: string): Promise<string[]> {
  for (const { id } of config.tenants) {
    await migrate({ connectionString, schema: tenantSchema(id), directory: migrations });
  }
  return [];
}
