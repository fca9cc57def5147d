import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { RETURN_PARAMETER, safeReturnPath } from '#client/return-path.ts';
import { toasts } from '#client/toasts.ts';
import { Field, Input } from '#ui/controls/field.tsx';
import { SmallForm } from '#ui/controls/form-parts.tsx';
import { saveProfile } from '#web/parts/member/use-profile.ts';
import { FormButtons } from '#web/parts/personal/form-buttons.tsx';
import { SettingRow } from '#web/parts/personal/setting-row.tsx';
import { checkCode, checkMobile, cleanCode, cleanMobile } from '#web/parts/sign-in/check-fields.ts';
import { CodeField } from '#web/parts/sign-in/code-field.tsx';
import { useFormErrors } from '#web/parts/sign-in/use-form-errors.ts';
import { silent, useAction } from '#web/parts/use-action.ts';
import { EditButton, useEdit } from '../edit-button.tsx';
import { OwnCodeField } from '../own-code-field.tsx';
import { useHasOutbox } from '../use-has-outbox.ts';

/**
 * The mobile number, empty for an account that has only an e-mail address. A page that needs one sends the member here
 * with its own address, to which they return.
 */
export function MobileRow({ mobile, email }: { mobile: string; email: string | null }) {
  const [search] = useSearchParams();
  const target = safeReturnPath(search.get(RETURN_PARAMETER), '');
  const edit = useEdit(mobile === '' && target !== '');
  const verb = mobile === '' ? '绑定' : '更换';
  return (
    <SettingRow
      label="手机号"
      note={mobile === '' ? '发表内容和参加活动要绑定手机号' : '用来登录和接收验证码'}
      action={<EditButton edit={edit} label={verb} fieldName="手机号" />}
      form={edit.isOpen && <MobileForm mobile={mobile} email={email} target={target} onDone={edit.close} />}
    >
      {mobile === '' ? '未绑定' : <span className="fig">{mobile}</span>}
    </SettingRow>
  );
}

type MobileFormProps = { mobile: string; email: string | null; target: string; onDone: () => void };

/**
 * Requires codes for both numbers: the holder of the old one, or of the address of an account without one, must agree,
 * and the member must hold the new one.
 */
function MobileForm({ mobile, email, target, onDone }: MobileFormProps) {
  const isFirst = mobile === '';
  const label = isFirst ? '绑定手机号' : '更换手机号';
  const navigate = useNavigate();
  const { form, errors, showErrors, text } = useFormErrors<'oldCode' | 'phone' | 'newCode'>();
  const { isBusy, error, run } = useAction();
  const hasOutbox = useHasOutbox();
  const [phone, setPhone] = useState('');

  async function save() {
    const newErrors = {
      oldCode: checkCode(text('oldCode'), isFirst ? '邮件验证码' : undefined),
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
    toasts.success(isFirst ? '手机号已绑定，下次请用它登录' : '手机号已更换，下次请用新号码登录');
    onDone();
    if (isFirst && target) void navigate(target, { replace: true });
  }

  return (
    <SmallForm
      form={form}
      label={label}
      error={error}
      onSubmit={() => void save()}
      actions={<FormButtons label={label} isBusy={isBusy} onCancel={onDone} />}
    >
      <OwnCodeField
        purpose="change-old"
        label={isFirst ? `邮箱 ${email} 的验证码` : `原手机号 ${mobile} 的验证码`}
        name="oldCode"
        error={errors.oldCode}
      />
      <Field label={isFirst ? '手机号' : '新手机号'} error={errors.phone}>
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
        label={isFirst ? '手机号的验证码' : '新手机号的验证码'}
        name="newCode"
        error={errors.newCode}
        hasOutbox={hasOutbox}
        isAutofilled={false}
      />
    </SmallForm>
  );
}
