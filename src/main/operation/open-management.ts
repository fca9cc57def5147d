import type { FastifyInstance } from 'fastify';
import { currentProcessName } from '#kernel/process-name.ts';
import type { App } from '../app.ts';
import type { Running } from '../as-child.ts';
import { startManagement } from './management.ts';
import type { WebSource } from './metrics.ts';
import { type ProcessNumber, processNameOf } from './process-names.ts';
import type { Readiness } from './readiness.ts';

/** The metrics of one process and the address that serves them. */
export type Management = Running & {
  /** Counts the requests of a server; call it before its routes are declared. */
  observe(server: FastifyInstance): void;
  /** Adds the metrics of the role, those of a web process and those of the whole portal, and opens the address. */
  start(role: { web?: WebSource; isWorker: boolean }): Promise<void>;
};

/**
 * Opens the metrics of this process. Returns null without METRICS_PORT: then no metrics are loaded, and requests are
 * not counted.
 */
export async function openManagement(
  app: App,
  number: ProcessNumber,
  readiness: () => Promise<Readiness>,
): Promise<Management | null> {
  const { metrics: address } = app.config;
  if (!address) return null;
  const metrics = await import('./metrics.ts');
  const register = metrics.createMetrics(app, number === 0 ? currentProcessName() : processNameOf(number));
  let running: Running | undefined;
  return {
    observe: (server) => metrics.observeRequests(register, server),
    async start({ web, isWorker }) {
      if (web) metrics.addWebMetrics(register, web);
      if (isWorker) metrics.addPortalMetrics(register, app);
      const { host, port } = address;
      running = await startManagement({ host, port: port + number, register, readiness });
    },
    async stop() {
      await running?.stop();
    },
  };
}
