import { DatePicker, Form, Radio, Segmented } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { type AgreementDetail, createVersion, saveVersion } from '#features/settings/agreements/schema.ts';
import { Item, TextItem } from '../../../parts/form/items.tsx';
import { FormDrawer } from '../../../parts/form/save-form.tsx';
import { useSave } from '../../../parts/form/use-save.ts';
import { Row } from '../../../parts/layout/page.tsx';
import s from './agreements.module.css';
import { BodyInput } from './body-input.tsx';
import { kindNames } from './kind-names.ts';
import { AgreementChanges, TextPreview } from './text-views.tsx';

type Props = {
  kind: AgreementDetail['kind'];
  /** Id of the version to edit; undefined for a new one. */
  id: string | undefined;
  base: AgreementDetail | undefined;
  onClose: () => void;
};
type View = 'write' | 'preview' | 'changes';

/** Editor of an agreement version: title, text and effective time, with a preview and the changes. */
export function AgreementForm({ kind, id, base, onClose }: Props) {
  const [view, setView] = useState<View>('write');
  const save = useSave(id ? 'POST /admin/agreement/save' : 'POST /admin/agreement/create', {
    schema: id ? saveVersion : createVersion,
    initial: {
      title: base?.title ?? kindNames[kind],
      body: base?.body ?? '',
      effectiveAt: id && base ? base.effectiveAt : null,
    },
    toBody: (values) => ({ ...values, ...(id ? { id } : { kind }) }),
    done: ({ effectiveAt }) => (dayjs(effectiveAt).isAfter() ? '已保存，到时自动生效' : '已生效'),
    onSaved: onClose,
  });
  const text = Form.useWatch(({ title, body }) => ({ title, body }), { form: save.form, preserve: true });
  const isLater = Form.useWatch(({ effectiveAt }) => effectiveAt !== null, save.form) ?? !!id;
  return (
    <FormDrawer
      save={save}
      title={id ? '修改未生效的版本' : `${kindNames[kind]}：新版本`}
      okText={isLater ? '保存' : '保存并生效'}
      width={960}
      onClose={onClose}
    >
      <ViewSwitch hasChanges={!!base} view={view} onChange={setView} />
      <div hidden={view !== 'write'} className={s.write}>
        <TextItem name="title" label="标题" />
        <Item name="body" label="正文">
          <BodyInput />
        </Item>
      </div>
      {view === 'preview' && <TextPreview text={text ?? save.initial} />}
      {view === 'changes' && base && <AgreementChanges before={base} after={text ?? save.initial} />}
      <Item name="effectiveAt" label="生效">
        <EffectiveInput />
      </Item>
    </FormDrawer>
  );
}

const ViewSwitch = (props: { hasChanges: boolean; view: View; onChange: (view: View) => void }) => (
  <Row>
    <Segmented<View>
      aria-label="怎样看"
      options={[
        { value: 'write', label: '写' },
        { value: 'preview', label: '预览' },
        ...(props.hasChanges ? [{ value: 'changes' as const, label: '改动' }] : []),
      ]}
      value={props.view}
      onChange={props.onChange}
    />
  </Row>
);

/** Null takes effect at once; an empty string is a time that is still to be entered. */
function EffectiveInput(props: { value?: string | null; onChange?: (at: string | null) => void }) {
  const { value = null, onChange } = props;
  return (
    <Row>
      <Radio.Group
        aria-label="生效"
        value={value !== null}
        onChange={({ target }) => onChange?.(target.value ? '' : null)}
        options={[
          { value: false, label: '保存后立即' },
          { value: true, label: '从这时起' },
        ]}
      />
      {value !== null && (
        <DatePicker
          aria-label="生效时间"
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          minDate={dayjs()}
          value={value ? dayjs(value) : null}
          onChange={(at) => onChange?.(at?.format() ?? '')}
        />
      )}
    </Row>
  );
}
