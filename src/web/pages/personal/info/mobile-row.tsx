import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import { Field, Input } from '#ui/controls/field.tsx';
import { SmallForm } from '#ui/controls/form-parts.tsx';
import { saveProfile } from '../../../parts/member/use-profile.ts';
import { checkCode, checkMobile, cleanCode, cleanMobile } from '../../../parts/sign-in/check-fields.ts';
import { CodeField } from '../../../parts/sign-in/code-field.tsx';
import { useFormErrors } from '../../../parts/sign-in/use-form-errors.ts';
import { silent, useAction } from '../../../parts/use-action.ts';
import { EditButton, useEdit } from '../edit-button.tsx';
import { FormButtons } from '../form-buttons.tsx';
import { SettingRow } from '../setting-row.tsx';
import { useHasOutbox } from '../use-has-outbox.ts';

export function MobileRow({ mobile }: { mobile: string }) {
  const edit = useEdit();
  return (
    <SettingRow
      label="手机号"
      note="用来登录和接收验证码"
      action={<EditButton edit={edit} label="更换" fieldName="手机号" />}
      form={edit.isOpen && <MobileForm mobile={mobile} onDone={edit.close} />}
    >
      <span className="fig">{mobile}</span>
    </SettingRow>
  );
}

/** Requires codes for both numbers: the holder of the old one must agree, and the member must hold the new one. */
function MobileForm({ mobile, onDone }: { mobile: string; onDone: () => void }) {
  const { form, errors, showErrors, text } = useFormErrors<'oldCode' | 'phone' | 'newCode'>();
  const { isBusy, error, run } = useAction();
  const hasOutbox = useHasOutbox();
  const [phone, setPhone] = useState('');

  async function save() {
    const newErrors = {
      oldCode: checkCode(text('oldCode')),
      phone: checkMobile(text('phone')),
      newCode: checkCode(text('newCode')),
    };
    if (showErrors(newErrors)) return;
    const body = {
      oldValue: cleanCode(text('oldCode')),
      phone: cleanMobile(text('phone')),
      value: cleanCode(text('newCode')),
    };
    const isSaved = await run(async (call) => {
      saveProfile(await call('POST /member/changeMobile', { body, ...silent }));
    });
    if (!isSaved) return;
    toasts.success('手机号已更换，下次请用新号码登录');
    onDone();
  }

  return (
    <SmallForm
      form={form}
      label="更换手机号"
      error={error}
      onSubmit={() => void save()}
      actions={<FormButtons label="更换手机号" isBusy={isBusy} onCancel={onDone} />}
    >
      <CodeField
        purpose="change-old"
        phone=""
        checkPhone={() => ''}
        label={`原手机号 ${mobile} 的验证码`}
        name="oldCode"
        error={errors.oldCode}
        hasOutbox={hasOutbox}
      />
      <Field label="新手机号" error={errors.phone}>
        {(control) => (
          <Input
            {...control}
            name="phone"
            type="tel"
            inputMode="numeric"
            autoComplete="off"
            placeholder="11 位手机号"
            onChange={(event) => setPhone(cleanMobile(event.target.value))}
          />
        )}
      </Field>
      <CodeField
        purpose="change"
        phone={phone}
        checkPhone={() => (showErrors({ phone: checkMobile(phone) }) ? null : phone)}
        label="新手机号的验证码"
        name="newCode"
        error={errors.newCode}
        hasOutbox={hasOutbox}
        isAutofilled={false}
      />
    </SmallForm>
  );
}
