import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Context, Database } from '#kernel/context.ts';
import { DatabaseUnavailable, DomainError } from '#kernel/errors.ts';
import { type LogPosition, parsePosition } from './log-position.ts';
import { Replica } from './replica.ts';

/** A replica that lags by more than this is not read. */
export const maxReplicaLagMs = 5000;
const pollMs = 500;
/** Positions of the primary are kept this long, to tell how old the state of a replica is. */
const historyMs = 60_000;

export type RouterOptions = {
  /** The addresses of the replicas. */
  addresses: readonly string[];
  openDatabase: (address: string, tenantId: string) => Database;
  /** Where the primary's position is read. */
  primary: Database;
  log: Logger;
};

export type ReplicaFigures = { server: string; lagMs: number | null; isUsed: boolean };

/**
 * Chooses the server for reads that may go to a replica, so that nobody sees the past: a replica answers only if it has
 * replayed the log up to the reader's own last write and up to the last change that this process was notified of. The
 * reads of a process whose listener is away, or which does not know that position yet, go to the primary.
 */
export class ReadRouter {
  readonly #replicas: readonly Replica[];
  readonly #primary: Database;
  readonly #log: Logger;
  readonly #history: { position: LogPosition; at: number }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #turn = 0;
  #isListening = false;
  #changes = 0;
  #isReadingHorizon = false;
  /** An upper bound of the positions of all changes that this process was notified of; null until it was read. */
  #horizon: LogPosition | null = null;

  constructor({ addresses, openDatabase, primary, log }: RouterOptions) {
    this.#replicas = addresses.map((address) => new Replica(address, (id) => openDatabase(address, id)));
    this.#primary = primary;
    this.#log = log;
  }

  /** Whether there are replicas, and this process watches them. */
  get isOpen(): boolean {
    return this.#timer !== undefined;
  }

  /** Begins to watch the replicas. Without it all reads go to the primary, as in commands and jobs. */
  start(): void {
    if (this.#replicas.length > 0) this.#schedule(0);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await Promise.all(this.#replicas.map((replica) => replica.close()));
  }

  /** Called with every notification of a change, before anybody can read after it. */
  onChange(): void {
    this.#changes += 1;
    this.#horizon = null;
    if (this.isOpen) void this.#readHorizon();
  }

  /** Called by the process's listener. Changes may have been missed before. */
  setListening(isListening: boolean): void {
    this.#isListening = isListening;
    this.onChange();
  }

  /**
   * Called when the primary is another server than before: positions of the old one say nothing about the new one.
   */
  onOtherPrimary(): void {
    this.#history.length = 0;
    for (const replica of this.#replicas) replica.requireProgress();
  }

  /** Reads where the primary's log ends: an upper bound of all commits so far. @throws DatabaseUnavailable */
  async readPosition(): Promise<LogPosition> {
    const { rows } = await sql<{
      position: string;
    }>`select pg_current_wal_insert_lsn()::text as position`.execute(this.#primary);
    return parsePosition(rows[0]?.position ?? '');
  }

  /**
   * Runs a read on a replica that has replayed the log up to `after`, else on the primary; again on the primary if the
   * replica fails. The work may run twice, so it must not write.
   */
  async run<T>(ctx: Context, after: LogPosition, work: (ctx: Context) => Promise<T> | T): Promise<T> {
    const replica = await this.#choose(after);
    if (!replica) return work(ctx);
    try {
      return await work({ ...ctx, db: replica.databaseOf(ctx.tenant.id) });
    } catch (error) {
      if (error instanceof DomainError && !(error instanceof DatabaseUnavailable)) throw error;
      if (error instanceof DatabaseUnavailable) replica.suspend();
      this.#log.warn(
        { err: error, server: replica.server },
        'a read failed on a replica; the primary answers',
      );
      return work(ctx);
    }
  }

  figures(): ReplicaFigures[] {
    return this.#replicas.map((replica) => ({
      server: replica.server,
      lagMs: replica.lagMs(),
      isUsed: this.#isListening && this.#isUsable(replica),
    }));
  }

  readonly #isUsable = (replica: Replica): boolean =>
    (replica.lagMs() ?? Number.POSITIVE_INFINITY) <= maxReplicaLagMs;

  async #choose(after: LogPosition): Promise<Replica | null> {
    if (!this.isOpen || !this.#isListening) return null;
    const covers = ({ replayed }: Replica) =>
      this.#horizon !== null && replayed >= this.#horizon && replayed >= after;
    const usable = this.#replicas.filter(this.#isUsable);
    this.#turn += 1;
    const inTurn = usable.map((_, at) => usable[(at + this.#turn) % usable.length] as Replica);
    const found = inTurn.find(covers);
    if (found || this.#horizon === null) return found ?? null;
    // It has mostly replayed the change by now, and tells so sooner than the next poll.
    const [next] = inTurn;
    if (!next) return null;
    await this.#refresh(next);
    return this.#isUsable(next) && covers(next) ? next : null;
  }

  /** Reads the position of the last notified change; once more if another arrives meanwhile. */
  async #readHorizon(): Promise<void> {
    if (this.#isReadingHorizon) return;
    this.#isReadingHorizon = true;
    try {
      for (let read = -1; read !== this.#changes; ) {
        const changes = this.#changes;
        const position = await this.readPosition();
        if (changes === this.#changes) this.#horizon = position;
        read = changes;
      }
    } catch {
      // The next poll tries again; until then the primary answers.
    } finally {
      this.#isReadingHorizon = false;
    }
  }

  #schedule(ms: number): void {
    this.#timer = setTimeout(
      () => void this.#poll().finally(() => this.isOpen && this.#schedule(pollMs)),
      ms,
    );
  }

  async #poll(): Promise<void> {
    const at = performance.now();
    await this.readPosition().then(
      (position) => {
        this.#history.push({ position, at });
        // What follows this primary was never ahead of it.
        for (const replica of this.#replicas) if (replica.replayed > position) replica.requireProgress();
        while ((this.#history[0]?.at ?? at) < at - historyMs) this.#history.shift();
      },
      () => undefined,
    );
    await Promise.all(this.#replicas.map((replica) => this.#refresh(replica)));
    if (this.#isListening && this.#horizon === null) await this.#readHorizon();
  }

  async #refresh(replica: Replica): Promise<void> {
    const wasUsable = this.#isUsable(replica);
    await replica.refresh(this.#history);
    const isUsable = this.#isUsable(replica);
    if (wasUsable !== isUsable)
      this.#log.warn(
        { server: replica.server },
        isUsable ? 'a replica is read again' : 'a replica is not read: it is away or lags',
      );
  }
}
