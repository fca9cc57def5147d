import pg from 'pg';

/**
 * The statement that prepares a new connection for a tenant's tables. Statements and not startup parameters: a connection
 * pooler refuses startup parameters that it does not know (pgbouncer: `unsupported startup parameter: options`).
 */
export function sessionSettings(schema: string, timeouts: Readonly<Record<string, number>> = {}): string {
  const settings = Object.entries(timeouts).map(([name, ms]) => `set ${name} = ${Math.floor(ms)}`);
  return [`set search_path = ${pg.escapeIdentifier(schema)}`, "set timezone = 'UTC'", ...settings].join('; ');
}
