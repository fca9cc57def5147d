import { toasts } from '#client/toasts.ts';
import { Field, Input } from '#ui/controls/field.tsx';
import { SmallForm } from '#ui/controls/form-parts.tsx';
import { useFormErrors } from '../../../parts/sign-in/use-form-errors.ts';
import { silent, useAct } from '../../../parts/use-act.ts';
import { EditButton } from '../edit-button.tsx';
import { FormButtons } from '../form-buttons.tsx';
import { SettingRow } from '../setting-row.tsx';
import { useEdit } from '../use-edit.ts';
import { keepPerson } from '../use-person.ts';
import { checkName } from './check-name.ts';

export function NameRow({ name }: { name: string }) {
  const edit = useEdit();
  return (
    <SettingRow
      label="名字"
      action={<EditButton edit={edit} label="修改" what="名字" />}
      form={edit.isOpen && <NameForm name={name} onDone={edit.close} />}
    >
      {name}
    </SettingRow>
  );
}

function NameForm({ name, onDone }: { name: string; onDone: () => void }) {
  const { form, errors, refuse, text } = useFormErrors<'name'>();
  const { isBusy, error, run } = useAct();

  async function save() {
    if (refuse({ name: checkName(text('name')) })) return;
    const isSaved = await run(async (call) => {
      keepPerson(
        await call('POST /member/updateProfile', { body: { name: text('name').trim() }, ...silent }),
      );
    });
    if (!isSaved) return;
    toasts.success('名字已修改');
    onDone();
  }

  return (
    <SmallForm
      form={form}
      label="修改名字"
      onSubmit={() => void save()}
      actions={<FormButtons label="保存" isBusy={isBusy} onCancel={onDone} />}
    >
      <Field label="新名字" hint="1 至 20 字" note="评论和内参会署这个名字" error={errors.name ?? error}>
        {(control) => (
          <Input
            {...control}
            name="name"
            defaultValue={name}
            autoComplete="nickname"
            enterKeyHint="done"
            autoFocus
            onKeyDown={(event) => event.key === 'Escape' && onDone()}
          />
        )}
      </Field>
    </SmallForm>
  );
}
