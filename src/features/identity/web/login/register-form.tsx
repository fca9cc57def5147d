import type { FormEvent } from 'react';
import type { LoginRefusal } from '#client/account.ts';
import { Field, Input, PasswordInput } from '#ui/controls/field.tsx';
import {
  checkCode,
  checkConsent,
  checkMobile,
  checkNewPassword,
  cleanCode,
  cleanMobile,
} from '#web/parts/sign-in/check-fields.ts';
import { ConsentField } from '#web/parts/sign-in/consent.tsx';
import { MobileCodeFields } from '#web/parts/sign-in/mobile-code-fields.tsx';
import { SubmitButton } from '#web/parts/sign-in/submit-button.tsx';
import { useFormErrors } from '#web/parts/sign-in/use-form-errors.ts';
import { FormStack } from '../login-layout.tsx';
import type { RegistrationFormProps } from './login-methods.ts';

type Name = 'mobile' | 'code' | 'password' | 'nickname' | 'consent';

/** Registers a member: mobile number, code, password, optional name, and consent to both texts. */
export function RegisterForm({ logIn, mobile, setMobile, consents, hasOutbox }: RegistrationFormProps) {
  const state = useFormErrors<Name>();
  const { form, errors, showErrors, text } = state;

  async function submit(event: FormEvent) {
    event.preventDefault();
    const errors = {
      mobile: checkMobile(text('mobile')),
      code: checkCode(text('code')),
      password: checkNewPassword(text('password')),
      consent: checkConsent(text('consent') === 'on'),
    };
    if (showErrors(errors)) return;
    const nickname = text('nickname').trim();
    const refusal = await logIn.attempt({
      grant_type: 'register',
      phone: cleanMobile(text('mobile')),
      value: cleanCode(text('code')),
      password: text('password'),
      ...(nickname && { nickname }),
      ...consents,
    });
    if (refusal) showErrors({ [fieldOf(refusal)]: refusal.message });
  }

  return (
    <form method="post" onSubmit={submit} ref={form} noValidate>
      <FormStack>
        <MobileCodeFields
          state={state}
          purpose="register"
          mobile={mobile}
          setMobile={setMobile}
          hasOutbox={hasOutbox}
        />
        <Field label="设置密码" hint="至少 8 个字符" error={errors.password}>
          {(control) => <PasswordInput {...control} name="password" autoComplete="new-password" />}
        </Field>
        <Field label="昵称" hint="选填，20 字以内" error={errors.nickname}>
          {(control) => <Input {...control} name="nickname" autoComplete="nickname" maxLength={100} />}
        </Field>
        <ConsentField key={consents.agreement + consents.privacy} error={errors.consent} />
        <SubmitButton isBusy={logIn.isBusy}>注册</SubmitButton>
      </FormStack>
    </form>
  );
}

/** Returns the field that a refusal is about, from the words of the server's message. */
function fieldOf({ requirement, message }: LoginRefusal): Name {
  if (requirement === 'consent_required') return 'consent';
  if (/^该?手机号/.test(message)) return 'mobile';
  if (message.startsWith('昵称')) return 'nickname';
  if (/^(?:请设置)?密码/.test(message)) return 'password';
  return 'code';
}
