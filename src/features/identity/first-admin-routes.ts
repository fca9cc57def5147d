import { z } from 'zod';
import { get, post } from '#kernel/http/calls.ts';
import { awaitsSetup, setUp } from './first-admin.ts';
import type { IdentityParts } from './parts.ts';
import { setupInput, setupState } from './schema.ts';

/** Open, since there is nobody yet who could log in; closed for good by the first who did. */
export const setupRoutes = (parts: IdentityParts) => [
  get('/reception/setup', {
    access: 'open',
    summary: 'Whether the portal waits for its first administrator.',
    data: setupState,
    run: async (ctx) => ({ isOpen: await awaitsSetup(ctx) }),
  }),
  post('/reception/setup', {
    access: 'open',
    summary: 'Makes the first administrator, with the key that the start printed, and names the site.',
    body: setupInput,
    data: z.boolean(),
    run: (ctx, { body }) => setUp(ctx, parts, body),
  }),
];
