import { Form } from 'antd';
import { call } from '#admin/api.ts';
import { fetchRead } from '#admin/parts/data.ts';
import { useBodyDraft } from '#admin/parts/editor/use-body-draft.ts';
import type { Versioned } from '#admin/parts/editor/versioned.ts';
import { useUser } from '#client/stores.ts';
import type { AgreementDraft, DraftContent } from '../../agreements/schema.ts';
import type { Kind } from './kind-names.ts';

/** The draft of an agreement with its body editor. */
export function useAgreementDraft(opened: AgreementDraft) {
  const { id } = opened;
  const memberId = useUser(({ userInfo }) => userInfo?.id ?? '');
  const [form] = Form.useForm<DraftContent>();
  return useBodyDraft<DraftContent>(opened, {
    copyKey: { area: 'agreement', memberId, id },
    isWriting: true,
    form,
    send: (input) => call('POST /admin/agreement/saveDraft', { body: { kind: id, ...input }, silent: true }),
  });
}

export const versionedDrafts: Versioned<DraftContent> = {
  subject: '这份草稿',
  key: 'agreement',
  permission: 'settings.manage',
  readNewest: (id, signal) => fetchRead('GET /admin/agreement/draft', { kind: id as Kind }, signal),
  listVersions: (id, signal) => fetchRead('GET /admin/agreement/draftVersions', { kind: id as Kind }, signal),
  readVersion: (id, number, signal) =>
    fetchRead('GET /admin/agreement/draftVersion', { kind: id as Kind, number: String(number) }, signal),
  restore: async (id, base, number) => {
    const kind = id as Kind;
    await call('POST /admin/agreement/restoreDraft', { body: { kind, base, number } });
    return call('GET /admin/agreement/draft', { query: { kind } });
  },
};
