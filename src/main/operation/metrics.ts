import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { PageCache } from '#kernel/cache/page-cache.ts';
import { poolFigures } from '#kernel/db/pool.ts';
import type { ReadRouter } from '#kernel/http/read-router.ts';
import type { App } from '../app.ts';
import type { EventStreams } from '../event-stream.ts';
import { moneyKinds, readMoneyToday, readQueueFigures } from './queue-figures.ts';
import { keep } from './readiness.ts';

const prefix = 'guanlan_';
/** The figures that need queries are read at most this often, however many servers scrape. */
const queueMaxAgeMs = 10_000;
const moneyMaxAgeMs = 60_000;

/** Creates the metrics that every process has: Node, event loop, memory and database pools. */
export function createMetrics(app: App, processName: string): Registry {
  const register = new Registry();
  register.setDefaultLabels({ process: processName });
  collectDefaultMetrics({ register });
  new Gauge({
    name: `${prefix}pool_connections`,
    help: 'Database connections of this process by state; waiting are requests for one',
    labelNames: ['tenant', 'state'],
    registers: [register],
    collect() {
      for (const { id, db } of app.tenants.values()) {
        const { total, idle, waiting } = poolFigures(db);
        this.set({ tenant: id, state: 'busy' }, total - idle);
        this.set({ tenant: id, state: 'idle' }, idle);
        this.set({ tenant: id, state: 'waiting' }, waiting);
      }
    },
  });
  if (app.reads) addReplicaMetrics(register, app.reads);
  return register;
}

function addReplicaMetrics(register: Registry, reads: ReadRouter): void {
  new Gauge({
    name: `${prefix}replica_lag_seconds`,
    help: 'How old the state of each replica may be; none while the replica is away',
    labelNames: ['server'],
    registers: [register],
    collect() {
      this.reset();
      for (const { server, lagMs } of reads.figures()) if (lagMs !== null) this.set({ server }, lagMs / 1000);
    },
  });
  new Gauge({
    name: `${prefix}replica_used`,
    help: '1 while this process reads from the replica, 0 while the primary answers instead',
    labelNames: ['server'],
    registers: [register],
    collect() {
      for (const { server, isUsed } of reads.figures()) this.set({ server }, isUsed ? 1 : 0);
    },
  });
}

const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

/**
 * Returns a hook of the server that counts and times requests by the pattern of their route, never by their address:
 * the number of labels is that of the declared routes. Event streams are counted when they open, and not timed.
 */
export function observeRequests(register: Registry, server: FastifyInstance): void {
  const requests = new Counter({
    name: `${prefix}http_requests_total`,
    help: 'Answered requests by route; add page_cache_total{result="raw"} for all',
    labelNames: ['method', 'route', 'status'],
    registers: [register],
  });
  const duration = new Histogram({
    name: `${prefix}http_request_duration_seconds`,
    help: 'Time from request to answer, without event streams and pages from the cache',
    labelNames: ['route'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  });
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const method = methods.has(request.method) ? request.method : 'other';
    requests.inc({ method, route, status: reply.statusCode });
    const type = reply.raw.getHeader('content-type');
    const isStream = typeof type === 'string' && type.startsWith('text/event-stream');
    if (!isStream) duration.observe({ route }, reply.elapsedTime / 1000);
    done();
  });
}

export type WebSource = { cache: PageCache; streams: EventStreams };

/** Adds the metrics of a web process that are read when they are scraped. */
export function addWebMetrics(register: Registry, { cache, streams }: WebSource): void {
  new Counter({
    name: `${prefix}page_cache_total`,
    help: 'Pages by how they were answered: raw (from the cache, before routing), hit (from the cache), miss (rendered)',
    labelNames: ['result'],
    registers: [register],
    collect() {
      this.reset();
      const { hits, misses, raw, bytes: _ } = cache.figures;
      this.inc({ result: 'raw' }, raw);
      this.inc({ result: 'hit' }, hits - raw);
      this.inc({ result: 'miss' }, misses);
    },
  });
  new Gauge({
    name: `${prefix}page_cache_bytes`,
    help: 'Size of the cached pages',
    registers: [register],
    collect() {
      this.set(cache.figures.bytes);
    },
  });
  new Gauge({
    name: `${prefix}open_streams`,
    help: 'Open event streams',
    registers: [register],
    collect() {
      this.set(streams.count());
    },
  });
}

/** Adds the metrics of the whole portal, which the worker reads from the database. */
export function addPortalMetrics(register: Registry, app: App): void {
  const tenants = [...app.tenants.values()];
  const readQueues = keep(queueMaxAgeMs, () =>
    Promise.all(tenants.map(async ({ id, db }) => ({ id, figures: await readQueueFigures(db) }))),
  );
  const readMoney = keep(moneyMaxAgeMs, () =>
    Promise.all(tenants.map(async ({ id, db }) => ({ id, sums: await readMoneyToday(db) }))),
  );
  const none = (error: unknown) => {
    app.log.warn({ err: error }, 'metrics of the database could not be read');
    return [];
  };
  new Gauge({
    name: `${prefix}queue_waiting`,
    help: 'Due rows of each queue, counted up to 10,000',
    labelNames: ['tenant', 'queue'],
    registers: [register],
    async collect() {
      this.reset();
      for (const { id, figures } of await readQueues().catch(none))
        for (const { queue, waiting } of figures) this.set({ tenant: id, queue }, waiting);
    },
  });
  new Gauge({
    name: `${prefix}queue_lag_seconds`,
    help: 'Age of the oldest due row of each queue; search is how far the search index lags behind',
    labelNames: ['tenant', 'queue'],
    registers: [register],
    async collect() {
      this.reset();
      for (const { id, figures } of await readQueues().catch(() => []))
        for (const { queue, lagSeconds } of figures) this.set({ tenant: id, queue }, lagSeconds);
    },
  });
  new Gauge({
    name: `${prefix}money_today_fen`,
    help: 'Money moved since midnight in Shanghai by kind of ledger transaction, in fen',
    labelNames: ['tenant', 'kind'],
    registers: [register],
    async collect() {
      this.reset();
      for (const { id, sums } of await readMoney().catch(none))
        for (const kind of moneyKinds)
          this.set({ tenant: id, kind }, sums.find((sum) => sum.kind === kind)?.fen ?? 0);
    },
  });
}
