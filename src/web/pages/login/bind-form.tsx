import { type FormEvent, useEffect } from 'react';
import { Button } from '#ui/controls/button.tsx';
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

/** Who comes by WeChat for the first time shows which mobile is theirs; a new one becomes a member. */
export function BindForm(props: JoiningProps & { bindTicket: string }) {
  const { logIn, mobile, setMobile, consents, hasOutbox, bindTicket } = props;
  const { form, errors, refuse, text } = useFormErrors<'mobile' | 'code' | 'consent'>();

  useEffect(() => form.current?.querySelector('input')?.focus(), [form]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const faults = {
      mobile: checkMobile(text('mobile')),
      code: checkCode(text('code')),
      consent: checkConsent(text('consent') === 'on'),
    };
    if (refuse(faults)) return;
    const refusal = await logIn.attempt({
      grant_type: 'social',
      bindTicket,
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
          purpose="bind"
          phone={mobile}
          checkPhone={checkPhone}
          error={errors.code}
          hasOutbox={hasOutbox}
        />
        <ConsentField key={consents.agreement + consents.privacy} error={errors.consent} />
        <SubmitButton isBusy={logIn.isBusy}>绑定并登录</SubmitButton>
        <Button tone="text" onClick={logIn.startOver}>
          换一种方式登录
        </Button>
      </FormStack>
    </form>
  );
}
