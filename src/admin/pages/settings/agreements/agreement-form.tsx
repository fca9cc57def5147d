import { EditorContent } from '@tiptap/react';
import { Alert, Button, DatePicker, Input, Radio, Segmented } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { AgreementDetail } from '#features/settings/agreements/schema.ts';
import { call } from '../../../api.ts';
import { DeskBodyTools } from '../../../parts/body/desk-body-tools.tsx';
import { useDeskBody } from '../../../parts/body/use-desk-body.ts';
import { Field } from '../../../parts/field.tsx';
import { faultOf } from '../../../parts/use-load.ts';
import s from './agreements.module.css';
import { AgreementChanges, TextPreview } from './text-views.tsx';

type AgreementFormProps = {
  kind: AgreementDetail['kind'];
  /** The version that is changed; undefined for a new one. */
  id: string | undefined;
  /** What it begins from. */
  from: AgreementDetail | undefined;
  onDirty: (isDirty: boolean) => void;
  onClose: () => void;
  onSaved: () => void;
};

type View = 'write' | 'preview' | 'changes';
const usualTitles = { agreement: '用户协议', privacy: '隐私政策' };

/** A version being written: title, text, from when on; shown as readers will see it, and against what it began from. */
export function AgreementForm({ kind, id, from, onDirty, onClose, onSaved }: AgreementFormProps) {
  const [title, setTitle] = useState(from?.title ?? usualTitles[kind]);
  const [body, setBody] = useState(from?.body ?? '');
  const [at, setAt] = useState<Dayjs | null>(id && from ? dayjs(from.effectiveAt) : null);
  const [isLater, setIsLater] = useState(id !== undefined);
  const [view, setView] = useState<View>('write');
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const editing = useDeskBody(body, true, (html) => {
    setBody(html);
    onDirty(true);
  });
  const text = { title, body };

  async function save() {
    editing.flush();
    if (isLater && !at) return setRefusal('请选择生效时间（effectiveAt）');
    setIsBusy(true);
    setRefusal(undefined);
    try {
      const content = { title, body, effectiveAt: isLater && at ? at.format() : null };
      if (id) await call('POST /admin/agreement/save', { body: { id, ...content }, silent: true });
      else await call('POST /admin/agreement/create', { body: { kind, ...content }, silent: true });
      toasts.success(isLater ? '已保存，到时自动生效' : '已生效');
      onSaved();
    } catch (error) {
      setRefusal(faultOf(error).message);
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <section className={s.whole} aria-label={`写${usualTitles[kind]}`}>
      <div className={s.head}>
        <h2>{id ? '修改未生效的版本' : `${usualTitles[kind]}：新版本`}</h2>
        <Segmented<View>
          aria-label="怎样看"
          options={[
            { value: 'write', label: '写' },
            { value: 'preview', label: '预览' },
            ...(from ? [{ value: 'changes' as const, label: '改动' }] : []),
          ]}
          value={view}
          onChange={(chosen) => {
            editing.flush();
            setView(chosen);
          }}
        />
      </div>
      {refusal && <Alert type="error" showIcon role="alert" title={refusal} />}
      <div hidden={view !== 'write'} className={s.form}>
        <Field label="标题">
          {(fieldId) => (
            <Input
              id={fieldId}
              maxLength={60}
              value={title}
              onChange={(event) => {
                setTitle(event.target.value);
                onDirty(true);
              }}
            />
          )}
        </Field>
        <div className={s.editor}>
          {editing.editor && <DeskBodyTools editor={editing.editor} />}
          <EditorContent editor={editing.editor} className={s.writing ?? ''} />
        </div>
      </div>
      {view === 'preview' && <TextPreview text={text} />}
      {view === 'changes' && from && <AgreementChanges before={from} after={text} />}
      <fieldset className={s.when}>
        <legend>生效</legend>
        <Radio.Group
          name="when"
          value={isLater}
          onChange={(event) => setIsLater(event.target.value)}
          options={[
            { value: false, label: '保存后立即' },
            { value: true, label: '从这时起' },
          ]}
        />
        {isLater && (
          <DatePicker
            aria-label="生效时间"
            showTime={{ format: 'HH:mm' }}
            format="YYYY-MM-DD HH:mm"
            minDate={dayjs()}
            value={at}
            onChange={setAt}
          />
        )}
      </fieldset>
      <div className={s.acts}>
        <Button type="primary" loading={isBusy} onClick={() => void save()}>
          {isLater ? '保存' : '保存并生效'}
        </Button>
        <Button onClick={onClose}>取消</Button>
      </div>
    </section>
  );
}
