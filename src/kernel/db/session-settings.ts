import pg from 'pg';

/**
 * Returns the statement that prepares a new connection for a tenant's tables. It uses statements instead of startup
 * parameters, because a connection pooler refuses unknown ones (pgbouncer: `unsupported startup parameter: options`).
 */
export function sessionSettings(schema: string, timeouts: Readonly<Record<string, number>> = {}): string {
  const settings = Object.entries(timeouts).map(([name, ms]) => `set ${name} = ${Math.floor(ms)}`);
  return [`set search_path = ${pg.escapeIdentifier(schema)}`, "set timezone = 'UTC'", ...settings].join('; ');
}
