import { Alert, Button, Checkbox, Form, Input } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '#admin/api.ts';
import { messageOf, useRead, useSend } from '#admin/parts/data.ts';
import { SaveStateNote } from '#admin/parts/editor/document-head.tsx';
import { LocalCopyNotice } from '#admin/parts/editor/local-copy-notice.tsx';
import { useFormDraft } from '#admin/parts/editor/use-body-draft.ts';
import type { Drafted } from '#admin/parts/editor/versioned.ts';
import { Item, MomentItem, TextAreaItem } from '#admin/parts/form/items.tsx';
import { draftLimitsOf } from '#admin/parts/form/limits.ts';
import { PlainForm } from '#admin/parts/form/plain-form.tsx';
import { FormDialog, LimitsContext } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { useConfirm } from '#admin/parts/layout/confirm.tsx';
import { Page, Quiet, Row, Section } from '#admin/parts/layout/page.tsx';
import { MoveButtons } from '#admin/parts/list/move-buttons.tsx';
import { PostSearch } from '#admin/parts/list/post-search.tsx';
import { useShortcuts } from '#ui/editor/use-shortcuts.ts';
import { type Content, content as contentSchema, maxPosts, scheduleInput } from '../schema.ts';
import { AudienceItems } from './audience-items.tsx';
import { LetterConflict } from './letter-conflict.tsx';
import { countText } from './letter-names.ts';
import { LetterPreview } from './letter-preview.tsx';
import type { LetterProps } from './letter-props.ts';
import s from './letters.module.css';

const limits = draftLimitsOf(contentSchema);

const draftedLetters: Drafted<Content> = {
  area: 'letter',
  save: (id, input) => call('POST /admin/letter/save', { body: { id, ...input }, silent: true }),
};

/** Writes a letter. Every change is saved by itself; the rules apply when it is sent. */
export function LetterEditor({ letter, refetch }: LetterProps) {
  const { id } = letter;
  const draft = useFormDraft(draftedLetters, letter);
  const [open, setOpen] = useState<'preview' | 'schedule'>();
  const [refusal, setRefusal] = useState<string>();
  const confirm = useConfirm();
  const { content } = draft;
  const audience = useRead('GET /admin/letter/audience', {
    audience: content.audience,
    audienceKey: content.audienceKey,
  });
  const members = audience.data && countText(audience.data);
  const schedule = useSend('POST /admin/letter/schedule', {
    done: '已安排发送',
    onDone: () => void refetch(),
    onFailed: (error) => setRefusal(messageOf(error)),
  });
  useShortcuts({ onSave: () => void draft.save(), onPublish: () => void sendNow() });

  const saveThen = async (then: () => void) => {
    setRefusal(undefined);
    if (await draft.save()) then();
  };
  const sendNow = () =>
    saveThen(() =>
      confirm({
        title: members ? `发给${members}？` : '发给订阅了的会员？',
        content: '马上开始发送。已经交给邮件服务器的信不能收回。',
        okText: '发送',
        onOk: () => schedule.send({ id, base: draft.state().version, at: null }),
      }),
    );
  const setPosts = async (postIds: string[]) => {
    draft.change({ postIds, ...(postIds.length !== 1 && { isWhole: false }) });
    // The titles of the chosen posts come with the saved letter.
    if (await draft.save()) await refetch();
  };
  return (
    <Page
      title="写邮件报"
      about={<Link to="/letters">‹ 邮件报</Link>}
      tools={
        <>
          <SaveStateNote saveState={draft.saveState} />
          <Button onClick={() => void saveThen(() => setOpen('preview'))}>预览与测试</Button>
          <Button onClick={() => void saveThen(() => setOpen('schedule'))}>定时</Button>
          <Button type="primary" loading={schedule.isSending} onClick={() => void sendNow()}>
            发送
          </Button>
        </>
      }
    >
      <div className={s.editor}>
        {refusal && <Alert type="error" showIcon role="alert" title={refusal} />}
        <LocalCopyNotice draft={draft} oldNote="之后又被保存过，恢复会替换后来保存的内容。" />
        <LimitsContext value={limits}>
          <PlainForm<Content>
            form={draft.form}
            name="letter"
            aria-label="邮件报"
            initialValues={content}
            onValuesChange={(change: Partial<Content>) =>
              draft.change(change.audience ? { ...change, audienceKey: '' } : change)
            }
          >
            <Item name="subject" label="主题">
              <Input />
            </Item>
            <TextAreaItem name="introduction" label="开头的话" rows={4} note="可以不写。空一行是新的一段。" />
            <Posts letter={letter} content={content} onChange={(ids) => void setPosts(ids)} />
            {content.postIds.length === 1 && (
              <Form.Item name="isWhole" valuePropName="checked">
                <Checkbox>带这篇的全文（没有权限的人只收到开放的部分）</Checkbox>
              </Form.Item>
            )}
            <AudienceItems />
          </PlainForm>
        </LimitsContext>
        <p role="status">
          {members ? `现在有${members}会收到。` : audience.error ? '暂时数不出收件人。' : '正在数收件人 …'}
        </p>
        <Quiet>只发给在通知设置里订阅了“编辑来信”、邮箱有效的会员。</Quiet>
      </div>
      {draft.saveState.status === 'conflict' && (
        <LetterConflict
          id={id}
          mine={content}
          onUseTheirs={(theirs) => {
            draft.replace(theirs.version, theirs.content);
            void refetch();
          }}
          onKeepMine={(theirs) => void draft.overwrite(theirs.version)}
        />
      )}
      {open === 'preview' && <LetterPreview id={id} onClose={() => setOpen(undefined)} />}
      {open === 'schedule' && (
        <ScheduleDialog
          id={id}
          base={draft.state().version}
          members={members}
          onClose={() => setOpen(undefined)}
          onDone={() => void refetch()}
        />
      )}
    </Page>
  );
}

