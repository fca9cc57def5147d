import { z } from 'zod';
import type { Extensions } from '#kernel/feature.ts';
import { get, post } from '#kernel/http/calls.ts';
import type { FileStore } from '#kernel/storage/files.ts';
import { readSettings } from './reads.ts';
import * as schema from './schema.ts';
import { resetSettings, saveSettings, uploadPicture } from './service.ts';
import { signSiteProof, type TryParts, trySettings } from './try-settings.ts';

const access = { permission: 'settings.manage' };
// Which of the two a call needs depends on its group (`permissionOfGroup`).
const accessByGroup = { ...access, or: 'settings.security' };

const maxPictureBytes = 5 * 1024 * 1024;

export type SettingParts = TryParts & {
  files: Pick<FileStore, 'save'>;
  extensions: Partial<Extensions>;
};

export const settingAdminRoutes = (parts: SettingParts) => [
  get('/admin/settings/list', {
    access: accessByGroup,
    summary:
      'Lists the settings that the caller may change by group; of a secret it returns only whether it is set and the last characters of a long one.',
    data: schema.settingList,
    run: (ctx) => readSettings(ctx, parts.config),
  }),
  post('/admin/settings/save', {
    access: accessByGroup,
    summary:
      'Saves a group of settings, which then overrides the environment; an empty secret stays unchanged.',
    body: schema.saveInput,
    data: schema.settingGroup,
    run: (ctx, { body }) => saveSettings(ctx, parts.config, parts.extensions, body),
  }),
  post('/admin/settings/reset', {
    access: accessByGroup,
    summary: 'Resets a group of settings to the values of the environment.',
    body: schema.resetInput,
    data: schema.settingGroup,
    run: (ctx, { body }) => resetSettings(ctx, parts.config, body.group),
  }),
  post('/admin/settings/try', {
    access: accessByGroup,
    summary: 'Tests a group of settings before it is saved; at most 30 times an hour.',
    body: schema.tryInput,
    data: schema.tryAnswer,
    run: (ctx, { body }) => trySettings(ctx, parts, body),
  }),
  post('/admin/settings/uploadPicture', {
    access,
    summary:
      'Uploads a picture of the brand (PNG, JPEG, WebP, or SVG without scripts); answers the value for its setting.',
    upload: { field: 'file', label: '图片', maxBytes: maxPictureBytes },
    body: schema.pictureInput,
    data: z.string(),
    run: (ctx, { file, body }) => uploadPicture(ctx, parts.files, file, body),
  }),
  get('/reception/siteProof', {
    access: 'open',
    summary:
      'Signs a random number, so that the back office can verify that an address leads to this portal.',
    query: schema.nonceQuery,
    data: z.string(),
    run: (ctx, { query }) => signSiteProof(ctx, query.nonce),
  }),
];
