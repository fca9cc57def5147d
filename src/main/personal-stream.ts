import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { countUnread, listLiveSessions, type NoticesChanged } from '#features/notifications/index.ts';
import type { StreamEvent } from '#features/notifications/schema.ts';
import { hasPermission, requireMemberId } from '#kernel/actor.ts';
import type { Tenant } from '#kernel/context.ts';
import { checkAccess } from '#kernel/http/calls.ts';
import { refusal } from '#kernel/http/envelope.ts';
import { contextResolver, type ServerOptions, sendFailure } from '#kernel/http/server.ts';
import { startTicker } from '#kernel/jobs/ticker.ts';
import { type EventStreams, heartbeatMs, sendEvents, sendHeartbeat } from './event-stream.ts';

// More open pages than a member realistically has; further pages work without the stream.
const maxStreamsPerMember = 20;
// The browser reconnects after 1 s and finds out whether its session is over.
const sessionEndEvent = 'retry: 1000\n\n';
// How many members are counted, or sessions checked, in one statement.
const batchSize = 1000;

type Subscriber = {
  response: ServerResponse;
  tenant: Tenant;
  memberId: string;
  sessionId: string;
  /** Whether the member decides on submissions. */
  isReviewer: boolean;
};

/** The notification channel on which a trigger reports each change of the review queue. */
export const reviewsChannel = 'guanlan_reviews';
type ReviewsChanged = { tenantId: string; submittedBy: string | null };
// Reviewers are notified at most once a second, even when many comments arrive.
const approvalsDelayMs = 1000;

/**
 * Serves a member's own event stream, `GET /member/stream`, which a browser reads by `fetch` with the headers of any
 * call. It reports the number of unread notices at its start and whenever the number may have changed in any process.
 * At each heartbeat it ends the streams whose session was revoked or has expired.
 * @returns `onNotices` handles the channel of notices, `onReviews` that of reviews; `recount` counts for all streams,
 * when notifications may have been missed
 */
