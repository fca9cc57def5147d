import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { CommentsMoved } from '#features/comments/index.ts';
import type { App } from './app.ts';
import { type EventStreams, heartbeatMs, sendEvents, sendHeartbeat } from './event-stream.ts';

type LiveNews = { tenantId: string; posts: { id: string; kind: string; columnId: string }[] };

type LiveComments = CommentsMoved & { tenantId: string };

/** Whose stream it is: a tenant's, and of readers who have a piece open that piece's. */
type Listener = { tenantId: string; postId: string | undefined };

/** What the streams are told when other processes say so, payload by payload. */
export type LiveNewsHearing = { hear(payload: string): void; hearComments(payload: string): void };

/**
 * The public event stream of pieces as they come out: `GET /reception/liveNews`, one event a piece with
 * `{ id, kind, columnId }`. Asked with `post`, it also says when comments of that piece come and go, with
 * `{ type: 'comments', postId, total, shown?, hidden? }`. It names pieces and comments, never their text; whoever hears
 * of one asks for it as themselves.
 */
export function serveLiveNews(
  app: FastifyInstance,
  { config, defaultTenant, tenants }: App,
  streams: EventStreams,
): LiveNewsHearing {
  const listeners = new Map<ServerResponse, Listener>();
  const heartbeat = setInterval(() => {
    for (const response of listeners.keys()) sendHeartbeat(response);
  }, heartbeatMs);
  heartbeat.unref();
  app.addHook('preClose', async () => clearInterval(heartbeat));
  // A HEAD of it would never end.
  const options = { config: { access: 'open' }, exposeHeadRoute: false } as const;
  app.get(`${config.apiBase}/reception/liveNews`, options, (request, reply) => {
    const { tenantId, post } = request.query as Record<string, unknown>;
    const tenant = (typeof tenantId === 'string' && tenants.get(tenantId)) || defaultTenant;
    const response = streams.begin(request, reply);
    if (!response) return;
    listeners.set(response, { tenantId: tenant.id, postId: typeof post === 'string' ? post : undefined });
    response.on('close', () => listeners.delete(response));
  });
  const tell = (isMeant: (listener: Listener) => boolean, events: string) => {
    for (const [response, listener] of listeners) if (isMeant(listener)) sendEvents(response, events);
  };
  return {
    hear(payload) {
      const { tenantId, posts } = JSON.parse(payload) as LiveNews;
      const events = posts.map((post) => `data: ${JSON.stringify(post)}\n\n`).join('');
      tell((listener) => listener.tenantId === tenantId, events);
    },
    hearComments(payload) {
      const { tenantId, ...moved } = JSON.parse(payload) as LiveComments;
      const event = `data: ${JSON.stringify({ type: 'comments', ...moved })}\n\n`;
      tell((listener) => listener.tenantId === tenantId && listener.postId === moved.postId, event);
    },
  };
}
