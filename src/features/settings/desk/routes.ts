import { z } from 'zod';
import { get, post } from '#kernel/http/calls.ts';
import { readSettings } from './reads.ts';
import * as schema from './schema.ts';
import { resetSettings, saveSettings } from './service.ts';
import { proveSite, type TryParts, trySettings } from './tries.ts';

const access = { permission: 'settings.manage' };

/** What is set at the desk. */
export const settingDeskRoutes = (parts: TryParts) => [
  get('/admin/settings/list', {
    access,
    summary: 'What the portal is set to, group by group; of secrets only that there is one.',
    data: schema.settingList,
    run: (ctx) => readSettings(ctx, parts.config),
  }),
  post('/admin/settings/save', {
    access,
    summary: 'Sets a group, which then goes before the environment; an empty secret stays as it is.',
    body: schema.saveInput,
    data: schema.settingGroup,
    run: (ctx, { body }) => saveSettings(ctx, parts.config, body),
  }),
  post('/admin/settings/reset', {
    access,
    summary: 'Lets the environment speak for a group again.',
    body: schema.resetInput,
    data: schema.settingGroup,
    run: (ctx, { body }) => resetSettings(ctx, parts.config, body.group),
  }),
  post('/admin/settings/try', {
    access,
    summary: 'Tries a group as it was filled in, before it is saved; at most 30 an hour.',
    body: schema.tryInput,
    data: schema.tryAnswer,
    run: (ctx, { body }) => trySettings(ctx, parts, body),
  }),
  get('/reception/siteProof', {
    access: 'open',
    summary: 'Signs a random number, by which the desk finds out whether an address leads here.',
    query: schema.nonceQuery,
    data: z.string(),
    run: (ctx, { query }) => proveSite(ctx, query.nonce),
  }),
];
