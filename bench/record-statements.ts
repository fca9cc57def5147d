import pg from 'pg';

/** One statement as the driver received it; a named one is prepared once per connection. */
export type Statement = { name?: string; text: string; values: unknown[] };

/** Records the statements that this process sends to PostgreSQL while `action` runs. */
export async function recordStatements(action: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function record(this: pg.Client, ...given: unknown[]) {
    const [first, second] = given as [string | Partial<Statement>, unknown[]?];
    const {
      name,
      text = '',
      values = [],
    } = typeof first === 'string' ? { text: first, values: second } : first;
    statements.push({ ...(name === undefined ? {} : { name }), text, values: values ?? [] });
    return (query as (...args: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  try {
    await action();
  } finally {
    pg.Client.prototype.query = query;
  }
  return statements;
}
