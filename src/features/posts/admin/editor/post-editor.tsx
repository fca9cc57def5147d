import { Alert, Button, Checkbox } from 'antd';
import { useEffect, useState } from 'react';
import { call } from '#admin/api.ts';
import { messageOf, queryClient, useAction, useRead, useSend } from '#admin/parts/data.ts';
import { ConflictDialog } from '#admin/parts/editor/conflict-dialog.tsx';
import s from '#admin/parts/editor/editor.module.css';
import { LocalCopyNotice } from '#admin/parts/editor/local-copy-notice.tsx';
import { TextSheet } from '#admin/parts/editor/text-sheet.tsx';
import { useBodyDraft } from '#admin/parts/editor/use-body-draft.ts';
import { VersionsDrawer } from '#admin/parts/editor/versions-drawer.tsx';
import { HitList } from '#admin/parts/hit-list.tsx';
import { Quiet, Row } from '#admin/parts/layout/page.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { useTitle } from '#admin/parts/use-title.ts';
import { useIsContributor, usePermit, usePermittedAction } from '#client/permissions.tsx';
import { useShortcuts } from '#ui/editor/use-shortcuts.ts';
import type { AdminPost } from '../../manage/schema.ts';
import { EditorHead, type EditorPanel } from './editor-head.tsx';
import { PostFields } from './post-fields.tsx';
import { PreviewDrawer } from './preview-drawer.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { PublishedAt } from './published-at.tsx';
import { ReviewNotice } from './review-notice.tsx';
import { useWordCheck } from './use-word-check.ts';
import { type PostDraft, versionedPosts } from './versioned-posts.ts';

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

/** Closes or reopens a post's comments immediately, independently of the draft. */
function CommentsCheckbox({ id }: { id: string }) {
  const { data, isError } = useRead('GET /admin/post/talk', { id });
  const { send, sent } = useSend('POST /admin/post/closeComments', {
    done: ({ areCommentsClosed }) => (areCommentsClosed ? '已关闭评论' : '已开放评论'),
    onDone: (settings) => queryClient.setQueryData(['GET /admin/post/talk', { id }], settings),
  });
  if (isError && !data) return null;
  return (
    <Row>
      <Checkbox
        checked={sent?.isClosed ?? data?.areCommentsClosed ?? false}
        disabled={!data || sent !== undefined}
        onChange={({ target }) => void send({ id, isClosed: target.checked })}
      >
        关闭评论
      </Checkbox>
      <Quiet>立即生效{data && data.comments > 0 && `，已有 ${data.comments} 条`}</Quiet>
    </Row>
  );
}

type PanelProps = {
  id: string;
  /** The version in the editor; hits of another version are hidden. */
  version: number;
  /** Saves the draft. Resolves to its version, or undefined if saving failed. */
  onSave: () => Promise<number | undefined>;
};

/** Checks the post for sensitive words during writing. */
function WordPanel({ id, version, onSave }: PanelProps) {
  const [checkedVersion, setCheckedVersion] = useState<number>();
  const { run, isRunning } = useAction(onSave, setCheckedVersion);
  const isShown = checkedVersion === version;
  const { data: hits, error, isFetching } = useWordCheck(id, version, isShown);
  return (
    <section className={s.words} aria-label="敏感词">
      <Button size="small" loading={isRunning || isFetching} onClick={() => void run()}>
        查敏感词
      </Button>
      <div role="status">
        {isShown && hits && (hits.length > 0 ? <HitList hits={hits} /> : <Quiet>没有查到敏感词。</Quiet>)}
      </div>
      {isShown && error && <Alert type="error" showIcon title={messageOf(error)} role="alert" />}
    </section>
  );
}

/** Renewal interval of the soft lock in ms; the server expires the lock after a minute. */
const renewMs = 20_000;

/** Holds a soft lock on the post while `isWriting`. Returns the name of the person who opened it earlier, if any. */
function useEditLock(
  id: string,
  isWriting: boolean,
  initialLockedBy: string | undefined,
): string | undefined {
  const [lockedBy, setLockedBy] = useState(initialLockedBy);
  useEffect(() => {
    if (!isWriting) return;
    const renew = () =>
      call('POST /admin/post/open', { body: { id }, silent: true }).then(
        ({ openedBy }) => setLockedBy(openedBy?.name),
        // Offline: the save state already shows it.
        () => undefined,
      );
    void renew();
    const timer = setInterval(() => void renew(), renewMs);
    return () => {
      clearInterval(timer);
      call('POST /admin/post/close', { body: { id }, silent: true }).catch(() => undefined);
    };
  }, [id, isWriting]);
  return lockedBy;
}
