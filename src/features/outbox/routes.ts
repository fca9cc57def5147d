import type { Context } from '#kernel/context.ts';
import { get } from '#kernel/http/calls.ts';
import { readOutbox } from './reads.ts';
import { outboxMessages } from './schema.ts';

/** `isShown`: whether messages are kept here now instead of sent. */
export const outboxRoutes = (isShown: (ctx: Context) => Promise<boolean>) => [
  get('/reception/outbox', {
    access: 'open',
    summary: 'The newest 50 messages that were not really sent; for an administrator or on this machine.',
    data: outboxMessages,
    run: (ctx, { origin }) => readOutbox(ctx, origin, isShown(ctx)),
  }),
];
