import { z } from 'zod';
import { get, post } from '#kernel/http/calls.ts';
import type { IdentityParts } from '../parts.ts';
import * as schema from './schema.ts';
import { createKey, readKeys, revokeKey } from './service.ts';

const access = { permission: 'staff.manage' };

export const keyRoutes = (parts: IdentityParts) => [
  get('/admin/apiKey/list', {
    access,
    summary: 'Lists the API keys of all staff, and the permissions that a key may have.',
    data: schema.apiKeyList,
    run: (ctx) => readKeys(ctx, parts),
  }),
  post('/admin/apiKey/create', {
    access,
    summary:
      'Creates an API key of the caller from permissions that they hold; it is returned only this once.',
    body: schema.apiKeyInput,
    data: schema.createdApiKey,
    run: (ctx, { body }) => createKey(ctx, parts, body),
  }),
  post('/admin/apiKey/revoke', {
    access,
    summary: 'Revokes an API key of any member of staff at once.',
    body: schema.apiKeyId,
    data: z.boolean(),
    run: (ctx, { body }) => revokeKey(ctx, body.id),
  }),
];
