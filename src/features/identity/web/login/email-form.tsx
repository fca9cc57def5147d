import { type FormEvent, useState } from 'react';
import { Field, Input } from '#ui/controls/field.tsx';
import { checkCode, checkConsent, checkEmail, cleanCode } from '#web/parts/sign-in/check-fields.ts';
import { CodeField } from '#web/parts/sign-in/code-field.tsx';
import { ConsentField } from '#web/parts/sign-in/consent.tsx';
import { SubmitButton } from '#web/parts/sign-in/submit-button.tsx';
import { useFormErrors } from '#web/parts/sign-in/use-form-errors.ts';
import { FormStack } from '../login-layout.tsx';
import type { RegistrationFormProps } from './login-methods.ts';

type EmailFormProps = Pick<RegistrationFormProps, 'logIn' | 'consents' | 'hasOutbox'>;

/** E-mail address and mailed code, for accounts that have no mobile number. */
export function EmailForm({ logIn, consents, hasOutbox }: EmailFormProps) {
  const { form, errors, showErrors, text } = useFormErrors<'email' | 'code' | 'consent'>();
  const [email, setEmail] = useState('');

  function checkAddress(): string | null {
    return showErrors({ email: checkEmail(text('email')) }) ? null : text('email').trim();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const errors = {
      email: checkEmail(text('email')),
      code: checkCode(text('code'), '邮件验证码'),
      consent: checkConsent(text('consent') === 'on'),
    };
    if (showErrors(errors)) return;
    const refusal = await logIn.attempt({
      grant_type: 'email_code',
      email: text('email').trim(),
      value: cleanCode(text('code')),
      ...consents,
    });
    if (refusal)
      showErrors({ [refusal.requirement === 'consent_required' ? 'consent' : 'code']: refusal.message });
  }

  return (
    <form method="post" onSubmit={submit} ref={form} noValidate>
      <FormStack>
        <Field label="邮箱" note="没有绑定手机号的账号用邮箱登录" error={errors.email}>
          {(control) => (
            <Input
              {...control}
              name="email"
              type="email"
              autoComplete="email"
              placeholder="name@example.cn"
              onInput={(event) => setEmail(event.currentTarget.value.trim())}
            />
          )}
        </Field>
        <CodeField
          purpose="login"
          phone={email}
          checkPhone={checkAddress}
          label="邮件验证码"
          error={errors.code}
          hasOutbox={hasOutbox}
        />
        <ConsentField key={consents.agreement + consents.privacy} error={errors.consent} />
        <SubmitButton isBusy={logIn.isBusy}>登录</SubmitButton>
      </FormStack>
    </form>
  );
}
