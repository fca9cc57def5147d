import pg from 'pg';

/** Enough for every statement that is sent all the time; what is made up for one request must not crowd them out. */
const mostPrepared = 300;
const mostRemembered = 3000;

/** Texts seen in this process → the name each is prepared under, null while it was seen only once. */
const names = new Map<string, string | null>();
let prepared = 0;

/**
 * A connection that prepares each statement once and from then on sends its name: PostgreSQL took longer to plan a
 * list than to read it. Plans are PostgreSQL's own choice still: a general one only where it costs no more than
 * one made for the values.
 *
 * `begin` waits for the first statement of its transaction and is written to the wire with it (`pipeline`, which the pool
 * sets): a round trip less for each transaction. One without a statement is never begun.
 */
export class PreparingClient extends pg.Client {
  #isToBegin = false;

  override query(...given: never[]): never {
    const [text, values] = given as unknown as [unknown, unknown];
    if (text === 'begin') {
      this.#isToBegin = true;
      return done('BEGIN');
    }
    if (this.#isToBegin) {
      this.#isToBegin = false;
      if (text === 'commit' || text === 'rollback') return done(text.toUpperCase());
      this.#begin();
    }
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : null;
    if (name) return super.query({ name, text, values } as never) as never;
    return (super.query as (...given: never[]) => never).apply(this, given);
  }

  /** Where it fails, which nothing but a lost connection brings about, the connection takes no more. */
  #begin(): void {
    const begun = (super.query as (text: string) => Promise<unknown>).call(this, 'begin');
    begun.catch(() => void this.end());
  }
}

/** What a statement that is not sent would have answered. */
const done = (command: string): never => Promise.resolve({ command, rowCount: null, rows: [] }) as never;

/** A name from the second use on. None where the columns are not written out: a migration may change them. */
function nameOf(text: string): string | null {
  const known = names.get(text);
  if (known) return known;
  if (text.includes('*') || prepared >= mostPrepared) return null;
  if (known === undefined) {
    if (names.size >= mostRemembered) for (const [seen, name] of names) if (!name) names.delete(seen);
    names.set(text, null);
    return null;
  }
  prepared += 1;
  names.set(text, `s${prepared}`);
  return `s${prepared}`;
}
