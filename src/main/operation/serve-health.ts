import type { FastifyInstance } from 'fastify';
import type { Readiness } from './readiness.ts';

/**
 * Serves `/healthz` (the process answers; for restarts) and `/readyz` (it can serve readers; for load balancers), which
 * names what is missing.
 */
export function serveHealth(server: FastifyInstance, readiness: () => Promise<Readiness>): void {
  server.get('/healthz', { config: { access: 'open' } }, (_, reply) =>
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(healthy),
  );
  server.get('/readyz', { config: { access: 'open' } }, async (_, reply) => {
    const { status, body } = presentReadiness(await readiness());
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(body);
  });
}

export const healthy = 'ok\n';

export const presentReadiness = ({ isReady, dependencies }: Readiness) => ({
  status: isReady ? 200 : 503,
  body: `${JSON.stringify({ ready: isReady, dependencies })}\n`,
});
