import { Alert, Checkbox, Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { messageOf, type Read, useRead } from '#admin/parts/data.ts';
import s from '#admin/parts/editor/editor.module.css';
import { clockNote } from '#admin/parts/form/pickers.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { HitList } from '#admin/parts/hit-list.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { usePermit } from '#client/permissions.tsx';
import { toasts } from '#client/toasts.ts';
import type { WordHit } from '#features/moderation/words/schema.ts';
import { type AdminPost, type Content, publishInput } from '../../manage/schema.ts';
import { firstTime } from './first-time.ts';
import { UnseenCheck } from './unseen-check.tsx';
import { useWordCheck } from './use-word-check.ts';

type PublishProps = {
  id: string;
  base: number;
  title: string;
  state: AdminPost['state'];
  /** When a post is published that waits for its time. */
  scheduledAt: string | null;
  onClose: () => void;
  onPublished: (version: number) => void;
  /** The cover and the body, and a function that saves a change of them. */
  content: Pick<Content, 'html' | 'cover'>;
  onChange: (content: Pick<Content, 'html' | 'cover'>) => Promise<void>;
};

type PublishMode = 'now' | 'later' | 'past' | 'review';
const verbs = { now: '现在发布', later: '定时发布', past: '发布', review: '送审' };

/**
 * Publishes now, at a later time, or after a review; a member who may not publish can only submit for review. Enter
 * confirms. Shows the post's sensitive words first. Times are Shanghai times in every time zone.
 */
export function PublishDialog(props: PublishProps) {
  const { id, base, title, state, scheduledAt, content, onChange, onClose, onPublished } = props;
  const mayPublish = usePermit('content.publish');
  const isReviewer = usePermit('content.review');
  const defaultMode = state === 'scheduled' ? 'later' : 'now';
  const [mode, setMode] = useState<PublishMode>(mayPublish ? defaultMode : 'review');
  const save = usePublish({ id, base, mode, scheduledAt, onPublished, onClose });
  const isReviewed = Form.useWatch('isReviewed', save.form) ?? false;
  const acceptsUnseen = Form.useWatch('acceptsUnseen', save.form) ?? false;
  const check = useWordCheck(id, base);
  const unseen = useRead('GET /admin/post/unseen', { id }, { keepsPrevious: true });
  const hasUnseen = (unseen.data?.length ?? 0) > 0;
  const has = (level: WordHit['level']) => check.data?.some((hit) => hit.level === level) ?? false;
  const isPublished = state === 'published';
  return (
    <FormDialog
      save={save}
      title={mayPublish ? (isPublished ? '发布修改' : '发布') : '送审'}
      okText={verbs[has('review') && !isReviewed ? 'review' : mode]}
      okProps={{ autoFocus: true, disabled: has('block') || (hasUnseen && !acceptsUnseen) }}
      width={480}
      onClose={onClose}
    >
      <p className={s.ask}>《{title}》</p>
      {mayPublish && <ModeChoice mode={mode} isPublished={isPublished} onChoose={setMode} />}
      {mode === 'review' && <p>审核员通过后发布，结果会通知你。</p>}
      {mode === 'now' && isPublished && <p>读者看到的内容会换成最新版本。</p>}
      <Form.Item
        hidden={mode !== 'later'}
        name="at"
        label="发布时间（北京时间）"
        extra={clockNote()}
        rules={[{ required: mode === 'later', message: '请选好日期和时间' }]}
      >
        <Input type="datetime-local" />
      </Form.Item>
      <Form.Item
        hidden={mode !== 'past'}
        name="publishedAt"
        label="读者看到的时间（北京时间）"
        extra="现在发布，按这个时间排在列表和订阅源里。"
        rules={[{ required: mode === 'past', message: '请选好日期和时间' }]}
      >
        <Input type="datetime-local" />
      </Form.Item>
      <WordCheck check={check} />
      <UnseenCheck check={unseen} content={content} onChange={onChange} />
      <Form.Item hidden={!hasUnseen} name="acceptsUnseen" valuePropName="checked">
        <Checkbox>我知道读者看不到这些，照样{mode === 'review' ? '送审' : '发布'}</Checkbox>
      </Form.Item>
      <Form.Item
        hidden={!(has('review') && !has('block') && mode !== 'review' && isReviewer)}
        name="isReviewed"
        valuePropName="checked"
      >
        <Checkbox>我是审核员，已看过这些词，直接发布</Checkbox>
      </Form.Item>
    </FormDialog>
  );
}

type Values = { at: string; publishedAt: string; isReviewed: boolean; acceptsUnseen: boolean };
type PublishInput = Pick<PublishProps, 'id' | 'base' | 'scheduledAt' | 'onPublished' | 'onClose'> & {
  mode: PublishMode;
};

function usePublish({ id, base, mode, scheduledAt, onPublished, onClose }: PublishInput) {
  const [initial] = useState<Values>(() => ({
    at: firstTime(scheduledAt, new Date()),
    publishedAt: '',
    isReviewed: false,
    acceptsUnseen: false,
  }));
  return useSave(mode === 'review' ? 'POST /admin/post/submit' : 'POST /admin/post/publish', {
    schema: publishInput,
    initial,
    toBody: ({ at, publishedAt, isReviewed, acceptsUnseen }: Values) => ({
      id,
      base,
      ...(mode === 'later' && { at }),
      ...(mode === 'past' && { publishedAt }),
      ...(mode !== 'review' && { isReviewed }),
      ...(acceptsUnseen && { acceptsUnseen }),
    }),
    onSaved: ({ version, isHeld }, { at }) => {
      if (isHeld) toasts.success('已送审，审核通过后发布');
      else toasts.success(mode === 'later' ? `已定时，${showTime(at)} 发布` : '已发布，读者现在就能看到');
      onClose();
      onPublished(version);
    },
  });
}

type ModeChoiceProps = { mode: PublishMode; isPublished: boolean; onChoose: (mode: PublishMode) => void };

const ModeChoice = ({ mode, isPublished, onChoose }: ModeChoiceProps) => (
  <Radio.Group
    aria-label="什么时候发布"
    value={mode}
    onChange={({ target }) => onChoose(target.value)}
    options={[
      { value: 'now', label: '现在' },
      ...(isPublished
        ? []
        : [
            { value: 'later', label: '定时' },
            { value: 'past', label: '用过去的时间' },
          ]),
      { value: 'review', label: '先送审' },
    ]}
  />
);

/** The sensitive words found and their effect on publishing; renders nothing without any. */
function WordCheck({ check: { data: hits = [], error } }: { check: Read<WordHit[]> }) {
  if (error)
    return <Alert type="info" showIcon title={`敏感词没有检查成：${messageOf(error)} 发布时会再检查。`} />;
  if (hits.length === 0) return null;
  const has = (level: WordHit['level']) => hits.some((hit) => hit.level === level);
  const title = has('block')
    ? '含有禁止发布的词，请先修改'
    : has('review')
      ? '含有需要审核的词，发布时会先送审'
      : '请留意这些词';
  return (
    <Alert
      type={has('block') ? 'error' : 'warning'}
      showIcon
      role="status"
      title={title}
      description={<HitList hits={hits} />}
    />
  );
}
