import { Alert, Button, Input } from 'antd';
import { useState } from 'react';
import { useSend } from '#admin/parts/data.ts';
import { ConflictDialog } from '#admin/parts/editor/conflict-dialog.tsx';
import { DocumentHead } from '#admin/parts/editor/document-head.tsx';
import s from '#admin/parts/editor/editor.module.css';
import { LocalCopyNotice } from '#admin/parts/editor/local-copy-notice.tsx';
import { TextSheet } from '#admin/parts/editor/text-sheet.tsx';
import { useBodyDraft } from '#admin/parts/editor/use-body-draft.ts';
import { VersionsDrawer } from '#admin/parts/editor/versions-drawer.tsx';
import { Item } from '#admin/parts/form/items.tsx';
import { draftLimitsOf } from '#admin/parts/form/limits.ts';
import { PlainForm } from '#admin/parts/form/plain-form.tsx';
import { LimitsContext } from '#admin/parts/form/save-form.tsx';
import { ConfirmButton } from '#admin/parts/layout/confirm.tsx';
import { StateChip } from '#admin/parts/post-state-chip.tsx';
import { useTitle } from '#admin/parts/use-title.ts';
import { ownPagePath } from '#shared/own-page.ts';
import { useShortcuts } from '#ui/editor/use-shortcuts.ts';
import { type AdminPage, type Content, content as contentSchema } from '../../schema.ts';
import { usePublish } from './use-publish.ts';
import { type PageDraft, versionedPages } from './versioned-pages.ts';

type EditorProps = { page: AdminPage; draft: PageDraft };

export function PageEditor({ page }: { page: AdminPage }) {
  const draft = useBodyDraft(versionedPages, page);
  const [areVersionsOpen, setAreVersionsOpen] = useState(false);
  const { publish, isPublishing, refusal } = usePublish(page, draft);
  useTitle(draft.content.title || '写单页');
  useShortcuts({ onSave: () => void draft.save(), onPublish: () => void publish() });
  const openVersions = async () => {
    if (await draft.save(true)) setAreVersionsOpen(true);
  };
  return (
    <>
      <Head {...{ page, draft, isPublishing }} onPublish={publish} onOpenVersions={openVersions} />
      <div className={s.notices}>
        {refusal && <Refusal message={refusal} />}
        <LocalCopyNotice draft={draft} />
      </div>
      <div className={s.layout}>
        <TextSheet draft={draft} isNew={page.content.title === ''} maxLength={100} />
        <Address page={page} draft={draft} />
      </div>
      {draft.saveState.status === 'conflict' && <ConflictDialog draft={draft} />}
      {areVersionsOpen && <VersionsDrawer draft={draft} onClose={() => setAreVersionsOpen(false)} />}
    </>
  );
}

const reveal = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'center' });

/** Why the page was not published; scrolled to, because the button stays on screen below it. */
const Refusal = ({ message }: { message: string }) => (
  <div ref={reveal}>
    <Alert type="error" showIcon role="alert" title={message} />
  </div>
);

type HeadProps = EditorProps & {
  isPublishing: boolean;
  onPublish: () => Promise<void>;
  onOpenVersions: () => Promise<void>;
};

function Head({ page, draft, isPublishing, onPublish, onOpenVersions }: HeadProps) {
  const { id, state, liveSlug, liveVersion } = page;
  const { send: withdraw } = useSend('POST /admin/page/withdraw', { done: '已撤回' });
  return (
    <DocumentHead
      title="写单页"
      list={{ to: '/pages', label: '单页' }}
      chip={<StateChip state={state} hasUnpublishedChanges={draft.version > liveVersion} />}
      draft={draft}
    >
      {state === 'published' && <Button href={ownPagePath(liveSlug)}>在站点上查看</Button>}
      <Button onClick={() => void onOpenVersions()}>版本</Button>
      <Button onClick={() => void draft.save()} title="Ctrl+S">
        保存
      </Button>
      {state === 'published' && (
        <ConfirmButton
          title="撤回这个单页？"
          content="读者立即打不开它，页脚里的链接也会藏起来。可以再发布。"
          onOk={() => withdraw({ id })}
        >
          撤回
        </ConfirmButton>
      )}
      <Button type="primary" loading={isPublishing} onClick={() => void onPublish()} title="Ctrl+Enter">
        {state === 'published' ? '发布修改' : '发布'}
      </Button>
    </DocumentHead>
  );
}

const limits = draftLimitsOf(contentSchema);

const Address = ({ page: { liveSlug }, draft: { content, change, form } }: EditorProps) => (
  <aside className={s.side} aria-label="单页信息">
    <LimitsContext value={limits}>
      <PlainForm<Content>
        form={form}
        name="page"
        aria-label="单页信息"
        initialValues={content}
        onValuesChange={change}
      >
        <Item
          name="slug"
          label="地址"
          note={
            liveSlug !== '' && content.slug !== liveSlug
              ? `发布后，${ownPagePath(liveSlug)} 会转到新地址。`
              : '小写字母、数字和连字符，如 about。'
          }
          normalize={(slug: string) => slug.toLowerCase()}
        >
          <Input prefix="/page/" />
        </Item>
      </PlainForm>
    </LimitsContext>
  </aside>
);
