import { Radio, Select } from 'antd';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useRead } from '#admin/parts/data.ts';
import { Item } from '#admin/parts/form/items.tsx';
import { clockNote, MomentPicker } from '#admin/parts/form/pickers.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Row } from '#admin/parts/layout/page.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { toIso } from '#shared/dates.ts';
import {
  type AgreementVersion,
  createVersion,
  type DraftContent,
  saveVersion,
} from '../../agreements/schema.ts';
import { type Kind, kindNames, listPath } from './kind-names.ts';

type Props = { kind: Kind; content: DraftContent; onClose: () => void };
type Values = { effectiveAt: string | null };

/** Makes the draft a version, in force at once or from a time on, or replaces an upcoming version with it. */
export function PublishAgreement(props: Props) {
  const { data, error } = useRead('GET /admin/agreement/list', { kind: props.kind });
  if (!data && !error) return null;
  return <PublishDialog {...props} coming={(data ?? []).filter(({ state }) => state === 'coming')} />;
}

function PublishDialog({
  kind,
  content: { title, html: body },
  coming,
  onClose,
}: Props & { coming: readonly AgreementVersion[] }) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [chosen, setChosen] = useState(search.get('replaced') ?? '');
  const comingOf = (id: string) => coming.find((version) => version.id === id);
  const replaced = comingOf(chosen);
  // A version that is replaced keeps its time, unless another is chosen.
  const [initial] = useState<Values>({ effectiveAt: replaced?.effectiveAt ?? null });
  const save = useSave(replaced ? 'POST /admin/agreement/save' : 'POST /admin/agreement/create', {
    schema: replaced ? saveVersion : createVersion,
    initial,
    toBody: ({ effectiveAt }) => ({
      title,
      body,
      effectiveAt,
      ...(replaced ? { id: replaced.id } : { kind }),
    }),
    done: ({ effectiveAt }) => (Date.parse(effectiveAt) > Date.now() ? '已保存，到时自动生效' : '已生效'),
    onSaved: () => void navigate(listPath),
  });
  return (
    <FormDialog
      save={save}
      title={`${kindNames[kind]}：${replaced ? '修改未生效的版本' : '新版本'}`}
      okText="确定"
      width={480}
      onClose={onClose}
    >
      <p>生效后，同意过旧版本的会员在下次登录时要重新同意。生效过的版本永久保留，不能再改。</p>
      {coming.length > 0 && (
        <Select
          aria-label="怎样保存"
          value={replaced?.id ?? ''}
          onChange={(id) => {
            setChosen(id);
            save.form.setFieldValue('effectiveAt', comingOf(id)?.effectiveAt ?? null);
          }}
          options={[
            { value: '', label: '作为新的一版' },
            ...coming.map(({ id, version, effectiveAt }) => ({
              value: id,
              label: `代替未生效的 ${version}（原定 ${showTime(effectiveAt)}）`,
            })),
          ]}
        />
      )}
      <Item name="effectiveAt" label="生效" note={clockNote()}>
        <EffectiveInput />
      </Item>
    </FormDialog>
  );
}

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
          { value: false, label: '立即' },
          { value: true, label: '从这时起' },
        ]}
      />
      {value !== null && (
        <MomentPicker
          aria-label="生效时间"
          min={toIso(new Date())}
          value={value}
          onChange={(at) => onChange?.(at ?? '')}
        />
      )}
    </Row>
  );
}
