import type { z } from 'zod';
import type { outboxMessages } from './schema.ts';

export type OutboxMessage = z.infer<typeof outboxMessages>[number];

/** What crosses the wire about messages that were not sent. */
export type OutboxCalls = { 'GET /reception/outbox': { data: OutboxMessage[] } };
