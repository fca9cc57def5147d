import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { sendFailure } from '#kernel/http/app.ts';
import { refusal } from '#kernel/http/envelope.ts';
import { beat, beginEvents, heartbeatMs, mostConnections, sendEvents } from './event-stream.ts';
import type { House } from './house.ts';

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
  const beating = setInterval(() => {
    for (const response of listeners.keys()) sendEvents(response, beat);
  }, heartbeatMs);
  beating.unref();
  app.addHook('onClose', async () => {
    clearInterval(beating);
    for (const response of listeners.keys()) response.end();
  });
  // A HEAD of it would never end.
  const options = { config: { access: 'open' }, exposeHeadRoute: false } as const;
  app.get(`${config.apiBase}/reception/liveNews`, options, (request, reply) => {
    const { tenantId } = request.query as { tenantId?: string };
    const tenant = (tenantId && tenants.get(tenantId)) || defaultTenant;
    if (listeners.size >= mostConnections) return sendFailure(reply, refusal(503));
    reply.hijack();
    const { raw } = reply;
    beginEvents(raw);
    listeners.set(raw, tenant.id);
    raw.on('close', () => listeners.delete(raw));
  });
  return (payload) => {
    const { tenantId, posts } = JSON.parse(payload) as LiveNews;
    const events = posts.map((post) => `data: ${JSON.stringify(post)}\n\n`).join('');
    for (const [response, tenant] of listeners) if (tenant === tenantId) sendEvents(response, events);
  };
}
