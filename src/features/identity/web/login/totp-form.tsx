import { type FormEvent, useEffect } from 'react';
import type { Proof } from '#client/account.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field, Input } from '#ui/controls/field.tsx';
import { checkTotp, cleanTotp, maxMessageLength } from '#web/parts/sign-in/check-fields.ts';
import { SubmitButton } from '#web/parts/sign-in/submit-button.tsx';
import { useFormErrors } from '#web/parts/sign-in/use-form-errors.ts';
import { FormStack } from '../login-layout.tsx';
import type { LogIn } from './use-log-in.ts';

/** Asks for the second factor of an account that has one, and completes the pending grant. */
export function TotpForm({ logIn, grant }: { logIn: LogIn; grant: Proof }) {
  const { form, errors, showErrors, text } = useFormErrors<'totp'>();

  useEffect(() => form.current?.querySelector('input')?.focus(), [form]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (showErrors({ totp: checkTotp(text('totp')) })) return;
    const refusal = await logIn.attempt({ ...grant, totp: cleanTotp(text('totp')) });
    if (refusal) showErrors({ totp: refusal.message });
  }

  return (
    <form method="post" onSubmit={submit} ref={form} noValidate>
      <FormStack>
        <Field
          label="动态验证码"
          note="打开验证器 App 查看 6 位数字。手机不在身边时，可填一个恢复码。"
          error={errors.totp}
        >
          {(control) => (
            <Input
              {...control}
              name="totp"
              autoComplete="one-time-code"
              autoCapitalize="off"
              maxLength={maxMessageLength}
            />
          )}
        </Field>
        <SubmitButton isBusy={logIn.isBusy}>验证并登录</SubmitButton>
        <Button tone="text" onClick={logIn.startOver}>
          换一个账号登录
        </Button>
      </FormStack>
    </form>
  );
}
