import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { sendFailure } from '#kernel/http/app.ts';
import { refusal } from '#kernel/http/envelope.ts';
import type { House } from './house.ts';

// Proxies close connections that are silent for a minute.
const heartbeatMs = 25_000;
const mostConnections = 20_000;
// Who does not take what is sent is let go; a browser comes back by itself.
const mostUnsent = 64 * 1024;

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
    for (const response of listeners.keys()) send(response, ': \n\n');
  }, heartbeatMs);
  beat.unref();
  app.addHook('onClose', async () => {
    clearInterval(beat);
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
    for (const [response, tenant] of listeners) if (tenant === tenantId) send(response, events);
  };
}

function send(response: ServerResponse, text: string): void {
  if (response.writableLength > mostUnsent) response.destroy();
  else response.write(text);
}
