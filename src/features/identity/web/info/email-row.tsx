import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import { Field, Input, InputRow } from '#ui/controls/field.tsx';
import { SmallForm } from '#ui/controls/form-parts.tsx';
import { saveProfile } from '#web/parts/member/use-profile.ts';
import { FormButtons } from '#web/parts/personal/form-buttons.tsx';
import { SettingRow } from '#web/parts/personal/setting-row.tsx';
import { checkCode, checkEmail, cleanCode, maxMessageLength } from '#web/parts/sign-in/check-fields.ts';
import { startCooldown, useSecondsLeft } from '#web/parts/sign-in/code-cooldowns.ts';
import { SentNote } from '#web/parts/sign-in/code-field.tsx';
import { SendCode } from '#web/parts/sign-in/send-code.tsx';
import { useFormErrors } from '#web/parts/sign-in/use-form-errors.ts';
import { silent, useAction } from '#web/parts/use-action.ts';
import { EditButton, useEdit } from '../edit-button.tsx';
import { OwnCodeField } from '../own-code-field.tsx';
import { useHasOutbox } from '../use-has-outbox.ts';

/** `isLogin`: the account logs in by this address, so changing it needs a code to it. */
export function EmailRow({ email, isLogin }: { email: string | null; isLogin: boolean }) {
  const edit = useEdit();
  return (
    <SettingRow
      label="邮箱"
      note={isLogin ? '用来登录和接收验证码' : undefined}
      action={<EditButton edit={edit} label={email === null ? '绑定' : '更换'} fieldName="邮箱" />}
      form={edit.isOpen && <EmailForm oldEmail={isLogin ? email : null} onDone={edit.close} />}
    >
      {email === null ? '未绑定' : <span className="fig">{email}</span>}
    </SettingRow>
  );
}

function EmailForm({ oldEmail, onDone }: { oldEmail: string | null; onDone: () => void }) {
  const { form, errors, showErrors, text } = useFormErrors<'oldCode' | 'email' | 'code'>();
  const saveAction = useAction();
  const mailCode = useMailCode();
  const hasOutbox = useHasOutbox();

  function send() {
    const email = text('email').trim();
    if (!showErrors({ email: checkEmail(email) })) void mailCode.send(email);
  }

  async function save() {
    const email = text('email').trim();
    const newErrors = {
      oldCode: oldEmail === null ? undefined : checkCode(text('oldCode'), '邮件验证码'),
      email: checkEmail(email),
      code: checkCode(text('code'), '邮件验证码'),
    };
    if (showErrors(newErrors)) return;
    const oldValue = oldEmail === null ? {} : { oldValue: cleanCode(text('oldCode')) };
    const body = { email, ...oldValue, value: cleanCode(text('code')) };
    const isSaved = await saveAction.run(async (call) => {
      saveProfile(await call('POST /member/changeEmail', { body, ...silent }));
    });
    if (!isSaved) return;
    toasts.success('邮箱已绑定');
    onDone();
  }

  return (
    <SmallForm
      form={form}
      label="绑定邮箱"
      error={saveAction.error}
      onSubmit={() => void save()}
      actions={<FormButtons label="保存" isBusy={saveAction.isBusy} onCancel={onDone} />}
    >
      {oldEmail !== null && (
        <OwnCodeField
          purpose="change-old"
          label={`原邮箱 ${oldEmail} 的验证码`}
          name="oldCode"
          error={errors.oldCode}
        />
      )}
      <Field label="邮箱" error={errors.email}>
        {(control) => (
          <Input {...control} name="email" type="email" autoComplete="email" placeholder="name@example.cn" />
        )}
      </Field>
      <Field
        label="邮件验证码"
        error={errors.code ?? mailCode.error}
        note={mailCode.sentTo && <SentNote to={mailCode.sentTo} hasOutbox={hasOutbox} />}
      >
        {(control) => (
          <InputRow>
            <Input
              {...control}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={maxMessageLength}
              placeholder="6 位数字"
            />
            <SendCode
              secondsLeft={mailCode.secondsLeft}
              hasSent={mailCode.sentTo !== undefined}
              busy={mailCode.isBusy}
              onSend={send}
            />
          </InputRow>
        )}
      </Field>
    </SmallForm>
  );
}

function useMailCode() {
  const { isBusy, error, run } = useAction();
  const [sentTo, setSentTo] = useState<string>();
  const secondsLeft = useSecondsLeft('mail');
  const send = (email: string) =>
    run(async (call) => {
      const { retryAfter } = await call('POST /member/sendMailCode', { body: { email }, ...silent });
      setSentTo(email);
      startCooldown('mail', retryAfter);
    });
  return { isBusy, error, sentTo, secondsLeft, send };
}
