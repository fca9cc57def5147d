import pg from 'pg';

/** Enough for every statement that is sent all the time; what is made up for one request must not crowd them out. */
const mostPrepared = 300;
const mostRemembered = 3000;

/** The statements of one pool, by their text. */
class Statements {
  /** Texts seen → the name each is prepared under, null while it was seen only once. */
  readonly #names = new Map<string, string | null>();
  #prepared = 0;

  /** A name from the second use on. None where the columns are not written out: a migration may change them. */
  nameOf(text: string): string | null {
    const known = this.#names.get(text);
    if (known) return known;
    if (text.includes('*') || this.#prepared >= mostPrepared) return null;
    if (known === undefined) {
      if (this.#names.size >= mostRemembered)
        for (const [seen, name] of this.#names) if (!name) this.#names.delete(seen);
      this.#names.set(text, null);
      return null;
    }
    this.#prepared += 1;
    this.#names.set(text, `s${this.#prepared}`);
    return `s${this.#prepared}`;
  }
}

/** A class of connections for one pool: its connections prepare the same statements under the same names. */
export function createPreparingClient(): typeof pg.Client {
  const statements = new Statements();
  return class extends PreparingClient {
    protected readonly statements = statements;
  };
}

/**
 * A connection that prepares each statement once and from then on sends its name: PostgreSQL took longer to plan a
 * list than to read it. Plans are PostgreSQL's own choice still: a general one only where it costs no more than
 * one made for the values.
 *
 * `begin` waits for the first statement of its transaction and is written to the wire with it (`pipeline`, which the pool
 * sets): a round trip less for each transaction. One without a statement is never begun.
 */
abstract class PreparingClient extends pg.Client {
  protected abstract readonly statements: Statements;
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
    const name =
      typeof text === 'string' && Array.isArray(values) && values.length > 0
        ? this.statements.nameOf(text)
        : null;
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
