import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { liveSessions, type NoticesChanged, unreadOf } from '#features/notifications/index.ts';
import type { StreamEvent } from '#features/notifications/schema.ts';
import { holds, memberOf } from '#kernel/actor.ts';
import type { Tenant } from '#kernel/context.ts';
import { admit } from '#kernel/http/calls.ts';
import { refusal } from '#kernel/http/envelope.ts';
import { type AppParts, contextResolver, sendFailure } from '#kernel/http/server.ts';
import { startTicker } from '#kernel/jobs/ticker.ts';
import { type EventStreams, heartbeatMs, sendEvents, sendHeartbeat } from './event-stream.ts';

// More open pages than anybody has; the rest do without the stream.
const mostOfMember = 20;
// The browser then asks soon whether its session is over.
const endOfSession = 'retry: 1000\n\n';
// Unread notices are counted for so many members in one statement, and sessions looked after likewise.
const batchSize = 1000;

type Listener = {
  response: ServerResponse;
  tenant: Tenant;
  memberId: string;
  sessionId: string;
  /** Things wait for their decision. */
  isReviewer: boolean;
};

/** What the table of what waits says of each change, by its trigger. */
export const reviewsChannel = 'guanlan_reviews';
type ReviewsChanged = { tenantId: string; submittedBy: string | null };
// A storm of comments that wait is told to reviewers once a second.
const approvalsMs = 1000;

/**
 * A member's own event stream: `GET /member/stream`, read by fetch with the headers of any call. It says how many
 * notices are unread when it begins and whenever that may have changed, whichever process changed it; at each
 * heartbeat streams whose session was revoked or has run out are ended.
 * @returns `hear` for the channel of notices, `hearReviews` for that of reviews, `recount` for when some of it may have
 * been missed
 */
export function servePersonalStream(
  app: FastifyInstance,
  parts: AppParts,
  streams: EventStreams,
  { beatMs = heartbeatMs }: { beatMs?: number } = {},
): { hear(payload: string): void; hearReviews(payload: string): void; recount(): void } {
  const { log } = parts;
  const now = parts.now ?? (() => new Date());
  const listeners = new Map<string, Set<Listener>>();
  const changed = new Set<string>();
  let isCounting = false;

  const tell = async () => {
    if (isCounting) return;
    isCounting = true;
    try {
      while (changed.size > 0) await tellSome();
    } catch (error) {
      // The database is away: when it is back, the listening connection is too, and all are counted again.
      log.warn({ err: error }, 'unread notices could not be counted');
    }
    isCounting = false;
  };
  const tellSome = async () => {
    for (const [tenant, keys] of byTenant(changed, listeners)) {
      const some = keys.slice(0, batchSize);
      // Taken out before they are counted: what changes meanwhile puts them in again.
      for (const key of some) changed.delete(key);
      const unread = await unreadOf(tenant, some.map(memberOfKey));
      for (const key of some)
        for (const { response, memberId } of listeners.get(key) ?? [])
          sendEvents(response, eventOf({ type: 'notices', unread: unread.get(memberId) ?? 0 }));
    }
  };
  const look = (keys: Iterable<string>) => {
    for (const key of keys) if (listeners.has(key)) changed.add(key);
    void tell();
  };

  // By tenant: who submitted what changed, until it is told.
  const reviewed = new Map<string, Set<string | null>>();
  const tellApprovals = () => {
    for (const some of listeners.values())
      for (const { response, tenant, memberId, isReviewer } of some) {
        const submitters = reviewed.get(tenant.id);
        if (submitters && (isReviewer || submitters.has(memberId)))
          sendEvents(response, eventOf({ type: 'approvals' }));
      }
    reviewed.clear();
  };
  let approvalsDue: NodeJS.Timeout | undefined;

  const endDeadSessions = async () => {
    const all = [...listeners.values()].flatMap((some) => [...some]);
    for (const { response } of all) sendHeartbeat(response);
    for (const tenant of new Set(all.map((listener) => listener.tenant))) {
      const own = all.filter((listener) => listener.tenant === tenant);
      for (let from = 0; from < own.length; from += batchSize) {
        const some = own.slice(from, from + batchSize);
        const alive = await liveSessions(
          { db: tenant.db, now },
          some.map(({ sessionId }) => sessionId),
        );
        for (const { response, sessionId } of some) if (!alive.has(sessionId)) response.end(endOfSession);
      }
    }
  };
  const heartbeat = startTicker(beatMs, log, () =>
    endDeadSessions().catch((error) => log.warn({ err: error }, 'sessions could not be looked after')),
  );
  app.addHook('preClose', async () => {
    clearTimeout(approvalsDue);
    await heartbeat.stop();
  });

  const contextOf = contextResolver(parts);
  // A HEAD of it would never end.
  const options = { config: { access: 'member' }, exposeHeadRoute: false } as const;
  app.get(`${parts.apiBase}/member/stream`, options, async (request, reply) => {
    const ctx = await contextOf(request, reply, { access: 'member' });
    admit('member', ctx);
    // Who went while we looked up their session will not close again, and would be counted for ever.
    if (reply.raw.destroyed) return reply.hijack();
    const memberId = memberOf(ctx);
    const key = keyOf(ctx.tenant.id, memberId);
    const own = listeners.get(key) ?? new Set();
    if (own.size >= mostOfMember) return sendFailure(reply, { ...refusal(429), retryAfter: 60 });
    const response = streams.begin(request, reply);
    if (!response) return reply;
    const sessionId = ctx.actor.kind === 'member' ? ctx.actor.sessionId : '';
    const isReviewer = ['content.review', 'comments.moderate'].some((code) => holds(ctx.actor, code));
    const listener = { response, tenant: ctx.tenant, memberId, sessionId, isReviewer };
    listeners.set(key, own.add(listener));
    response.on('close', () => {
      own.delete(listener);
      if (own.size === 0 && listeners.get(key) === own) listeners.delete(key);
    });
    look([key]);
  });
  return {
    hear: (payload) => {
      const { tenantId, memberIds } = JSON.parse(payload) as NoticesChanged;
      look(memberIds.map((memberId) => keyOf(tenantId, memberId)));
    },
    hearReviews: (payload) => {
      const { tenantId, submittedBy } = JSON.parse(payload) as ReviewsChanged;
      reviewed.set(tenantId, (reviewed.get(tenantId) ?? new Set()).add(submittedBy));
      approvalsDue ??= setTimeout(() => {
        approvalsDue = undefined;
        tellApprovals();
      }, approvalsMs);
    },
    recount: () => look(listeners.keys()),
  };
}

const keyOf = (tenantId: string, memberId: string): string => `${tenantId}/${memberId}`;
const memberOfKey = (key: string): string => key.slice(key.indexOf('/') + 1);
const eventOf = (event: StreamEvent): string => `data: ${JSON.stringify(event)}\n\n`;

function byTenant(
  keys: Set<string>,
  listeners: ReadonlyMap<string, ReadonlySet<Listener>>,
): Map<Tenant, string[]> {
  const grouped = new Map<Tenant, string[]>();
  for (const key of keys) {
    const [listener] = listeners.get(key) ?? [];
    // Who has gone meanwhile is told nothing.
    if (!listener) keys.delete(key);
    else {
      const own = grouped.get(listener.tenant) ?? [];
      own.push(key);
      grouped.set(listener.tenant, own);
    }
  }
  return grouped;
}