type PostsProps = {
  letter: LetterProps['letter'];
  content: Content;
  onChange: (postIds: string[]) => void;
};

function Posts({ letter: { list }, content: { postIds }, onChange }: PostsProps) {
  const posts = postIds.map(
    (id) => list.find((post) => post.id === id) ?? { id, title: '…', columnName: '', isPublished: true },
  );
  const moveBy = (from: number, delta: 1 | -1): (() => void) | undefined => {
    const id = postIds[from];
    if (!id || !postIds[from + delta]) return undefined;
    return () => onChange(postIds.toSpliced(from, 1).toSpliced(from + delta, 0, id));
  };
  return (
    <Section title={`文章（${postIds.length}）`}>
      <PostSearch
        label="搜一篇放进来"
        isDisabled={postIds.length >= maxPosts}
        onChoose={(id) => !postIds.includes(id) && onChange([...postIds, id])}
      />
      <ol className={s.posts} aria-label="邮件报的文章">
        {posts.map((post, index) => (
          <li key={post.id}>
            <div>
              {post.title}
              <Quiet>
                {post.columnName}
                {!post.isPublished && '，没有发布，不能发送'}
              </Quiet>
            </div>
            <Row>
              <MoveButtons name={`《${post.title}》`} onUp={moveBy(index, -1)} onDown={moveBy(index, 1)} />
              <Button
                type="text"
                size="small"
                aria-label={`移出《${post.title}》`}
                onClick={() => onChange(postIds.filter((id) => id !== post.id))}
              >
                移出
              </Button>
            </Row>
          </li>
        ))}
      </ol>
    </Section>
  );
}

// Without a time the server sends at once, which this dialog must not do.
const scheduleAt = scheduleInput.refine(({ at }) => at !== null, { error: '请选择发送时间', path: ['at'] });

type ScheduleProps = {
  id: string;
  base: number;
  members: string | undefined;
  onClose: () => void;
  onDone: () => void;
};

/** Chooses when a letter is sent. */
function ScheduleDialog({ id, base, members, onClose, onDone }: ScheduleProps) {
  const save = useSave('POST /admin/letter/schedule', {
    schema: scheduleAt,
    initial: { id, base, at: null as string | null },
    done: '已定时',
    onSaved: () => {
      onClose();
      onDone();
    },
  });
  return (
    <FormDialog save={save} title="定时发送" okText="定时" width={420} onClose={onClose}>
      <MomentItem name="at" label="发送时间" required />
      <Quiet>{members && `现在有${members}会收到；`}收件人和各人的权限在发送时再定。</Quiet>
    </FormDialog>
  );
}
