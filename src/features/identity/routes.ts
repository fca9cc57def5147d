import { accountRoutes } from './account/routes.ts';
import { feedAddressRoutes } from './feed-address/routes.ts';
import { setupRoutes } from './first-admin-routes.ts';
import { keyRoutes } from './keys/routes.ts';
import { memberAdminRoutes } from './members/routes.ts';
import type { IdentityParts } from './parts.ts';
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
