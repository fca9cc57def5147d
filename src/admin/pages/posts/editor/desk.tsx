import { Alert, Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { usePermit, usePermittedAction } from '#client/permissions.tsx';
import { useUser } from '#client/stores.ts';
import { useDraft } from '#client/use-draft.ts';
import type { Content, DeskPost } from '#features/posts/desk/schema.ts';
import { BodyText } from '#ui/editor/body-text.tsx';
import { useShortcuts } from '#ui/editor/use-shortcuts.ts';
import { WordCount } from '#ui/editor/word-count.tsx';
import { call } from '../../../api.ts';
import { DeskBodyTools } from '../../../parts/body/desk-body-tools.tsx';
import { useDeskBody } from '../../../parts/body/use-desk-body.ts';
import { useTitle } from '../../../parts/use-title.ts';
import { CommentsSwitch } from './comments-switch.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DeskHead } from './desk-head.tsx';
import s from './editor.module.css';
import { Fields } from './fields.tsx';
import { LocalCopyOffer } from './local-copy-offer.tsx';
import { PreviewDrawer } from './preview-drawer.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { ReviewNotice } from './review-notice.tsx';
import { useLock } from './use-lock.ts';
import { VersionsDrawer } from './versions-drawer.tsx';
import { WordPanel } from './word-panel.tsx';

type Standing = Pick<DeskPost, 'state' | 'liveVersion' | 'publishedAt' | 'review'>;
type Float = 'publish' | 'versions' | 'preview' | undefined;

/** The desk of one piece: its body, what belongs to it, and everything that can be done to it. */
export function Desk({ post }: { post: DeskPost }) {
  const { id } = post;
  const isWriting = usePermit('content.edit');
  const memberId = useUser(({ userInfo }) => userInfo?.id ?? '');
  const draft = useDraft(
    `${memberId} ${id}`,
    post,
    () => ({ place: 'desk', memberId, id }),
    (sent) => call('POST /admin/post/save', { body: { id, ...sent }, silent: true }),
  );
  const { content, version, saving } = draft;
  const body = useDeskBody(content.html, isWriting, (html) => draft.change({ html }));
  const [standing, setStanding] = useState<Standing>(post);
  const [float, setFloat] = useState<Float>();
  const title = useRef<HTMLTextAreaElement>(null);
  const other = useLock(id, isWriting, post.openedBy?.name);
  useTitle(content.title || '写稿');

  const save = (isAutosave = false) => {
    body.flush();
    return isWriting ? draft.save(isAutosave) : Promise.resolve(true);
  };
  const take = (taken: number, fresh: Content) => {
    draft.take(taken, fresh);
    body.replace(fresh.html);
  };
  /** Looks again where the piece stands, after something was done to it. */
  const refresh = async () => {
    setStanding(await call('GET /admin/post/detail', { query: { id } }));
  };
  // Who may write and not publish sends it to a reviewer, from the same place.
  const publishing = usePermit('content.publish') ? 'content.publish' : 'content.edit';
  const openPublish = usePermittedAction(publishing, async () => {
    if (await save()) setFloat('publish');
  });
  useShortcuts({ onSave: () => void save(), onPublish: () => void openPublish() });
  // A new piece begins at its title.
  useEffect(() => {
    if (post.content.title === '未命名' && isWriting) title.current?.select();
  }, [post, isWriting]);

  return (
    <>
      <DeskHead
        standing={{ ...standing, hasUnpublishedChanges: version > standing.liveVersion }}
        saving={saving}
        isWriting={isWriting}
        onSave={() => void save()}
        onPreview={async () => void ((await save(true)) && setFloat('preview'))}
        onVersions={async () => void ((await save(true)) && setFloat('versions'))}
        onPublish={() => void openPublish()}
        onWithdrawn={refresh}
        id={id}
      />
      {other && (
        <Alert
          className={s.notice ?? ''}
          type="warning"
          showIcon
          title={`${other}正在编辑这篇稿件`}
          description="两个人同时改，后保存的一方会被提醒对照；最好先和对方说一声。"
        />
      )}
      {!isWriting && (
        <Alert className={s.notice ?? ''} type="info" title="你可以查看这篇稿件，但没有修改它的权限。" />
      )}
      <ReviewNotice id={id} review={standing.review} version={version} onChanged={refresh} />
      <LocalCopyOffer
        post={post}
        onTake={(kept) => {
          draft.change(kept);
          body.replace(kept.html);
        }}
      />
      <div className={s.desk}>
        <div className={s.sheet}>
          <Input.TextArea
            ref={(field) => {
              title.current = field?.resizableTextArea?.textArea ?? null;
            }}
            className={s.title ?? ''}
            aria-label="标题"
            placeholder="标题"
            variant="borderless"
            autoSize
            maxLength={200}
            readOnly={!isWriting}
            value={content.title}
            onChange={({ target }) => draft.change({ title: target.value.replace(/\n/g, '') })}
            onKeyDown={(event) => {
              // An input method's Enter chooses a word, it does not end the title.
              if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey)
                return;
              event.preventDefault();
              // Tiptap's own focus waits for the next frame; a quick typist's next letter would end up in the title.
              body.editor?.chain().setTextSelection(0).run();
              body.editor?.view.focus();
            }}
          />
          {body.editor && isWriting && <DeskBodyTools editor={body.editor} />}
          <BodyText editor={body.editor} />
          <WordCount html={content.html} />
          {isWriting && <WordPanel id={id} version={version} onSave={() => save(true)} />}
        </div>
        <Fields content={content} kind={post.kind} isWriting={isWriting} onChange={draft.change}>
          {isWriting && <CommentsSwitch id={post.id} />}
        </Fields>
      </div>
      {saving.is === 'conflict' && (
        <ConflictDialog
          id={id}
          mine={content}
          onTakeTheirs={(theirs) => take(theirs.version, theirs.content)}
          onKeepMine={(theirs) => void draft.overrule(theirs.version)}
        />
      )}
      <PublishDialog
        id={id}
        base={version}
        title={content.title}
        state={standing.state}
        isOpen={float === 'publish'}
        onClose={() => setFloat(undefined)}
        onDone={(published) => {
          draft.settleAt(published);
          return refresh();
        }}
      />
      <VersionsDrawer
        id={id}
        current={content}
        base={version}
        isOpen={float === 'versions'}
        onClose={() => setFloat(undefined)}
        onRestored={async () => {
          const fresh = await call('GET /admin/post/detail', { query: { id } });
          take(fresh.version, fresh.content);
          setStanding(fresh);
        }}
      />
      <PreviewDrawer id={id} isOpen={float === 'preview'} onClose={() => setFloat(undefined)} />
    </>
  );
}
