import { type FormEvent, useState } from 'react';
import { CallError } from '#client/call-error.ts';
import { DEFAULT_MESSAGE } from '#client/error-catalogue.ts';
import { Field } from '#ui/controls/field.tsx';
import { PasswordInput } from '#ui/controls/password-input.tsx';
import { useClient } from '../../client-context.ts';
import { FormStack } from '../../parts/login-layout.tsx';
import {
  checkCode,
  checkMobile,
  checkNewPassword,
  cleanCode,
  cleanMobile,
} from '../../parts/sign-in/check-fields.ts';
import { MobileCodeFields } from '../../parts/sign-in/mobile-code-fields.tsx';
import { SubmitButton } from '../../parts/sign-in/submit-button.tsx';
import { useFormErrors } from '../../parts/sign-in/use-form-errors.ts';

/** Mobile, code, new password. Whether the number is known is told by nothing here. */
export function ResetForm({ hasOutbox, onDone }: { hasOutbox: boolean; onDone: () => void }) {
  const client = useClient();
  const state = useFormErrors<'mobile' | 'code' | 'password'>();
  const { form, errors, refuse, text } = state;
  const [mobile, setMobile] = useState('');
  const [isBusy, setIsBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const password = text('password');
    const faults = {
      mobile: checkMobile(text('mobile')),
      code: checkCode(text('code')),
      password: checkNewPassword(password),
    };
    if (refuse(faults)) return;
    setIsBusy(true);
    try {
      await client().call('POST /reception/resetPassword', {
        body: { phone: cleanMobile(text('mobile')), value: cleanCode(text('code')), password },
        silent: true,
      });
      // Every session of the account is over; if it was this browser's, it must not go on believing in it.
      client().session.forget();
      onDone();
    } catch (failure) {
      const message = failure instanceof CallError ? failure.message : DEFAULT_MESSAGE;
      refuse({ [message.startsWith('新密码') ? 'password' : 'code']: message });
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <form method="post" onSubmit={submit} ref={form} noValidate>
      <FormStack>
        <MobileCodeFields
          state={state}
          purpose="reset"
          mobile={mobile}
          setMobile={setMobile}
          hasOutbox={hasOutbox}
        />
        <Field label="新密码" hint="至少 8 个字符" error={errors.password}>
          {(control) => <PasswordInput {...control} name="password" autoComplete="new-password" />}
        </Field>
        <SubmitButton isBusy={isBusy && 'asking'}>重设密码</SubmitButton>
      </FormStack>
    </form>
  );
}
