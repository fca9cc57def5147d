import { Form } from 'antd';
import { call } from '#admin/api.ts';
import { fetchRead } from '#admin/parts/data.ts';
import { useBodyDraft } from '#admin/parts/editor/use-body-draft.ts';
import type { Versioned } from '#admin/parts/editor/versioned.ts';
import { useUser } from '#client/stores.ts';
import type { AdminPage, Content } from '../../schema.ts';

/** The draft of a page with its two editing controls: the form of its address and the body editor. */
export function usePageDraft(page: AdminPage) {
  const { id } = page;
  const memberId = useUser(({ userInfo }) => userInfo?.id ?? '');
  const [form] = Form.useForm<Content>();
  return useBodyDraft<Content>(page, {
    copyKey: { area: 'page', memberId, id },
    isWriting: true,
    form,
    send: (input) => call('POST /admin/page/save', { body: { id, ...input }, silent: true }),
  });
}

export type PageDraft = ReturnType<typeof usePageDraft>;

export const versionedPages: Versioned<Content> = {
  subject: '这个单页',
  key: 'page',
  permission: 'pages.manage',
  readNewest: (id, signal) => fetchRead('GET /admin/page/detail', { id }, signal),
  listVersions: (id, signal) => fetchRead('GET /admin/page/versions', { id }, signal),
  readVersion: (id, number, signal) =>
    fetchRead('GET /admin/page/version', { id, number: String(number) }, signal),
  restore: async (id, base, number) => {
    await call('POST /admin/page/restore', { body: { id, base, number } });
    return call('GET /admin/page/detail', { query: { id } });
  },
};
