import { Button, Form } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '#admin/api.ts';
import { AdminBodyToolbar } from '#admin/parts/body/admin-body-toolbar.tsx';
import { fetchRead } from '#admin/parts/data.ts';
import { ConflictDialog } from '#admin/parts/editor/conflict-dialog.tsx';
import s from '#admin/parts/editor/editor.module.css';
import { LocalCopyNotice } from '#admin/parts/editor/local-copy-notice.tsx';
import { SaveStateNote } from '#admin/parts/editor/save-state-note.tsx';
import { TitleField } from '#admin/parts/editor/title-field.tsx';
import { useBodyDraft } from '#admin/parts/editor/use-body-draft.ts';
import type { Versioned } from '#admin/parts/editor/versioned.ts';
import { VersionsDrawer } from '#admin/parts/editor/versions-drawer.tsx';
import { useTitle } from '#admin/parts/use-title.ts';
import { useUser } from '#client/stores.ts';
import { BodyText } from '#ui/editor/body-text.tsx';
import { focusBody } from '#ui/editor/focus-body.ts';
import { useShortcuts } from '#ui/editor/use-shortcuts.ts';
import { WordCount } from '#ui/editor/word-count.tsx';
import type { AgreementDraft, DraftContent } from '../../agreements/schema.ts';
import { DraftPreview } from './draft-preview.tsx';
import { type Kind, kindNames, listPath } from './kind-names.ts';
import { PublishAgreement } from './publish-agreement.tsx';

type Panel = 'preview' | 'versions' | 'publish';

/** Editor of the draft of an agreement. Readers get it once it is made a version. */
export function AgreementEditor({ opened }: { opened: AgreementDraft }) {
  const { id: kind } = opened;
  const draft = useAgreementDraft(opened);
  const [panel, setPanel] = useState<Panel>();
  const { content, body } = draft;
  useTitle(`写${kindNames[kind]}`);
  const open = async (next: Panel) => {
    if (await draft.save(true)) setPanel(next);
  };
  useShortcuts({ onSave: () => void draft.save(), onPublish: () => void open('publish') });
  const onClose = () => setPanel(undefined);
  return (
    <>
      <header className={s.head}>
        <h1 className="vh">写{kindNames[kind]}</h1>
        <Link className={s.back ?? ''} to={listPath}>
          ‹ 协议文本
        </Link>
        <SaveStateNote saveState={draft.saveState} />
        <div className={s.acts}>
          <Button onClick={() => void open('preview')}>预览</Button>
          <Button onClick={() => void open('versions')}>版本</Button>
          <Button onClick={() => void draft.save()} title="Ctrl+S">
            保存
          </Button>
          <Button type="primary" onClick={() => void open('publish')} title="Ctrl+Enter">
            成为新版本
          </Button>
        </div>
      </header>
      {/* A draft with a body has a form for its other fields; an agreement has none. */}
      <Form form={draft.form} component={false} />
      <div className={s.notices}>
        <LocalCopyNotice copyKey={draft.copyKey} opened={opened} onRestore={draft.restore} />
      </div>
      <div className={s.sheet}>
        <TitleField
          value={content.title}
          isWriting
          isNew={opened.content.html === ''}
          maxLength={60}
          onChange={(title) => draft.change({ title })}
          onEnter={() => focusBody(body)}
        />
        {body.editor && <AdminBodyToolbar editor={body.editor} hasPaywall={false} />}
        <BodyText editor={body.editor} />
        <WordCount html={content.html} />
      </div>
      {draft.saveState.status === 'conflict' && (
        <ConflictDialog
          kind={versionedDrafts}
          id={kind}
          mine={content}
          onUseTheirs={(theirs) => draft.replace(theirs.version, theirs.content)}
          onKeepMine={(theirs) => void draft.overwrite(theirs.version)}
        />
      )}
      {panel === 'preview' && <DraftPreview kind={kind} content={content} onClose={onClose} />}
      {panel === 'publish' && <PublishAgreement kind={kind} content={content} onClose={onClose} />}
      {panel === 'versions' && (
        <VersionsDrawer
          kind={versionedDrafts}
          id={kind}
          current={content}
          base={draft.version}
          onClose={onClose}
          onRestored={(restored) => {
            draft.replace(restored.version, restored.content);
            onClose();
          }}
        />
      )}
    </>
  );
}

/** The draft of an agreement with its body editor. */
function useAgreementDraft(opened: AgreementDraft) {
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

const versionedDrafts: Versioned<DraftContent> = {
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
