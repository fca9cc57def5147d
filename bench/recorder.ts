import pg from 'pg';

/** One statement as it reached the driver; with a name it is prepared once for each connection. */
export type Statement = { name?: string; text: string; values: unknown[] };

/** The statements this process sends to PostgreSQL while `work` runs, as the driver was given them. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
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
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return statements;
}
