import { z } from 'zod';

/** Messages as they would have been sent; `createdAt` is ISO 8601, `subject` is empty for SMS. */
export const outboxMessages = z.array(
  z.object({
    id: z.string(),
    channel: z.enum(['sms', 'mail']),
    recipient: z.string(),
    subject: z.string(),
    body: z.string(),
    createdAt: z.string(),
  }),
);

export type OutboxMessage = z.infer<typeof outboxMessages>[number];
