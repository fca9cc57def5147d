import type { FormEvent } from 'react';
import { Field, PasswordInput } from '#ui/controls/field.tsx';
import { Link } from '#ui/link.tsx';
import { checkMobile, checkPassword, cleanMobile } from '#web/parts/sign-in/check-fields.ts';
import { MobileField } from '#web/parts/sign-in/mobile-code-fields.tsx';
import { SubmitButton } from '#web/parts/sign-in/submit-button.tsx';
import { useFormErrors } from '#web/parts/sign-in/use-form-errors.ts';
import { FormRow, FormStack } from '../login-layout.tsx';
import type { LoginFormProps } from './login-methods.ts';

export type PasswordFormProps = LoginFormProps & {
  forgotHref: string;
  /** Whether a forgotten password can be reset, which needs SMS. */
  canReset: boolean;
};

export function PasswordForm({ logIn, mobile, setMobile, forgotHref, canReset }: PasswordFormProps) {
  const { form, errors, showErrors, text } = useFormErrors<'mobile' | 'password'>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const typedMobile = text('mobile');
    const password = text('password');
    if (showErrors({ mobile: checkMobile(typedMobile), password: checkPassword(password) })) return;
    const refusal = await logIn.attempt({
      grant_type: 'password',
      username: cleanMobile(typedMobile),
      password,
    });
    if (refusal) showErrors({ password: refusal.message });
  }

  // `method="post"` keeps the fields out of the address if the form is submitted without JavaScript; the submit button
  // is disabled until hydration.
  return (
    <form method="post" onSubmit={submit} ref={form} noValidate>
      <FormStack>
        <MobileField error={errors.mobile} mobile={mobile} setMobile={setMobile} />
        <Field label="密码" error={errors.password}>
          {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" />}
        </Field>
        {canReset && (
          <FormRow>
            <Link className="link" href={forgotHref}>
              忘记密码
            </Link>
          </FormRow>
        )}
        <SubmitButton isBusy={logIn.isBusy}>登录</SubmitButton>
      </FormStack>
    </form>
  );
}
