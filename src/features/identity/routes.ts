import { z } from 'zod';
import { get, post } from '#kernel/http/calls.ts';
import { accountRoutes } from './account/routes.ts';
import { feedAddressRoutes } from './feed-address/routes.ts';
import { isSetupPending, setUp } from './first-admin.ts';
import { keyRoutes } from './keys/routes.ts';
import { memberAdminRoutes } from './members/routes.ts';
import type { IdentityParts } from './parts.ts';
import { setupInput, setupState } from './schema.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { staffRoutes } from './staff/routes.ts';

export const identityRoutes = (parts: IdentityParts) => [
  ...signInRoutes(parts),
  ...accountRoutes(parts),
  ...feedAddressRoutes,
  ...memberAdminRoutes,
  ...staffRoutes(parts),
  ...keyRoutes(parts),
  ...setupRoutes(parts),
];

/** Public, because no account exists yet that could log in. The first administrator closes these calls for good. */
const setupRoutes = (parts: IdentityParts) => [
  get('/reception/setup', {
    access: 'open',
    summary: 'Returns whether the portal still waits for its first administrator.',
    data: setupState,
    run: async (ctx) => ({ isOpen: await isSetupPending(ctx) }),
  }),
  post('/reception/setup', {
    access: 'open',
    summary:
      'Creates the first administrator, authorised by the key that the server printed at start, and names the site.',
    body: setupInput,
    data: z.boolean(),
    run: (ctx, { body }) => setUp(ctx, parts, body),
  }),
];
