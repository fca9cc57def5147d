import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { CommentsChanged } from '#features/comments/index.ts';
import { findTenant } from '#kernel/http/server.ts';
import type { App } from './app.ts';
import { type EventStreams, heartbeatMs, sendEvents, sendHeartbeat } from './event-stream.ts';

type LiveNews = { tenantId: string; posts: { id: string; kind: string; columnId: string }[] };

type LiveComments = CommentsChanged & { tenantId: string };

/** The tenant of a stream and, for readers who have a post open, that post. */
type Subscriber = { tenantId: string; postId: string | undefined };

/** Handlers for the database notifications of other processes, each with its payload. */
export type LiveNewsHandlers = { onNews(payload: string): void; onComments(payload: string): void };

/**
 * Serves the public event stream of new posts, `GET /reception/liveNews`, of the tenant that the header `Tenant-Id` names,
 * else the parameter `tenantId`: one event `{ id, kind, columnId }` per published post. With the parameter `post`, it also
 * reports when comments of that post appear or disappear: `{ type: 'comments', postId, total, shown?, hidden? }`. Events
 * contain ids, never text; a client fetches the text with its own permissions.
 */
export function serveLiveNews(
  server: FastifyInstance,
  { config, defaultTenant, tenants }: App,
  streams: EventStreams,
): LiveNewsHandlers {
  const subscribers = new Map<ServerResponse, Subscriber>();
  const heartbeat = setInterval(() => {
    for (const response of subscribers.keys()) sendHeartbeat(response);
  }, heartbeatMs);
  heartbeat.unref();
  server.addHook('preClose', async () => clearInterval(heartbeat));
  // A HEAD request to it would never end.
  const options = { config: { access: 'open' }, exposeHeadRoute: false } as const;
  server.get(`${config.apiBase}/reception/liveNews`, options, (request, reply) => {
    const { tenantId, post } = request.query as Record<string, unknown>;
    // A browser's EventSource sends no headers of its own, so it names the tenant in the address.
    const tenant = findTenant({ tenants, defaultTenant }, request.headers['tenant-id'] || tenantId);
    const response = streams.open(request, reply);
    if (!response) return;
    subscribers.set(response, { tenantId: tenant.id, postId: typeof post === 'string' ? post : undefined });
    response.on('close', () => subscribers.delete(response));
  });
  const sendToMatching = (matches: (subscriber: Subscriber) => boolean, events: string) => {
    for (const [response, subscriber] of subscribers) if (matches(subscriber)) sendEvents(response, events);
  };
  return {
    onNews(payload) {
      const { tenantId, posts } = JSON.parse(payload) as LiveNews;
      const events = posts.map((post) => `data: ${JSON.stringify(post)}\n\n`).join('');
      sendToMatching((subscriber) => subscriber.tenantId === tenantId, events);
    },
    onComments(payload) {
      const { tenantId, ...change } = JSON.parse(payload) as LiveComments;
      const event = `data: ${JSON.stringify({ type: 'comments', ...change })}\n\n`;
      sendToMatching(
        (subscriber) => subscriber.tenantId === tenantId && subscriber.postId === change.postId,
        event,
      );
    },
  };
}
