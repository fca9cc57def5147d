import { useState } from 'react';
import { useNavigate } from 'react-router';
import { describeSaveState } from '#client/draft.ts';
import { useLeaveQuestion } from '#client/leave-guard.ts';
import { toasts } from '#client/toasts.ts';
import { Button } from '#ui/controls/button.tsx';
import { StateLabel } from '#ui/display/tag.tsx';
import { BodyText } from '#ui/editor/body-text.tsx';
import { focusBody } from '#ui/editor/focus-body.ts';
import { type BodyEditor, useBodyEditor } from '#ui/editor/use-body-editor.ts';
import { useShortcuts } from '#ui/editor/use-shortcuts.ts';
import { WordCount } from '#ui/editor/word-count.tsx';
import { markWords } from '#ui/editor/word-marks.ts';
import { AlertDialog } from '#ui/overlays/dialog.tsx';
import { useClient } from '#web/client-context.ts';
import { silent } from '#web/parts/use-action.ts';
import type { ReferenceContent, ReferenceStanding } from '../../schema.ts';
import { describeStatus, isInReview, tabOf, tabPath } from '../reference-status.ts';
import { explainUploadError, sendBodyFile, toBodyFile } from '../send-file.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import type { OpenedReference } from './load-reference.ts';
import { LocalCopyNotice } from './local-copy-notice.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { ReviewNotices } from './review-notices.tsx';
import { SubmitDialog } from './submit-dialog.tsx';
import { useReferenceDraft } from './use-reference-draft.ts';
import { WriterFields } from './writer-fields.tsx';
import { SavedNote, TitleField, WriterLayout } from './writer-layout.tsx';
import { WriterToolbar } from './writer-toolbar.tsx';

/** In bytes; the server's limit for an attachment. */
const maxAttachmentSize = 50 * 1024 * 1024;

type WriterProps = {
  opening: OpenedReference;
  /** Why the reference could not be reopened. */
  openError: string | undefined;
  onReopen: (id: string) => void;
};

const newStanding: ReferenceStanding = { state: 'draft', revision: null };

/** The editor of a reference: title, text, settings and actions. */
export function Writer({ opening, openError, onReopen }: WriterProps) {
  const { reference, columns } = opening;
  const navigate = useNavigate();
  const standing = reference ?? newStanding;
  const isWriting = !isInReview(standing);
  const draft = useReferenceDraft(opening);
  const { id, content, version, saveState } = draft;
  const body = useWriterBody(content.html, isWriting, (html) => draft.change({ html }));
  const [openDialog, setOpenDialog] = useState<'preview' | 'submit'>();
  const backLink = { href: tabPath(tabOf(standing)), label: '我的内参' };

  const save = (isAutosave = false) => {
    body.flush();
    return draft.save(isAutosave);
  };
  const replace = (newVersion: number, newContent: ReferenceContent) => {
    draft.replace(newVersion, newContent);
    body.replace(newContent.html);
  };
  /** Saves first, because preview and submission use the server's version. */
  const saveAndOpen = async (dialog: 'preview' | 'submit') => {
    if (!(await save(dialog === 'preview'))) toasts.warning('内容还没有保存上，请看页首的提示');
    else if (draft.isCreated()) setOpenDialog(dialog);
    else toasts.warning('还没有内容，先写点什么吧');
  };
  const submit = () => void (isWriting && saveAndOpen('submit'));
  useShortcuts({ onSave: () => void save(), onPublish: submit });
  const { text: statusText, isError } = describeSaveState(saveState);

  return (
    <WriterLayout
      backLink={backLink}
      statusLine={
        <>
          {describeStatus(standing).map(({ label, tone }) => (
            <StateLabel key={label} tone={tone}>
              {label}
            </StateLabel>
          ))}
          {isWriting && (id || saveState.status !== 'saved') && (
            <SavedNote isError={isError}>{statusText}</SavedNote>
          )}
        </>
      }
      actions={
        <>
          <Button size="s" onClick={() => void saveAndOpen('preview')}>
            预览
          </Button>
          {isWriting && (
            <Button size="s" tone="ink" title="Ctrl+Enter" onClick={submit}>
              提交审核
            </Button>
          )}
        </>
      }
      notices={
        <>
          {reference && <ReviewNotices reference={reference} openError={openError} onReopen={onReopen} />}
          {isWriting && (
            <LocalCopyNotice
              draft={draft}
              reference={reference}
              onRestore={(restored) => {
                draft.change(restored);
                body.replace(restored.html);
              }}
            />
          )}
        </>
      }
      side={
        <WriterFields
          content={content}
          columns={columns}
          securities={draft.securities}
          isWriting={isWriting}
          onChange={draft.change}
        />
      }
    >
      <LeaveGuard />
      <h1 className="vh">写内参</h1>
      <TitleField
        value={content.title}
        readOnly={!isWriting}
        onChange={(title) => draft.change({ title })}
        onEnter={() => focusBody(body)}
      />
      {isWriting && <WriterToolbar body={body} />}
      <BodyText editor={body.editor} />
      <WordCount html={content.html} />
      {saveState.status === 'conflict' && id && (
        <ConflictDialog
          referenceId={id}
          mine={content}
          onUseTheirs={(theirs) =>
            isInReview(theirs) ? onReopen(id) : replace(theirs.version, theirs.content)
          }
          onKeepMine={(theirs) => void draft.overwrite(theirs.version)}
        />
      )}
      {openDialog === 'preview' && id && (
        <PreviewDialog id={id} access={content.access} onClose={() => setOpenDialog(undefined)} />
      )}
      {openDialog === 'submit' && id && (
        <SubmitDialog
          id={id}
          base={version}
          content={content}
          onClose={() => setOpenDialog(undefined)}
          onHighlight={(words) => {
            setOpenDialog(undefined);
            if (body.editor) markWords(body.editor, words);
          }}
          onSubmitted={(newStanding) => {
            toasts.success('已提交，审核结果会通知你');
            void navigate(tabPath(tabOf(newStanding)));
          }}
        />
      )}
    </WriterLayout>
  );
}

/** The body editor of a member, whose uploads belong to the writer. */
function useWriterBody(html: string, isWriting: boolean, onChange: (html: string) => void): BodyEditor {
  const client = useClient();
  return useBodyEditor(html, isWriting, {
    send: (file, sending) => sendBodyFile(client(), file, sending),
    explain: explainUploadError,
    maxSize: maxAttachmentSize,
    onLost: ({ name }) => toasts.warning(`“${name}”已上传，但正文里放它的位置已经不在了`),
    importPicture: async (url) =>
      toBodyFile(await client().call('POST /internalReference/bring', { body: { url }, ...silent }), 'image'),
    fetchCard: (url) => client().call('POST /internalReference/card', { body: { url }, ...silent }),
    notify: toasts.warning,
    onPicturesImported: ({ imported, failed }) => {
      if (failed === 0) toasts.success(`${imported} 张图片已存到本站`);
      else toasts.warning(`${failed} 张图片没能存到本站，读者可能看不到；请另存后上传`);
    },
    onChange,
  });
}

/** Asks before navigation away from changes that could not be saved. A page with an editor mounts it once. */
function LeaveGuard() {
  const { isOpen, leave, stay } = useLeaveQuestion();
  return (
    <AlertDialog
      open={isOpen}
      title="有改动还没有保存"
      message="这次的改动没有存到网站，离开后可能会丢掉。"
      confirmLabel="不保存"
      cancelLabel="继续编辑"
      tone="accent"
      onConfirm={leave}
      onCancel={stay}
    />
  );
}
