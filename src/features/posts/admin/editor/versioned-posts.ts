import { Form } from 'antd';
import { call } from '#admin/api.ts';
import { fetchRead } from '#admin/parts/data.ts';
import { useBodyDraft } from '#admin/parts/editor/use-body-draft.ts';
import type { Versioned } from '#admin/parts/editor/versioned.ts';
import { useUser } from '#client/stores.ts';
import type { AdminPost, Content } from '../../manage/schema.ts';

/** The draft of a post with its two editing controls: the form of its fields and the body editor. */
export function usePostDraft(post: AdminPost, isWriting: boolean) {
  const { id } = post;
  const memberId = useUser(({ userInfo }) => userInfo?.id ?? '');
  const [form] = Form.useForm<Content>();
  return useBodyDraft<Content>(post, {
    copyKey: { area: 'desk', memberId, id },
    isWriting,
    form,
    send: (input) => call('POST /admin/post/save', { body: { id, ...input }, silent: true }),
  });
}

export type PostDraft = ReturnType<typeof usePostDraft>;

export const versionedPosts: Versioned<Content> = {
  subject: '这篇稿件',
  key: 'post',
  permission: 'content.edit',
  retention: '旧版本在被替换 60 天后删除；线上的、送审过的和卖出过的稿件的版本一直保留。',
  readNewest: (id, signal) => fetchRead('GET /admin/post/detail', { id }, signal),
  listVersions: (id, signal) => fetchRead('GET /admin/post/versions', { id }, signal),
  readVersion: (id, number, signal) =>
    fetchRead('GET /admin/post/version', { id, number: String(number) }, signal),
  restore: async (id, base, number) => {
    await call('POST /admin/post/restore', { body: { id, base, number } });
    return call('GET /admin/post/detail', { query: { id } });
  },
};