export function servePersonalStream(
  server: FastifyInstance,
  parts: ServerOptions,
  streams: EventStreams,
  { heartbeatIntervalMs = heartbeatMs }: { heartbeatIntervalMs?: number } = {},
): { onNotices(payload: string): void; onReviews(payload: string): void; recount(): void } {
  const { log } = parts;
  const now = parts.now ?? (() => new Date());
  const subscribers = new Map<string, Set<Subscriber>>();
  const changedKeys = new Set<string>();
  let isCounting = false;

  const sendUnreadCounts = async () => {
    if (isCounting) return;
    isCounting = true;
    try {
      while (changedKeys.size > 0) await sendUnreadBatch();
    } catch (error) {
      // The database is unavailable. When it is back, the listening connection reconnects and everything is counted
      // again.
      log.warn({ err: error }, 'could not count unread notices');
    }
    isCounting = false;
  };
  const sendUnreadBatch = async () => {
    for (const [tenant, keys] of byTenant(changedKeys, subscribers)) {
      const batch = keys.slice(0, batchSize);
      // Removed before counting, so that a change during the count queues the member again.
      for (const key of batch) changedKeys.delete(key);
      const unread = await countUnread(tenant, batch.map(memberOfKey));
      for (const key of batch)
        for (const { response, memberId } of subscribers.get(key) ?? [])
          sendEvents(response, eventOf({ type: 'notices', unread: unread.get(memberId) ?? 0 }));
    }
  };
  const queueCount = (keys: Iterable<string>) => {
    for (const key of keys) if (subscribers.has(key)) changedKeys.add(key);
    void sendUnreadCounts();
  };

  // By tenant: the members whose submissions changed since the last notification.
  const changedSubmitters = new Map<string, Set<string | null>>();
  const sendApprovals = () => {
    for (const streamsOfMember of subscribers.values())
      for (const { response, tenant, memberId, isReviewer } of streamsOfMember) {
        const submitters = changedSubmitters.get(tenant.id);
        if (submitters && (isReviewer || submitters.has(memberId)))
          sendEvents(response, eventOf({ type: 'approvals' }));
      }
    changedSubmitters.clear();
  };
  let approvalsTimer: NodeJS.Timeout | undefined;

  const endDeadSessions = async () => {
    const all = [...subscribers.values()].flatMap((streamsOfMember) => [...streamsOfMember]);
    for (const { response } of all) sendHeartbeat(response);
    for (const tenant of new Set(all.map((subscriber) => subscriber.tenant))) {
      const ofTenant = all.filter((subscriber) => subscriber.tenant === tenant);
      for (let from = 0; from < ofTenant.length; from += batchSize) {
        const batch = ofTenant.slice(from, from + batchSize);
        const liveIds = await listLiveSessions(
          { db: tenant.db, now },
          batch.map(({ sessionId }) => sessionId),
        );
        for (const { response, sessionId } of batch)
          if (!liveIds.has(sessionId)) response.end(sessionEndEvent);
      }
    }
  };
  const heartbeat = startTicker(heartbeatIntervalMs, log, () =>
    endDeadSessions().catch((error) =>
      log.warn({ err: error }, 'could not check the sessions of event streams'),
    ),
  );
  server.addHook('preClose', async () => {
    clearTimeout(approvalsTimer);
    await heartbeat.stop();
  });

  const contextOf = contextResolver(parts);
  // A HEAD request to it would never end.
  const options = { config: { access: 'member' }, exposeHeadRoute: false } as const;
  server.get(`${parts.apiBase}/member/stream`, options, async (request, reply) => {
    const ctx = await contextOf(request, reply, { access: 'member' });
    checkAccess('member', ctx);
    // If the client disconnected during the session look-up, `close` will not fire again, and the stream would be
    // counted forever.
    if (reply.raw.destroyed) return reply.hijack();
    const memberId = requireMemberId(ctx);
    const key = keyOf(ctx.tenant.id, memberId);
    const ofMember = subscribers.get(key) ?? new Set();
    if (ofMember.size >= maxStreamsPerMember) return sendFailure(reply, { ...refusal(429), retryAfter: 60 });
    const response = streams.open(request, reply);
    if (!response) return reply;
    const sessionId = ctx.actor.kind === 'member' ? ctx.actor.sessionId : '';
    const isReviewer = ['content.review', 'comments.moderate'].some((code) => hasPermission(ctx.actor, code));
    const subscriber = { response, tenant: ctx.tenant, memberId, sessionId, isReviewer };
    subscribers.set(key, ofMember.add(subscriber));
    response.on('close', () => {
      ofMember.delete(subscriber);
      if (ofMember.size === 0 && subscribers.get(key) === ofMember) subscribers.delete(key);
    });
    queueCount([key]);
  });
  return {
    onNotices: (payload) => {
      const { tenantId, memberIds } = JSON.parse(payload) as NoticesChanged;
      queueCount(memberIds.map((memberId) => keyOf(tenantId, memberId)));
    },
    onReviews: (payload) => {
      const { tenantId, submittedBy } = JSON.parse(payload) as ReviewsChanged;
      changedSubmitters.set(tenantId, (changedSubmitters.get(tenantId) ?? new Set()).add(submittedBy));
      approvalsTimer ??= setTimeout(() => {
        approvalsTimer = undefined;
        sendApprovals();
      }, approvalsDelayMs);
    },
    recount: () => queueCount(subscribers.keys()),
  };
}

const keyOf = (tenantId: string, memberId: string): string => `${tenantId}/${memberId}`;
const memberOfKey = (key: string): string => key.slice(key.indexOf('/') + 1);
const eventOf = (event: StreamEvent): string => `data: ${JSON.stringify(event)}\n\n`;

function byTenant(
  keys: Set<string>,
  subscribers: ReadonlyMap<string, ReadonlySet<Subscriber>>,
): Map<Tenant, string[]> {
  const grouped = new Map<Tenant, string[]>();
  for (const key of keys) {
    const [subscriber] = subscribers.get(key) ?? [];
    // The member disconnected in the meantime.
    if (!subscriber) keys.delete(key);
    else {
      const ofTenant = grouped.get(subscriber.tenant) ?? [];
      ofTenant.push(key);
      grouped.set(subscriber.tenant, ofTenant);
    }
  }
  return grouped;
}
