import { Alert } from 'antd';
import { useState } from 'react';
import { AdminBodyToolbar } from '#admin/parts/body/admin-body-toolbar.tsx';
import { ConflictDialog } from '#admin/parts/editor/conflict-dialog.tsx';
import s from '#admin/parts/editor/editor.module.css';
import { LocalCopyNotice } from '#admin/parts/editor/local-copy-notice.tsx';
import { TitleField } from '#admin/parts/editor/title-field.tsx';
import { VersionsDrawer } from '#admin/parts/editor/versions-drawer.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { useTitle } from '#admin/parts/use-title.ts';
import { useIsContributor, usePermit, usePermittedAction } from '#client/permissions.tsx';
import { BodyText } from '#ui/editor/body-text.tsx';
import { focusBody } from '#ui/editor/focus-body.ts';
import { useShortcuts } from '#ui/editor/use-shortcuts.ts';
import { WordCount } from '#ui/editor/word-count.tsx';
import type { AdminPost } from '../../manage/schema.ts';
import { CommentsCheckbox } from './comments-checkbox.tsx';
import { EditorHead, type EditorPanel } from './editor-head.tsx';
import { PostFields } from './post-fields.tsx';
import { PreviewDrawer } from './preview-drawer.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { PublishedAt } from './published-at.tsx';
import { ReviewNotice } from './review-notice.tsx';
import { useEditLock } from './use-edit-lock.ts';
import { type PostDraft, usePostDraft, versionedPosts } from './versioned-posts.ts';
import { WordPanel } from './word-panel.tsx';

type EditorProps = { post: AdminPost; draft: PostDraft; isWriting: boolean };

export function PostEditor({ post }: { post: AdminPost }) {
  const isWriting = usePermit('content.edit') && !post.deletedAt && !post.refusal;
  const isContributor = useIsContributor();
  const draft = usePostDraft(post, isWriting);
  const [openPanel, setOpenPanel] = useState<EditorPanel>();
  useTitle(draft.content.title || '写稿');
  const saveAndOpen = async (panel: EditorPanel, isAutosave = true) => {
    if (await draft.save(isAutosave)) setOpenPanel(panel);
  };
  // A member who may write but not publish submits the post to a reviewer with the same button.
  const mayPublish = usePermit('content.publish') && !post.refusal;
  const permission = mayPublish ? 'content.publish' : 'content.edit';
  const publish = usePermittedAction(permission, () => {
    if (!post.deletedAt && !post.refusal) void saveAndOpen('publish', false);
  });
  useShortcuts({ onSave: () => void draft.save(), onPublish: publish });
  const props = { post, draft, isWriting };
  return (
    <>
      <EditorHead
        {...props}
        onOpen={(panel) => (panel === 'publish' ? publish() : void saveAndOpen(panel))}
      />
      <Notices {...props} />
      <div className={s.layout}>
        <TitleAndBody {...props} />
        <PostFields id={post.id} draft={draft} kind={post.kind} isWriting={isWriting}>
          {mayPublish && post.state === 'published' && post.publishedAt && (
            <PublishedAt id={post.id} publishedAt={post.publishedAt} />
          )}
          {isWriting && !isContributor && <CommentsCheckbox id={post.id} />}
        </PostFields>
      </div>
      <EditorPanels {...props} openPanel={openPanel} onClose={() => setOpenPanel(undefined)} />
    </>
  );
}

function Notices({ post, draft, isWriting }: EditorProps) {
  const other = useEditLock(post.id, isWriting, post.openedBy?.name);
  return (
    <div className={s.notices}>
      {other && (
        <Alert
          type="warning"
          showIcon
          title={`${other}正在编辑这篇稿件`}
          description="两个人同时改，后保存的一方会被提醒对照；最好先和对方说一声。"
        />
      )}
      {post.deletedAt && (
        <Alert
          type="warning"
          showIcon
          title={`这篇稿件在 ${showTime(post.deletedAt)} 放进了回收站`}
          description="30 天内可以恢复，之后彻底删除。恢复以后才能修改。"
        />
      )}
      {!isWriting && !post.deletedAt && (
        <Alert
          type="info"
          title={post.refusal ? `${post.refusal}。` : '你可以查看这篇稿件，但没有修改它的权限。'}
        />
      )}
      <ReviewNotice id={post.id} review={post.review} version={draft.version} />
      <LocalCopyNotice copyKey={draft.copyKey} opened={post} onRestore={draft.restore} />
    </div>
  );
}

function TitleAndBody({ post, draft, isWriting }: EditorProps) {
  const { content, version, change, body } = draft;
  return (
    <div className={s.sheet}>
      <TitleField
        value={content.title}
        isWriting={isWriting}
        isNew={isWriting && post.content.title === '未命名'}
        maxLength={200}
        onChange={(title) => change({ title })}
        onEnter={() => focusBody(body)}
      />
      {body.editor && isWriting && <AdminBodyToolbar editor={body.editor} />}
      <BodyText editor={body.editor} />
      <WordCount html={content.html} />
      {isWriting && (
        <WordPanel
          id={post.id}
          version={version}
          onSave={async () => ((await draft.save(true)) ? draft.state().version : undefined)}
        />
      )}
    </div>
  );
}

type EditorPanelsProps = EditorProps & {
  openPanel: EditorPanel | undefined;
  onClose: () => void;
};

function EditorPanels({
  post: { id, state, liveVersion, publishedAt },
  draft,
  isWriting,
  openPanel,
  onClose,
}: EditorPanelsProps) {
  const { content, version, saveState } = draft;
  return (
    <>
      {saveState.status === 'conflict' && (
        <ConflictDialog
          kind={versionedPosts}
          id={id}
          mine={content}
          onUseTheirs={(theirs) => draft.replace(theirs.version, theirs.content)}
          onKeepMine={(theirs) => void draft.overwrite(theirs.version)}
        />
      )}
      {openPanel === 'publish' && (
        <PublishDialog
          {...{ id, state, onClose }}
          base={version}
          title={content.title}
          scheduledAt={state === 'scheduled' ? publishedAt : null}
          onPublished={draft.setVersion}
          content={content}
          onChange={async (changed) => {
            draft.restore({ ...draft.state().content, ...changed });
            await draft.save(true);
          }}
        />
      )}
      {openPanel === 'versions' && (
        <VersionsDrawer
          {...{ id, onClose, isWriting }}
          kind={versionedPosts}
          current={content}
          base={version}
          onRestored={(restored) => {
            draft.replace(restored.version, restored.content);
            onClose();
          }}
        />
      )}
      {openPanel === 'preview' && <PreviewDrawer {...{ id, isWriting, onClose }} />}
      {typeof openPanel === 'object' && (
        <openPanel.Drawer {...{ id, onClose }} hasUnpublishedChanges={version > liveVersion} />
      )}
    </>
  );
}
