import { call } from '#admin/api.ts';
import { fetchRead } from '#admin/parts/data.ts';
import type { BodyDraft } from '#admin/parts/editor/use-body-draft.ts';
import type { Versioned } from '#admin/parts/editor/versioned.ts';
import type { Content } from '../../schema.ts';

export type PageDraft = BodyDraft<Content>;

export const versionedPages: Versioned<Content> = {
  area: 'page',
  subject: '这个单页',
  permission: 'pages.manage',
  save: (id, input) => call('POST /admin/page/save', { body: { id, ...input }, silent: true }),
  readNewest: (id, signal) =>
    call('GET /admin/page/detail', { query: { id }, ...(signal && { signal, silent: true }) }),
  listVersions: (id, signal) => fetchRead('GET /admin/page/versions', { id }, signal),
  readVersion: (id, number, signal) =>
    fetchRead('GET /admin/page/version', { id, number: String(number) }, signal),
  restore: (id, base, number) => call('POST /admin/page/restore', { body: { id, base, number } }),
};
