import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import { Field, Input, InputRow } from '#ui/controls/field.tsx';
import { SmallForm } from '#ui/controls/form-parts.tsx';
import { saveProfile } from '../../../parts/member/use-profile.ts';
import { cleanCode, type FieldCheck } from '../../../parts/sign-in/check-fields.ts';
import { startCooldown, useSecondsLeft } from '../../../parts/sign-in/code-cooldowns.ts';
import { SendCode } from '../../../parts/sign-in/send-code.tsx';
import { useFormErrors } from '../../../parts/sign-in/use-form-errors.ts';
import { silent, useAction } from '../../../parts/use-action.ts';
import { EditButton, useEdit } from '../edit-button.tsx';
import { FormButtons } from '../form-buttons.tsx';
import { SettingRow } from '../setting-row.tsx';
import { useHasOutbox } from '../use-has-outbox.ts';

export function EmailRow({ email }: { email: string | null }) {
  const edit = useEdit();
  return (
    <SettingRow
      label="邮箱"
      action={<EditButton edit={edit} label={email === null ? '绑定' : '更换'} fieldName="邮箱" />}
      form={edit.isOpen && <EmailForm onDone={edit.close} />}
    >
      {email === null ? '未绑定' : <span className="fig">{email}</span>}
    </SettingRow>
  );
}

function EmailForm({ onDone }: { onDone: () => void }) {
  const { form, errors, showErrors, text } = useFormErrors<'email' | 'code'>();
  const saveAction = useAction();
  const mailCode = useMailCode();
  const hasOutbox = useHasOutbox();

  function send() {
    const email = text('email').trim();
    if (!showErrors({ email: checkEmail(email) })) void mailCode.send(email);
  }

  async function save() {
    const email = text('email').trim();
    if (showErrors({ email: checkEmail(email), code: checkMailCode(text('code')) })) return;
    const body = { email, value: cleanCode(text('code')) };
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
      <Field label="邮箱" error={errors.email}>
        {(control) => (
          <Input {...control} name="email" type="email" autoComplete="email" placeholder="name@example.cn" />
        )}
      </Field>
      <Field
        label="邮件验证码"
        error={errors.code ?? mailCode.error}
        note={mailCode.sentTo && <SentNote email={mailCode.sentTo} hasOutbox={hasOutbox} />}
      >
        {(control) => (
          <InputRow>
            <Input
              {...control}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={20}
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

function SentNote({ email, hasOutbox }: { email: string; hasOutbox: boolean }) {
  return (
    <span role="status">
      验证码已发往 {email}，没有收到时请看看垃圾邮件。
      {hasOutbox && (
        <>
          本站处于演示模式，邮件在
          <a className="link" href="/outbox" target="_blank" rel="noreferrer">
            发件箱
          </a>
          里看。
        </>
      )}
    </span>
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

/** Checks the form of an address; the mailed code proves that it works. */
function checkEmail(email: string): FieldCheck {
  if (email === '') return '请填写邮箱';
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email)
    ? undefined
    : '邮箱不正确，应为 name@example.cn 这样的地址';
}

function checkMailCode(text: string): FieldCheck {
  const code = cleanCode(text);
  if (code === '') return '请填写邮件验证码';
  return /^\d{6}$/.test(code) ? undefined : '验证码是 6 位数字';
}
