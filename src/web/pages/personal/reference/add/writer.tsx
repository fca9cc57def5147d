import { useState } from 'react';
import { useNavigate } from 'react-router';
import { sayingOf } from '#client/draft.ts';
import { toasts } from '#client/toasts.ts';
import type { ReferenceContent, ReferenceStanding } from '#features/references/schema.ts';
import { Button } from '#ui/controls/button.tsx';
import { BodyText } from '#ui/editor/body-text.tsx';
import { type BodyEditor, useBodyEditor } from '#ui/editor/use-body-editor.ts';
import { useShortcuts } from '#ui/editor/use-shortcuts.ts';
import { WordCount } from '#ui/editor/word-count.tsx';
import { markWords } from '#ui/editor/word-marks.ts';
import { State } from '#ui/marks/tag.tsx';
import { useClient } from '../../../../client-context.ts';
import { silent } from '../../../../parts/use-act.ts';
import { explainFile, sendBodyFile, toBodyFile } from '../send-file.ts';
import { isWaiting, looksOf, shelfOf, shelfPath } from '../words.ts';
import { ConflictSheet } from './conflict-sheet.tsx';
import { CopyOffer } from './copy-offer.tsx';
import type { Opening } from './open-reference.ts';
import { PreviewSheet } from './preview-sheet.tsx';
import { StandingNotices } from './standing-notices.tsx';
import { SubmitSheet } from './submit-sheet.tsx';
import { useReferenceDraft } from './use-reference-draft.ts';
import { WriterFields } from './writer-fields.tsx';
import { WriterTools } from './writer-tools.tsx';
import { SavedNote, TitleField, WritingDesk } from './writing-desk.tsx';

/** Bytes; the server's limit for a writer's attachment. */
const largest = 50 * 1024 * 1024;

type WriterProps = {
  opening: Opening;
  /** Why it could not be opened anew. */
  fault: string | undefined;
  onReopen: (id: string) => void;
};

const begun: ReferenceStanding = { state: 'draft', revision: null };

/** A reference on its sheet: title, text, everything that belongs to it, and what can be done with it. */
export function Writer({ opening, fault, onReopen }: WriterProps) {
  const { reference, columns } = opening;
  const navigate = useNavigate();
  const standing = reference ?? begun;
  const isWriting = !isWaiting(standing);
  const draft = useReferenceDraft(opening);
  const { id, content, version, saving } = draft;
  const body = useWriterBody(content.html, isWriting, (html) => draft.change({ html }));
  const [float, setFloat] = useState<'preview' | 'submit'>();
  const back = { href: shelfPath(shelfOf(standing)), label: '我的内参' };

  const save = (isAutosave = false) => {
    body.flush();
    return draft.save(isAutosave);
  };
  const take = (taken: number, fresh: ReferenceContent) => {
    draft.take(taken, fresh);
    body.replace(fresh.html);
  };
  /** What is looked at or sent is what the server has. */
  const open = async (which: 'preview' | 'submit') => {
    if (!(await save(which === 'preview'))) toasts.warning('内容还没有保存上，请看页首的提示');
    else if (draft.isMade()) setFloat(which);
    else toasts.warning('还没有内容，先写点什么吧');
  };
  const submit = () => void (isWriting && open('submit'));
  useShortcuts({ onSave: () => void save(), onPublish: submit });
  const { words, isBad } = sayingOf(saving);

  return (
    <WritingDesk
      back={back}
      standing={
        <>
          {looksOf(standing).map(({ label, tone }) => (
            <State key={label} tone={tone}>
              {label}
            </State>
          ))}
          {isWriting && (id || saving.is !== 'saved') && <SavedNote isBad={isBad}>{words}</SavedNote>}
        </>
      }
      acts={
        <>
          <Button size="s" onClick={() => void open('preview')}>
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
          {reference && <StandingNotices reference={reference} fault={fault} onReopen={onReopen} />}
          {isWriting && (
            <CopyOffer
              draft={draft}
              opened={reference}
              onTake={(kept) => {
                draft.change(kept);
                body.replace(kept.html);
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
      <h1 className="vh">写内参</h1>
      <TitleField
        value={content.title}
        readOnly={!isWriting}
        onChange={(title) => draft.change({ title })}
        onEnter={() => {
          // Tiptap's own focus waits for the next frame; a quick typist's next letter would end up in the title.
          body.editor?.chain().setTextSelection(0).run();
          body.editor?.view.focus();
        }}
      />
      {isWriting && <WriterTools body={body} />}
      <BodyText editor={body.editor} />
      <WordCount html={content.html} />
      {saving.is === 'conflict' && id && (
        <ConflictSheet
          id={id}
          mine={content}
          onTakeTheirs={(theirs) => (isWaiting(theirs) ? onReopen(id) : take(theirs.version, theirs.content))}
          onKeepMine={(theirs) => void draft.overrule(theirs.version)}
        />
      )}
      {float === 'preview' && id && (
        <PreviewSheet id={id} access={content.access} onClose={() => setFloat(undefined)} />
      )}
      {float === 'submit' && id && (
        <SubmitSheet
          id={id}
          base={version}
          content={content}
          onClose={() => setFloat(undefined)}
          onMark={(found) => {
            setFloat(undefined);
            if (body.editor) markWords(body.editor, found);
          }}
          onSubmitted={(now) => {
            toasts.success('已提交，审核结果会通知你');
            void navigate(shelfPath(shelfOf(now)));
          }}
        />
      )}
    </WritingDesk>
  );
}

/** A body as a member writes it: its files are the writer's own. */
function useWriterBody(html: string, isWriting: boolean, onChange: (html: string) => void): BodyEditor {
  const client = useClient();
  return useBodyEditor(html, isWriting, {
    send: (file, sending) => sendBodyFile(client(), file, sending),
    explain: explainFile,
    largest,
    onLost: ({ name }) => toasts.warning(`「${name}」已上传，但正文里放它的位置已经不在了`),
    bring: async (url) =>
      toBodyFile(await client().call('POST /internalReference/bring', { body: { url }, ...silent }), 'image'),
    onBrought: ({ brought, failed }) => {
      if (failed === 0) toasts.success(`${brought} 张图片已存到本站`);
      else toasts.warning(`${failed} 张图片没能存到本站，读者可能看不到；请另存后上传`);
    },
    onChange,
  });
}
