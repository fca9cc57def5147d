import { fileURLToPath } from 'node:url';
import type { Config } from '#kernel/config.ts';
import { checkServer } from '#kernel/db/check-server.ts';
import { migrate } from '#kernel/db/migrate.ts';
import { tenantSchema } from '#kernel/db/pool.ts';

export const migrations = fileURLToPath(new URL('../../db/migrations', import.meta.url));

/**
 * Checks the database server and migrates the tables of every tenant to this version of the program. May be repeated,
 * and run concurrently.
 * @throws ConfigError if the server or the program is too old, or if another process takes too long to migrate
 */
export async function migrateTenants(
  config: Config,
  connectionString: string,
  log: (line: string) => void = () => undefined,
): Promise<void> {
  await checkServer(connectionString, log);
  for (const { id } of config.tenants)
    await migrate({ connectionString, schema: tenantSchema(id), directory: migrations, log });
}
