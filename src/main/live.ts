import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { House } from './house.ts';

// Proxies close connections that are silent for a minute.
const heartbeatMs = 25_000;
const mostConnections = 20_000;

type LiveNews = { tenantId: string; posts: { id: string; kind: string; columnId: string }[] };

/**
 * The public event stream of pieces as they come out: `GET /reception/liveNews`, one event a piece with
 * `{ id, kind, columnId }`. It names pieces, never their text; whoever hears of one asks for it as themselves.
 */
export function serveLiveNews(
  app: FastifyInstance,
  { config, defaultTenant, tenants }: House,
): (payload: string) => void {
  const listeners = new Map<ServerResponse, string>();
  const beat = setInterval(() => {
    for (const response of listeners.keys()) response.write(': \n\n');
  }, heartbeatMs);
  beat.unref();
  app.addHook('onClose', async () => {
    clearInterval(beat);
    for (const response of listeners.keys()) response.end();
  });
  app.get(`${config.apiBase}/reception/liveNews`, { config: { access: 'open' } }, (request, reply) => {
    const { tenantId } = request.query as { tenantId?: string };
    const tenant = (tenantId && tenants.get(tenantId)) || defaultTenant;
    if (listeners.size >= mostConnections) return reply.code(503).send();
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    raw.write('retry: 3000\n\n');
    listeners.set(raw, tenant.id);
    raw.on('close', () => listeners.delete(raw));
  });
  return (payload) => {
    const { tenantId, posts } = JSON.parse(payload) as LiveNews;
    const events = posts.map((post) => `data: ${JSON.stringify(post)}\n\n`).join('');
    for (const [response, tenant] of listeners) if (tenant === tenantId) response.write(events);
  };
}
