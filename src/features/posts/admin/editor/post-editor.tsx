import { Alert } from 'antd';
import { useState } from 'react';
import { ConflictDialog } from '#admin/parts/editor/conflict-dialog.tsx';
import s from '#admin/parts/editor/editor.module.css';
import { LocalCopyNotice } from '#admin/parts/editor/local-copy-notice.tsx';
import { TextSheet } from '#admin/parts/editor/text-sheet.tsx';
import { useBodyDraft } from '#admin/parts/editor/use-body-draft.ts';
import { VersionsDrawer } from '#admin/parts/editor/versions-drawer.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { useTitle } from '#admin/parts/use-title.ts';
import { useIsContributor, usePermit, usePermittedAction } from '#client/permissions.tsx';
import { useShortcuts } from '#ui/editor/use-shortcuts.ts';
import type { AdminPost } from '../../manage/schema.ts';
import { CommentsCheckbox } from './comments-checkbox.tsx';
import { EditorHead, type EditorPanel } from './editor-head.tsx';
import { PostFields } from './post-fields.tsx';
import { PreviewDrawer } from './preview-drawer.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { PublishedAt } from './published-at.tsx';
import { ReviewNotice } from './review-notice.tsx';
import { useEditLock } from './use-edit-lock.ts';
import { type PostDraft, versionedPosts } from './versioned-posts.ts';
import { WordPanel } from './word-panel.tsx';

type EditorProps = { post: AdminPost; draft: PostDraft };

export function PostEditor({ post }: { post: AdminPost }) {
  const isWriting = usePermit('content.edit') && !post.deletedAt && !post.refusal;
  const isContributor = useIsContributor();
  const draft = useBodyDraft(versionedPosts, post, isWriting);
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
  const props = { post, draft };
  return (
    <>
      <EditorHead
        {...props}
        onOpen={(panel) => (panel === 'publish' ? publish() : void saveAndOpen(panel))}
      />
      <Notices {...props} />
      <div className={s.layout}>
        <TextSheet
          draft={draft}
          isNew={isWriting && post.content.title === '未命名'}
          maxLength={200}
          hasPaywall
        >
          {isWriting && (
            <WordPanel
              id={post.id}
              version={draft.version}
              onSave={async () => ((await draft.save(true)) ? draft.state().version : undefined)}
            />
          )}
        </TextSheet>
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

function Notices({ post, draft }: EditorProps) {
  const { isWriting } = draft;
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
      <LocalCopyNotice draft={draft} />
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
  openPanel,
  onClose,
}: EditorPanelsProps) {
  const { content, version, saveState, isWriting } = draft;
  return (
    <>
      {saveState.status === 'conflict' && <ConflictDialog draft={draft} />}
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
      {openPanel === 'versions' && <VersionsDrawer draft={draft} onClose={onClose} />}
      {openPanel === 'preview' && <PreviewDrawer {...{ id, isWriting, onClose }} />}
      {typeof openPanel === 'object' && (
        <openPanel.Drawer {...{ id, onClose }} hasUnpublishedChanges={version > liveVersion} />
      )}
    </>
  );
}
