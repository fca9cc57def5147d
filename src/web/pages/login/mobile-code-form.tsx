import { type FormEvent, type ReactNode, useEffect } from 'react';
import type { Proof } from '#client/account.ts';
import { Button } from '#ui/controls/button.tsx';
import { FormStack } from '../../parts/login-layout.tsx';
import {
  checkCode,
  checkConsent,
  checkMobile,
  cleanCode,
  cleanMobile,
} from '../../parts/sign-in/check-fields.ts';
import { ConsentField } from '../../parts/sign-in/consent.tsx';
import { MobileCodeFields } from '../../parts/sign-in/mobile-code-fields.tsx';
import { SubmitButton } from '../../parts/sign-in/submit-button.tsx';
import { useFormErrors } from '../../parts/sign-in/use-form-errors.ts';
import type { CodePurpose } from '../../parts/sign-in/use-sms-code.ts';
import type { JoiningProps } from './ways.ts';

/** Who comes by WeChat for the first time shows which mobile is theirs. */
export const BindForm = ({ bindTicket, ...props }: JoiningProps & { bindTicket: string }) => (
  <MobileCodeForm
    {...props}
    purpose="bind"
    proof={(fields) => ({ grant_type: 'social', bindTicket, ...fields })}
    submitLabel="绑定并登录"
    isFocused
  >
    <Button tone="text" onClick={props.logIn.startOver}>
      换一种方式登录
    </Button>
  </MobileCodeForm>
);

/** Logs in by mobile and a code by SMS. */
export const SmsForm = (props: JoiningProps) => (
  <MobileCodeForm
    {...props}
    purpose="login"
    proof={(fields) => ({ grant_type: 'sms_code', ...fields })}
    consentNote="未注册的手机号验证后自动注册"
    submitLabel="登录"
  />
);

type Fields = { phone: string; value: string; agreement: string; privacy: string };

type MobileCodeFormProps = JoiningProps & {
  purpose: CodePurpose;
  /** What is sent, of what was filled in. */
  proof: (fields: Fields) => Proof;
  submitLabel: string;
  consentNote?: string;
  /** It takes the place of what was on screen, so the first field is where typing goes. */
  isFocused?: boolean;
  children?: ReactNode;
};

/** Mobile, a code by SMS and the consent, since a number that is new becomes a member. */
export function MobileCodeForm(props: MobileCodeFormProps) {
  const { logIn, mobile, setMobile, consents, hasOutbox } = props;
  const { purpose, proof, submitLabel, consentNote, isFocused = false, children } = props;
  const state = useFormErrors<'mobile' | 'code' | 'consent'>();
  const { form, errors, refuse, text } = state;

  useEffect(() => {
    if (isFocused) form.current?.querySelector('input')?.focus();
  }, [form, isFocused]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const faults = {
      mobile: checkMobile(text('mobile')),
      code: checkCode(text('code')),
      consent: checkConsent(text('consent') === 'on'),
    };
    if (refuse(faults)) return;
    const fields = { phone: cleanMobile(text('mobile')), value: cleanCode(text('code')), ...consents };
    const refusal = await logIn.attempt(proof(fields));
    if (refusal) refuse({ [refusal.lack === 'consent_required' ? 'consent' : 'code']: refusal.message });
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
