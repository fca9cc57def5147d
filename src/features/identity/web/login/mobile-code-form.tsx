import { type FormEvent, type ReactNode, useEffect } from 'react';
import type { Proof } from '#client/account.ts';
import { Button } from '#ui/controls/button.tsx';
import {
  checkCode,
  checkConsent,
  checkMobile,
  cleanCode,
  cleanMobile,
} from '#web/parts/sign-in/check-fields.ts';
import { ConsentField } from '#web/parts/sign-in/consent.tsx';
import { MobileCodeFields } from '#web/parts/sign-in/mobile-code-fields.tsx';
import { SubmitButton } from '#web/parts/sign-in/submit-button.tsx';
import { useFormErrors } from '#web/parts/sign-in/use-form-errors.ts';
import type { CodePurpose } from '#web/parts/sign-in/use-sms-code.ts';
import { FormStack } from '../login-layout.tsx';
import type { RegistrationFormProps } from './login-methods.ts';

/** A person who logs in with WeChat for the first time proves their mobile number. */
export const BindForm = ({ bindTicket, ...props }: RegistrationFormProps & { bindTicket: string }) => (
  <MobileCodeForm
    {...props}
    purpose="bind"
    proof={(fields) => ({ grant_type: 'social', bindTicket, ...fields })}
    submitLabel="绑定并登录"
    autoFocus
  >
    <Button tone="text" onClick={props.logIn.startOver}>
      换一种方式登录
    </Button>
  </MobileCodeForm>
);

export const SmsForm = (props: RegistrationFormProps) => (
  <MobileCodeForm
    {...props}
    purpose="login"
    proof={(fields) => ({ grant_type: 'sms_code', ...fields })}
    consentNote="未注册的手机号验证后自动注册"
    submitLabel="登录"
  />
);

type CodeFields = { phone: string; value: string; agreement: string; privacy: string };

type MobileCodeFormProps = RegistrationFormProps & {
  purpose: CodePurpose;
  proof: (fields: CodeFields) => Proof;
  submitLabel: string;
  consentNote?: string;
  /** Focuses the first field, because the form replaces the one on screen. */
  autoFocus?: boolean;
  children?: ReactNode;
};

/** Mobile number, SMS code and consent, since an unknown number becomes a new member. */
export function MobileCodeForm(props: MobileCodeFormProps) {
  const { logIn, mobile, setMobile, consents, hasOutbox } = props;
  const { purpose, proof, submitLabel, consentNote, autoFocus = false, children } = props;
  const state = useFormErrors<'mobile' | 'code' | 'consent'>();
  const { form, errors, showErrors, text } = state;

  useEffect(() => {
    if (autoFocus) form.current?.querySelector('input')?.focus();
  }, [form, autoFocus]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const errors = {
      mobile: checkMobile(text('mobile')),
      code: checkCode(text('code')),
      consent: checkConsent(text('consent') === 'on'),
    };
    if (showErrors(errors)) return;
    const fields = { phone: cleanMobile(text('mobile')), value: cleanCode(text('code')), ...consents };
    const refusal = await logIn.attempt(proof(fields));
    if (refusal)
      showErrors({ [refusal.requirement === 'consent_required' ? 'consent' : 'code']: refusal.message });
  }

  return (
    <form method="post" onSubmit={submit} ref={form} noValidate>
      <FormStack>
        <MobileCodeFields
          state={state}
          purpose={purpose}
          mobile={mobile}
          setMobile={setMobile}
          autoComplete="tel"
          hasOutbox={hasOutbox}
        />
        <ConsentField key={consents.agreement + consents.privacy} error={errors.consent} note={consentNote} />
        <SubmitButton isBusy={logIn.isBusy}>{submitLabel}</SubmitButton>
        {children}
      </FormStack>
    </form>
  );
}
