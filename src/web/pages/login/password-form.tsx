import type { FormEvent } from 'react';
import { Field, PasswordInput } from '#ui/controls/field.tsx';
import { Link } from '#ui/link.tsx';
import { FormRow, FormStack } from '../../parts/login-layout.tsx';
import { checkMobile, checkPassword, cleanMobile } from '../../parts/sign-in/check-fields.ts';
import { MobileField } from '../../parts/sign-in/mobile-code-fields.tsx';
import { SubmitButton } from '../../parts/sign-in/submit-button.tsx';
import { useFormErrors } from '../../parts/sign-in/use-form-errors.ts';
import type { WayProps } from './ways.ts';

export type PasswordFormProps = WayProps & {
  forgotHref: string;
  /** A forgotten password is set anew by SMS, where there is any. */
  hasForgot: boolean;
};

/** Mobile and password. */
export function PasswordForm({ logIn, mobile, setMobile, forgotHref, hasForgot }: PasswordFormProps) {
  const { form, errors, refuse, text } = useFormErrors<'mobile' | 'password'>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const typed = text('mobile');
    const password = text('password');
    if (refuse({ mobile: checkMobile(typed), password: checkPassword(password) })) return;
    const refusal = await logIn.attempt({
      grant_type: 'password',
      username: cleanMobile(typed),
      password,
    });
    if (refusal) refuse({ password: refusal.message });
  }

  // Sent without script the fields must not travel in the address; before the script is here they do not travel.
  return (
    <form method="post" onSubmit={submit} ref={form} noValidate>
      <FormStack>
        <MobileField error={errors.mobile} mobile={mobile} setMobile={setMobile} />
        <Field label="密码" error={errors.password}>
          {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" />}
        </Field>
        {hasForgot && (
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
