import { call } from '#admin/api.ts';
import { fetchRead } from '#admin/parts/data.ts';
import type { BodyDraft } from '#admin/parts/editor/use-body-draft.ts';
import type { Versioned } from '#admin/parts/editor/versioned.ts';
import type { Content } from '../../manage/schema.ts';

export type PostDraft = BodyDraft<Content>;

export const versionedPosts: Versioned<Content> = {
  area: 'desk',
  subject: '这篇稿件',
  permission: 'content.edit',
  retention: '旧版本在被替换 60 天后删除；线上的、送审过的和卖出过的稿件的版本一直保留。',
  save: (id, input) => call('POST /admin/post/save', { body: { id, ...input }, silent: true }),
  readNewest: (id, signal) =>
    call('GET /admin/post/detail', { query: { id }, ...(signal && { signal, silent: true }) }),
  listVersions: (id, signal) => fetchRead('GET /admin/post/versions', { id }, signal),
  readVersion: (id, number, signal) =>
    fetchRead('GET /admin/post/version', { id, number: String(number) }, signal),
  restore: (id, base, number) => call('POST /admin/post/restore', { body: { id, base, number } }),
};
