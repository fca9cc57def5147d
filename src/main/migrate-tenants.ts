import { fileURLToPath } from 'node:url';
import type { Config } from '#kernel/config.ts';
import { checkServer } from '#kernel/db/check-server.ts';
import { migrate } from '#kernel/db/migrate.ts';
import { tenantSchema } from '#kernel/db/pool.ts';

/** The folder of migrations. */
export const migrations = fileURLToPath(new URL('../../db/migrations', import.meta.url));

/**
 * Checks the database server and brings every tenant's tables up to this version of the program; safe to repeat and to run
 * at once.
 * @throws ConfigError when the server or the program is too old, and when another process migrates for too long
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
