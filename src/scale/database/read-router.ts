import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '#kernel/config.ts';
import type { Context, Database, Tenant } from '#kernel/context.ts';
import { openDatabase } from '#kernel/db/pool.ts';
import { DatabaseUnavailable, DomainError } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import { readCookie, setCookie } from '#kernel/http/cookies.ts';
import type { ReadRouter, ReplicaFigures, RoutedCall } from '#kernel/http/read-router.ts';
import { type LogPosition, parsePosition } from './log-position.ts';
import { Replica } from './replica.ts';

/** A replica that lags by more than this is not read. */
export const maxReplicaLagMs = 5000;
const pollMs = 500;
/** Positions of the primary are kept this long, to tell how old the state of a replica is. */
const historyMs = 60_000;

/** A read that a replica does not answer in time is answered by the primary, within the limit of a request. */
const replicaLimits = { maxWaitMs: 1000, maxQueryMs: 10_000 };

/** The position of the log up to which this browser must see its own writes. */
const cookieName = 'guanlan-seen';
const cookieSeconds = 3600;
/** The position could not be read: the primary answers until it can. */
const unknown = 'unknown';

type RouterOptions = {
  config: Pick<Config, 'databaseReadUrls' | 'databasePool'>;
  /** The primary's position is read by the connections of its caches. */
  defaultTenant: Pick<Tenant, 'cacheDb'>;
  log: Logger;
};

/**
 * Chooses the server for reads that may go to a replica, so that nobody sees the past: a replica answers only if it has
 * replayed the log up to the reader's own last write and up to the last change that this process was notified of. The
 * reads of a process whose listener is away, or which does not know that position yet, go to the primary.
 */
export class ReplicaRouter implements ReadRouter {
  readonly #replicas: readonly Replica[];
  readonly #primary: Database;
  readonly #log: Logger;
  readonly #history: { position: LogPosition; at: number }[] = [];
  /** Undefined once it is closed. */
  #timer: NodeJS.Timeout | undefined;
  #turn = 0;
  #isListening = false;
  #changes = 0;
  #isReadingHorizon = false;
  /** An upper bound of the positions of all changes that this process was notified of; null until it was read. */
  #horizon: LogPosition | null = null;

  /** Watches the replicas until it is closed. */
  constructor({ config, defaultTenant, log }: RouterOptions) {
    this.#replicas = config.databaseReadUrls.map(
      (address) =>
        new Replica(address, (id) => openDatabase(address, id, config.databasePool, replicaLimits)),
    );
    this.#primary = defaultTenant.cacheDb;
    this.#log = log;
    this.#schedule(0);
  }

  /**
   * Runs a call on the primary, or a declared read on a replica that has seen the caller's writes. A call that may write
   * leaves its position in a cookie, which other machines read. A member or a key without that cookie is a client that
   * may keep none, so the primary answers it.
   */
  async runCall<T>({ call, ctx, origin, hasKey, run }: RoutedCall<T>): Promise<T> {
    const isMember = ctx.actor.kind === 'member';
    const runOnPrimary = () => run(ctx).finally(() => this.#notePosition(origin));
    if (call.reads !== 'replica') return isMember || call.method === 'POST' ? runOnPrimary() : run(ctx);
    if (hasKey) return run(ctx);
    const seen = readCookie(origin, cookieName);
    if (seen === undefined && !isMember) return this.runRead(ctx, run);
    const after = parseCookie(seen);
    return after === null ? runOnPrimary() : this.runRead(ctx, run, after);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await Promise.all(this.#replicas.map((replica) => replica.close()));
  }

  onChange(): void {
    this.#changes += 1;
    this.#horizon = null;
    if (this.#timer) void this.#readHorizon();
  }

  setListening(isListening: boolean): void {
    this.#isListening = isListening;
    this.onChange();
  }

  /** Positions of the old primary say nothing about the new one. */
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
  async runRead<T>(
    ctx: Context,
    work: (ctx: Context) => Promise<T> | T,
    after: LogPosition = 0n,
  ): Promise<T> {
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

  async #notePosition(origin: Origin): Promise<void> {
    const value = await this.readPosition().then(
      (position) => position.toString(16),
      () => unknown,
    );
    setCookie(origin, { name: cookieName, value, maxAgeSeconds: cookieSeconds });
  }

  readonly #isUsable = (replica: Replica): boolean =>
    (replica.lagMs() ?? Number.POSITIVE_INFINITY) <= maxReplicaLagMs;

  async #choose(after: LogPosition): Promise<Replica | null> {
    if (!this.#timer || !this.#isListening) return null;
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
      () => void this.#poll().finally(() => this.#timer && this.#schedule(pollMs)),
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

const parseCookie = (seen: string | undefined): LogPosition | null =>
  seen !== undefined && /^[0-9a-f]{1,16}$/.test(seen) ? BigInt(`0x${seen}`) : null;
