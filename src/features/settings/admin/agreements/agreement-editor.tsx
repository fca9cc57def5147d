import { Button, Form } from 'antd';
import { useState } from 'react';
import { call } from '#admin/api.ts';
import { fetchRead } from '#admin/parts/data.ts';
import { ConflictDialog } from '#admin/parts/editor/conflict-dialog.tsx';
import { DocumentHead } from '#admin/parts/editor/document-head.tsx';
import s from '#admin/parts/editor/editor.module.css';
import { LocalCopyNotice } from '#admin/parts/editor/local-copy-notice.tsx';
import { TextSheet } from '#admin/parts/editor/text-sheet.tsx';
import { useBodyDraft } from '#admin/parts/editor/use-body-draft.ts';
import type { Versioned } from '#admin/parts/editor/versioned.ts';
import { VersionsDrawer } from '#admin/parts/editor/versions-drawer.tsx';
import { useTitle } from '#admin/parts/use-title.ts';
import { useShortcuts } from '#ui/editor/use-shortcuts.ts';
import type { AgreementDraft, DraftContent } from '../../agreements/schema.ts';
import { DraftPreview } from './draft-preview.tsx';
import { type Kind, kindNames, listPath } from './kind-names.ts';
import { PublishAgreement } from './publish-agreement.tsx';

type Panel = 'preview' | 'versions' | 'publish';

/** Editor of the draft of an agreement. Readers get it once it is made a version. */
export function AgreementEditor({ opened }: { opened: AgreementDraft }) {
  const { id: kind } = opened;
  const draft = useBodyDraft(versionedDrafts, opened);
  const [panel, setPanel] = useState<Panel>();
  const { content } = draft;
  useTitle(`写${kindNames[kind]}`);
  const open = async (next: Panel) => {
    if (await draft.save(true)) setPanel(next);
  };
  useShortcuts({ onSave: () => void draft.save(), onPublish: () => void open('publish') });
  const onClose = () => setPanel(undefined);
  return (
    <>
      <DocumentHead title={`写${kindNames[kind]}`} list={{ to: listPath, label: '协议文本' }} draft={draft}>
        <Button onClick={() => void open('preview')}>预览</Button>
        <Button onClick={() => void open('versions')}>版本</Button>
        <Button onClick={() => void draft.save()} title="Ctrl+S">
          保存
        </Button>
        <Button type="primary" onClick={() => void open('publish')} title="Ctrl+Enter">
          成为新版本
        </Button>
      </DocumentHead>
      {/* A draft with a body has a form for its other fields; an agreement has none. */}
      <Form form={draft.form} component={false} />
      <div className={s.notices}>
        <LocalCopyNotice draft={draft} />
      </div>
      <TextSheet draft={draft} isNew={opened.content.html === ''} maxLength={60} />
      {draft.saveState.status === 'conflict' && <ConflictDialog draft={draft} />}
      {panel === 'preview' && <DraftPreview kind={kind} content={content} onClose={onClose} />}
      {panel === 'publish' && <PublishAgreement kind={kind} content={content} onClose={onClose} />}
      {panel === 'versions' && <VersionsDrawer draft={draft} onClose={onClose} />}
    </>
  );
}

const versionedDrafts: Versioned<DraftContent> = {
  area: 'agreement',
  subject: '这份草稿',
  permission: 'settings.manage',
  save: (id, input) =>
    call('POST /admin/agreement/saveDraft', { body: { kind: id as Kind, ...input }, silent: true }),
  readNewest: (id, signal) =>
    call('GET /admin/agreement/draft', {
      query: { kind: id as Kind },
      ...(signal && { signal, silent: true }),
    }),
  listVersions: (id, signal) => fetchRead('GET /admin/agreement/draftVersions', { kind: id as Kind }, signal),
  readVersion: (id, number, signal) =>
    fetchRead('GET /admin/agreement/draftVersion', { kind: id as Kind, number: String(number) }, signal),
  restore: (id, base, number) =>
    call('POST /admin/agreement/restoreDraft', { body: { kind: id as Kind, base, number } }),
};
