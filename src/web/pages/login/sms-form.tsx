import type { FormEvent } from 'react';
import { FormStack } from '#ui/layout/login-layout.tsx';
import {
  checkCode,
  checkConsent,
  checkMobile,
  cleanCode,
  cleanMobile,
} from '../../parts/sign-in/check-fields.ts';
import { CodeField } from '../../parts/sign-in/code-field.tsx';
import { ConsentField } from '../../parts/sign-in/consent-field.tsx';
import { MobileField } from '../../parts/sign-in/mobile-field.tsx';
import { SubmitButton } from '../../parts/sign-in/submit-button.tsx';
import { useFormErrors } from '../../parts/sign-in/use-form-errors.ts';
import type { JoiningProps } from './ways.ts';

/** Mobile and a code by SMS. A number that is new becomes a member, hence the consent. */
export function SmsForm({ logIn, mobile, setMobile, consents, hasOutbox }: JoiningProps) {
  const { form, errors, refuse, text } = useFormErrors<'mobile' | 'code' | 'consent'>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const faults = {
      mobile: checkMobile(text('mobile')),
      code: checkCode(text('code')),
      consent: checkConsent(text('consent') === 'on'),
    };
    if (refuse(faults)) return;
    const refusal = await logIn.attempt({
      grant_type: 'sms_code',
      phone: cleanMobile(text('mobile')),
      value: cleanCode(text('code')),
      ...consents,
    });
    if (refusal) refuse({ [refusal.lack === 'consent_required' ? 'consent' : 'code']: refusal.message });
  }

  function checkPhone(): string | null {
    const fault = checkMobile(text('mobile'));
    return refuse({ mobile: fault }) ? null : cleanMobile(text('mobile'));
  }

  return (
    <form method="post" onSubmit={submit} ref={form} noValidate>
      <FormStack>
        <MobileField error={errors.mobile} mobile={mobile} setMobile={setMobile} autoComplete="tel" />
        <CodeField
          purpose="login"
          phone={mobile}
          checkPhone={checkPhone}
          error={errors.code}
          hasOutbox={hasOutbox}
        />
        <ConsentField
          key={consents.agreement + consents.privacy}
          error={errors.consent}
          note="未注册的手机号验证后自动注册"
        />
        <SubmitButton isBusy={logIn.isBusy}>登录</SubmitButton>
      </FormStack>
    </form>
  );
}
